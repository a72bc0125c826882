import type { EntryId, ResultFileId, UserId } from '#core/ids.ts'
import type { SegmentResults } from '#games/game.ts'
import { resultsStand } from '#modules/hosting/door.ts'
import { namedBefore } from '#modules/matching/door.ts'
import { dropSegments, showSegment, shownVersions, standInstead, tellResults, versionsOf, type Shown } from '#modules/results/door.ts'
import { sourceOf, type Match } from '#modules/results/rules/participant.ts'
import { plain } from '#modules/results/rules/plain.ts'
import type { Version, VersionState } from '#modules/results/rules/version.ts'
import { endSession, splitsOf, type SessionFacts } from '#modules/sessions/door.ts'
import type { Tx } from '#server/db/connect.ts'
import type { ChangeContext } from '#server/room.ts'
import { resultFilesWork } from '../contract/jobs.ts'
import { fieldOf, type FieldOfFile } from '../queries/field.ts'
import { resultFileLayout, isPublished } from '../rules.ts'
import { withoutErased } from '../rules/erased.ts'
import { matchRows } from '../rules/match.ts'
import { isComplete, segmentsOfFile, type SegmentNo } from '../rules/segments.ts'
import { findArrival, findArrived, findHandedIn, markFile } from '../store.ts'
import { findReopened } from '../store/withdrawals.ts'
import { factsOf, trackOf } from './facts.ts'
import { fillGrids, planOf } from './grid.ts'
import { assignLater, type FileAt } from './later.ts'
import type { ReadSession } from './reading.ts'
import { fileKeysOf } from './told.ts'

/**
 * Makes the sessions of a file segments of the event, ends the event with the last one, and says whose results changed. What is published
 * already, or sent by a person, stays as it is (`assignLater`); an empty segment is filled whenever a file comes for it.
 */
export async function assignAll(
  context: ChangeContext,
  event: SessionFacts,
  file: FileAt,
  segments: readonly ReadSession[],
): Promise<readonly UserId[]> {
  const { tx } = context
  const { id, sessionId, splitNo, serverId } = file
  const { planned } = planOf(event)
  const layout = resultFileLayout(event.game)
  const [arrived, field, reopened, named] = await Promise.all([
    findArrived(tx, sessionId, splitNo),
    fieldOf(tx, event, splitNo, segments, file.matches),
    findReopened(tx, event.id),
    namedBefore(tx, event.leagueId, segments),
  ])
  const numbers = segmentsOfFile({ id, serverId, layout, firstRace: file.firstRace, segments }, arrived, planned)
  const isReopened = reopened !== null
  const isShut = isPublished({ ...event, isReopened })
  const desk = { source: sourceOf(event.game), named, entries: field.entries }
  const kept: number[] = []
  const written: number[] = []
  const people: UserId[] = []
  let isFilled = false
  const displaced = new Set<ResultFileId>()
  for (const [i, session] of segments.entries()) {
    const number = numbers[i]
    if (!number) continue
    const shown = asShown(event, { ...file, ...number }, session, { ...field, desk })
    const there = (await versionsOf(tx, sessionId)).filter((one) => one.splitNo === splitNo && one.segmentIndex === number.index)
    const stands = there.find(({ state }) => state === 'STANDS')
    const holder = stands?.fileId && stands.fileId !== id && !file.olderIds.includes(stands.fileId) ? await findArrival(tx, stands.fileId) : null
    const isLate = holder !== null && holder.receivedAt > file.receivedAt
    // what a person sent is not replaced without one, nor is what an admin chose
    const isSent = holder !== null && holder.serverId === null && !isLate
    const isBeside = there.some(({ fileId, state }) => fileId === id && state !== 'STANDS')
    if ((isShut || isSent || isBeside) && stands?.hasRows) {
      const changed = await assignLater(context, event, file, session, shown, there)
      kept.push(number.index)
      if (changed) written.push(number.index)
      people.push(...(changed ?? []))
      continue
    }
    // a server of ours before a restart, or before a person put it right: what came later counts
    if (isLate && serverId !== null && holder.serverId !== serverId) continue
    people.push(...(await show(context, event, shown, there)))
    kept.push(number.index)
    written.push(number.index)
    isFilled = true
    // it came before the one that holds its place: that one is the next of its type
    if (isLate) displaced.add(holder.id)
  }
  // a file that lost what it had, a server's begun anew, takes nothing away
  if (kept.length > 0) await dropSegments(tx, file, isShut ? [id] : [id, ...file.olderIds], kept, isShut ? UNSEEN : ALL)
  for (const index of written) await fillGrids(tx, event, splitNo, index)
  for (const other of displaced) await readAgain(context, other)
  if (!isFilled) return people
  await resultsStand(context, sessionId, splitNo)
  const [splits, shown, handedIn] = await Promise.all([splitsOf(tx, sessionId), shownVersions(tx, sessionId), findHandedIn(tx, sessionId)])
  if (isComplete(splits, shown, handedIn, planned.length - 1)) {
    // one that is over already stays as it is; who opened it again says when it is published anew
    await endSession(context, sessionId, null)
    if (!isReopened) tellResults(context, sessionId)
  }
  return people
}

const ALL: readonly VersionState[] = ['STANDS', 'WAITING', 'LEFT', 'REPLACED']
/** What a published event may lose without anybody seeing it. */
const UNSEEN: readonly VersionState[] = ['WAITING', 'LEFT']

const asShown = (
  event: SessionFacts,
  { sessionId, splitNo, index, no, id, trackFrom }: FileAt & SegmentNo,
  session: ReadSession,
  field: FieldOfFile & { readonly desk: Shown['desk'] },
): Shown => ({
  splitNo,
  segmentIndex: index,
  no,
  fileId: id,
  session: withoutErased(session, field.erased),
  matches: matchesIn(session.results, field, { sessionId, splitNo }),
  desk: field.desk,
  facts: factsOf(session, event.game, trackFrom === 'EVENT' ? trackOf(event) : undefined),
  warnings: session.warnings.map(plain),
  digest: session.digest,
})

/**
 * Who the rows are, each with what its file tells it by. Of who erased the account nothing else is kept either; a row that was theirs before is known as
 * it was then, by its car, without what the file calls them: what stands against it stays.
 */
function matchesIn(rows: SegmentResults['results'], field: FieldOfFile, split: Parameters<typeof fileKeysOf>[1]): readonly Match[] {
  const told = fileKeysOf(rows, split)
  const isErased = ({ key }: Match, { drivers }: SegmentResults['results'][number]): boolean =>
    key.startsWith('account:') && drivers.some(({ platformId }) => platformId && field.erased.has(platformId))
  const matches = matchRows(rows, field)
  const erased = Map.groupBy(
    rows.filter((row, i) => isErased(matches[i]!, row)),
    carOf,
  )
  const taken = new Set(matches.map(({ key }) => key))
  const gone = Map.groupBy(
    field.gone.filter(({ key }) => !taken.has(key)),
    ({ raceNumber, carId }) => `${raceNumber} ${carId}`,
  )
  return matches.map((match, i) => {
    const row = rows[i]!
    if (!isErased(match, row)) return { ...match, fileKey: told[i]! }
    const were = gone.get(carOf(row)) ?? []
    const isAlone = were.length === 1 && erased.get(carOf(row))!.length === 1
    return isAlone ? { ...match, key: were[0]!.key } : { ...match, key: told[i]!, fileKey: told[i]! }
  })
}

const carOf = ({ raceNumber, carModelId }: SegmentResults['results'][number]): string =>
  `${raceNumber} ${carModelId === null ? null : plain(carModelId)}`

/** Shows a segment in a place that is free; a result of the same file that waited there stands now. */
async function show(context: ChangeContext, event: SessionFacts, shown: Shown, there: readonly Version[]): Promise<readonly UserId[]> {
  const waited = there.find(({ fileId, state }) => fileId === shown.fileId && state !== 'STANDS')
  if (!waited) return showSegment(context, event, shown, there.find(({ state }) => state === 'STANDS') ?? null)
  await standInstead(context.tx, { ...waited, sessionId: event.id })
  return showSegment(context, event, shown, { id: waited.id, state: 'STANDS' })
}

/** What a person said of a file, as it is stored beside it. */
export const matchesOf = (matches: unknown): ReadonlyMap<string, EntryId | null> =>
  new Map((matches as readonly { readonly key: string; readonly entryId: EntryId | null }[]).map(({ key, entryId }) => [key, entryId]))

/** Orders a file to be read anew. */
export async function readAgain(context: { readonly tx: Tx; readonly later: ChangeContext['later'] }, fileId: ResultFileId): Promise<void> {
  await markFile(context.tx, fileId, { status: 'PENDING' })
  context.later(resultFilesWork.read, { fileId }, { key: fileId })
}
