import type { ResultId } from '#core/ids.ts'
import type { SegmentResults } from '#games/game.ts'
import { sameCars } from '#modules/results/rules/standing.ts'
import type { ComparedRow, Version } from '#modules/results/rules/version.ts'

type Row = Pick<ComparedRow, 'key' | 'keys' | 'lapCount' | 'bestLapMs' | 'raw'>

/** What becomes of a session whose place is kept: it is published, or a person's file stands there. */
export type Fate =
  /** Its file's own result, read anew. */
  | { readonly kind: 'OWN'; readonly version: Version }
  /** Nobody drove, or the same is there already, whatever became of it. */
  | { readonly kind: 'NOTHING' }
  /** What stands, driven on: the rule that needs nobody. */
  | { readonly kind: 'GROWN'; readonly version: Version }
  /** `over`: what an earlier version of its file said of the same session, and waits already. */
  | { readonly kind: 'WAITS'; readonly over: Version | null }

export type Later = {
  readonly fileId: string
  readonly digest: string
  readonly session: Pick<SegmentResults, 'results' | 'nativeType' | 'startedAt' | 'facts'>
  /** What each of its rows is known by. */
  readonly keys: readonly (readonly string[])[]
  /** The same file as it was before it grew, and whether its server ran when it wrote this version. */
  readonly olderIds: readonly string[]
  readonly isRunning: boolean
}

/** What a place that is kept holds: every result of it, the rows of the one that stands, and whether an admin has chosen there. */
export type Published = {
  readonly versions: readonly Version[]
  readonly rows: readonly Pick<Row, 'keys' | 'lapCount'>[]
  readonly isChosen: boolean
}

/**
 * Of a place that is kept. The one rule by which it changes without a person: a server's file that goes on growing tells the very
 * session that stands, loses nobody and no lap of it, and nobody has chosen there.
 */
export function fateOf({ fileId, digest, session, keys, olderIds, isRunning }: Later, { versions: all, rows, isChosen }: Published): Fate {
  const versions = all.filter(({ state }) => state !== 'DISCARDED')
  const own = versions.find((version) => version.fileId === fileId)
  if (own) return { kind: 'OWN', version: own }
  if (session.results.length === 0 || versions.some((version) => version.digest === digest)) return { kind: 'NOTHING' }
  const earlier = versions.filter((one) => one.fileId !== null && olderIds.includes(one.fileId) && isSameSession(session, one.facts))
  const stands = earlier.find(({ state }) => state === 'STANDS')
  const now = sameCars(
    rows,
    session.results.map(({ lapCount }, i) => ({ keys: keys[i]!, lapCount })),
  )
  const keepsAll = rows.every((row) => (now.get(row)?.lapCount ?? -1) >= row.lapCount)
  if (stands && isRunning && !isChosen && keepsAll) return { kind: 'GROWN', version: stands }
  return { kind: 'WAITS', over: earlier.find(({ state }) => state === 'WAITING') ?? null }
}

/** A server that begins its weekend anew writes another session beside the first. */
const isSameSession = ({ nativeType, startedAt, facts }: Later['session'], shown: Version['facts']): boolean =>
  shown['nativeType'] === nativeType && shown['startedAt'] === startedAt && (shown['historyIndex'] ?? null) === (facts['historyIndex'] ?? null)

/** Whether a result is another one than before: who came where, how far and how fast. What stands against somebody makes it no other one. */
export const isOther = (before: readonly Row[], after: readonly Row[]): boolean => JSON.stringify(asRead(before)) !== JSON.stringify(asRead(after))

const asRead = (rows: readonly Row[]) =>
  rows
    .toSorted((a, b) => a.raw.position - b.raw.position)
    .map(({ key, lapCount, bestLapMs, raw }) => [key, raw.position, raw.status, lapCount, raw.totalTimeMs, bestLapMs])

export type Side = Pick<ComparedRow, 'position' | 'status' | 'lapCount' | 'totalTimeMs' | 'points'>
export type Compared = Pick<ComparedRow, 'name' | 'raceNumber'> & {
  /** As it stands; `null` for who is not in it. */
  readonly before: Side | null
  readonly after: Side | null
}

/** Two results side by side: in the order of the later one, behind it who is missing there. */
export function compared(before: readonly ComparedRow[], after: readonly ComparedRow[]): readonly Compared[] {
  const stood = sameCars(after, before)
  const there = new Set(stood.values())
  return [
    ...after.map((row) => ({ name: row.name, raceNumber: row.raceNumber, before: sideOf(stood.get(row)), after: sideOf(row) })),
    ...before.filter((row) => !there.has(row)).map((row) => ({ name: row.name, raceNumber: row.raceNumber, before: sideOf(row), after: null })),
  ]
}

const sideOf = (row: ComparedRow | undefined): Side | null =>
  row ? { position: row.position, status: row.status, lapCount: row.lapCount, totalTimeMs: row.totalTimeMs, points: row.points } : null

/** How often something was chosen, undone or taken back at a place: whoever has seen fewer comes too late. */
export const segmentVersion = (choices: readonly { readonly undoneAt: unknown }[], versions: readonly Pick<Version, 'state'>[]): number =>
  choices.reduce((sum, { undoneAt }) => sum + (undoneAt === null ? 1 : 2), 0) + versions.filter(({ state }) => state === 'DISCARDED').length

type Chosen = {
  readonly action: 'TAKEN' | 'LEFT'
  readonly resultId: ResultId
  readonly replacedId: ResultId | null
  readonly undoneAt: Date | null
}

/** What stands once this one is taken back: what an admin had taken it for, else the newest that waits there. */
export function insteadOf(gone: Version, versions: readonly Version[], choices: readonly Chosen[]): Version | null {
  const there = versions.filter((one) => one.splitNo === gone.splitNo && one.segmentIndex === gone.segmentIndex && one.fileId !== gone.fileId)
  const taken = choices.find(({ action, resultId, undoneAt }) => action === 'TAKEN' && resultId === gone.id && undoneAt === null)
  const replaced = there.find(({ id, state }) => id === taken?.replacedId && state === 'REPLACED')
  return replaced ?? there.findLast(({ state }) => state === 'WAITING') ?? null
}

/** Whether a choice can be undone: nothing it was about has been taken back. */
export const mayUndo = ({ resultId, replacedId }: Pick<Chosen, 'resultId' | 'replacedId'>, versions: readonly Version[]): boolean =>
  !versions.some(({ id, state }) => (id === resultId || id === replacedId) && state === 'DISCARDED')
