import type { EntryId, UserId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import type { ResultRow, SegmentResults } from '#games/game.ts'
import { ownKeys, storedDriver, type FieldEntry, type Match, type StoredDriver } from '#modules/results/rules/participant.ts'
import { plain, plainDeep } from '#modules/results/rules/plain.ts'
import type { EntryResult } from '../contract.ts'
import { cleared, orderFault, renumbered } from '../rules/rows.ts'

/** A row of a draft as it is stored. Names of our own people stand nowhere in it. */
export type DraftRow = {
  /** The entry's id, or a guest's own. */
  readonly id: string
  readonly position: number
  readonly isDNF: boolean
  readonly isSkip: boolean
  readonly timeMs: number | null
  /** `null` for an entry. */
  readonly guest: Guest | null
  /** What an imported file says; `null` for what was typed. */
  readonly told: RowOfFile | null
}
export type Guest = {
  readonly type: 'DRIVER' | 'TEAM'
  /** Empty for a driver of ours. */
  readonly name: string
  readonly userId: UserId | null
  readonly drivers: readonly StoredDriver[]
  readonly raceNumber: number | null
  readonly carId: string | null
  readonly carName: string | null
}
export type RowOfFile = {
  readonly startPosition: number | null
  readonly lapCount: number
  readonly bestLapMs: number | null
  readonly isDSQ: boolean
}
/** The rows of a file by id of their draft row: read again when the results are published. */
export type Sources = Readonly<Record<string, Source>>
type Source = {
  readonly row: ResultRow
  readonly userIds: readonly (UserId | null)[]
  /** What the file tells it by; of a draft from before that was kept, or of who has erased the account, there is none. */
  readonly told?: string
}

type Entry = FieldEntry & { readonly gridPosition?: number | null }

/** A race nobody has saved: the entries by grid, then as they registered. */
export const blankRows = (entries: readonly Entry[]): readonly DraftRow[] =>
  renumbered(entries.toSorted((a, b) => (a.gridPosition ?? Infinity) - (b.gridPosition ?? Infinity) || 0).map(({ id }) => blank(id)))

const blank = (id: string, isSkip = false): DraftRow => ({ id, position: 0, isDNF: false, isSkip, timeMs: null, guest: null, told: null })

/** The rows that still count: an entry that was taken out of the event is gone. */
export const presentRows = (rows: readonly DraftRow[], entries: readonly Pick<FieldEntry, 'id'>[]): readonly DraftRow[] =>
  renumbered(rows.filter(({ id, guest }) => guest !== null || entries.some((entry) => entry.id === id)))

/** An entry of the event that a draft does not have. */
export const missingEntry = (rows: readonly DraftRow[], entries: readonly Pick<FieldEntry, 'id'>[]): EntryId | null =>
  entries.find(({ id }) => !rows.some((row) => row.id === id))?.id ?? null

/** What is saved of what was sent; refuses MANUAL_RESULT_INCOMPLETE, MANUAL_RESULT_ORDER. A guest left out is gone. */
export function saveRace(
  sent: readonly EntryResult[],
  before: readonly DraftRow[],
  entries: readonly Pick<FieldEntry, 'id'>[],
): Result<readonly DraftRow[]> {
  const known = new Map<string, DraftRow>([
    ...entries.map(({ id }) => [id, blank(id)] as const),
    ...presentRows(before, entries).map((row) => [row.id, row] as const),
  ])
  const incomplete = (entryId: string) => refuse('MANUAL_RESULT_INCOMPLETE', { field: 'entryResults', entryId })
  const stranger = sent.find(({ entryId }, i) => !known.has(entryId) || sent.findIndex((one) => one.entryId === entryId) < i)
  if (stranger) return incomplete(stranger.entryId)
  const rows = sent.map(({ entryId, ...row }): DraftRow => cleared({ ...known.get(entryId)!, ...row }))
  const missing = missingEntry(rows, entries)
  if (missing) return incomplete(missing)
  const fault = orderFault(rows, ({ told }) => told?.lapCount ?? null)
  if (fault) return refuse('MANUAL_RESULT_ORDER', { field: `entryResults.${fault.index}.${fault.field}` })
  return ok(rows.toSorted((a, b) => a.position - b.position))
}

/**
 * The draft of a race, or of another session, as a file tells it (game-formats.md §7): in its order, DNFs below the finishers, entries it does
 * not name as skipped. Who matches no entry is a guest with an id of its own. `told`: what the file tells each of its rows by.
 */
export function draftOf(
  session: Pick<SegmentResults, 'type' | 'results'>,
  matches: readonly Match[],
  told: readonly string[],
  entries: readonly Pick<FieldEntry, 'id'>[],
  newId: () => string,
): { readonly rows: readonly DraftRow[]; readonly sources: Sources } {
  const isRace = session.type === 'RACE'
  const sources: Record<string, Sources[string]> = {}
  const rows = session.results.map((row, i): DraftRow => {
    const { entry, userIds } = matches[i]!
    const id = entry?.id ?? newId()
    sources[id] = { row: plainDeep(withoutNames(row, userIds)), userIds, told: told[i]! }
    // a car that never drove was not there, one that drove no whole lap did not finish
    const isSkip = isRace && row.status === 'DNS'
    const isDNF = isRace && !isSkip && (row.status !== 'FINISHED' || row.lapCount === 0)
    const ofFile = { startPosition: row.startPosition, lapCount: row.lapCount, bestLapMs: row.bestLapTime, isDSQ: row.status === 'DSQ' }
    return { id, position: 0, isDNF, isSkip, timeMs: isRace ? row.totalTime : null, guest: entry ? null : guestOf(row, userIds), told: ofFile }
  })
  const absent = isRace ? entries.filter(({ id }) => !rows.some((row) => row.id === id)).map(({ id }) => blank(id, true)) : []
  return { rows: renumbered([...rows, ...absent]), sources }
}

function guestOf(row: ResultRow, userIds: readonly (UserId | null)[]): Guest {
  const { type, name } = row.participant
  const userId = type === 'DRIVER' ? (userIds[0] ?? null) : null
  const carName = row.facts['carName']
  return {
    type,
    name: userId ? '' : plain(name),
    userId,
    drivers: row.drivers.map((driver, i) => storedDriver(driver, userIds[i] ?? null)),
    raceNumber: row.raceNumber,
    carId: row.carModelId === null ? null : plain(row.carModelId),
    carName: typeof carName === 'string' ? plain(carName) : null,
  }
}

/** Of our own people neither name nor account is kept: who erases the account is erased here, too. */
function withoutNames(row: ResultRow, userIds: readonly (UserId | null)[]): ResultRow {
  const drivers = row.drivers.map((driver, i) => (userIds[i] ? { ...driver, name: '', platformId: null } : driver))
  const isOwn = row.participant.type === 'DRIVER' && userIds.some((id) => id !== null)
  return isOwn ? { ...row, drivers, name: '', participant: { ...row.participant, name: '' } } : { ...row, drivers }
}

/** A draft as results: rows like a reader's, and who each is. The order of the draft and what stands in it win over the file. */
export function resultsOf(
  draft: { readonly type: SegmentResults['type']; readonly rows: readonly DraftRow[]; readonly sources: Sources },
  entries: readonly FieldEntry[],
): { readonly results: readonly ResultRow[]; readonly matches: readonly Match[] } {
  const rows = presentRows(draft.rows, entries)
  const isRace = draft.type === 'RACE'
  const [leader] = rows
  const found = rows.map((row) => {
    const entry = entries.find(({ id }) => id === row.id) ?? null
    const userIds = draft.sources[row.id]?.userIds ?? entry?.drivers.map(({ userId }) => userId) ?? []
    return { row, entry, userIds }
  })
  const keys = ownKeys(
    found.map(({ row: { guest }, entry, userIds }) => {
      const user = userIds.find((id) => id !== null)
      const key = entry ? `entry:${entry.id}` : user ? `user:${user}` : `guest:${guest?.type}:${guest?.name}`
      return { key, raceNumber: guest?.raceNumber ?? null, carId: guest?.carId ?? null }
    }),
  )
  return {
    results: rows.map((row) => resultOf(row, entries, draft.sources[row.id]?.row, isRace, leader)),
    matches: found.map(({ row, entry, userIds }, i): Match => {
      const told = draft.sources[row.id]?.told
      return { entry, userIds, key: keys[i]!, ...(told === undefined ? {} : { fileKey: told }) }
    }),
  }
}

function resultOf(
  row: DraftRow,
  entries: readonly FieldEntry[],
  source: ResultRow | undefined,
  isRace: boolean,
  leader: DraftRow | undefined,
): ResultRow {
  const entry = entries.find(({ id }) => id === row.id)
  const base = source ?? typed(entry)
  if (!isRace) return { ...base, position: row.position }
  const status = row.isSkip ? 'DNS' : row.isDNF ? (row.told?.isDSQ ? 'DSQ' : 'DNF') : 'FINISHED'
  return { ...base, position: row.position, status, statusStated: true, totalTime: row.timeMs, timeRetired: gapOf(row, leader) }
}

/** An entry of which no file tells. */
const typed = (entry: FieldEntry | undefined): ResultRow => ({
  position: 0,
  startPosition: null,
  participant: { type: entry?.teamName == null ? 'DRIVER' : 'TEAM', name: entry?.teamName ?? '' },
  name: '',
  drivers: (entry?.drivers ?? []).map(() => ({ name: '', platformId: null, drivingTimeMs: null })),
  raceNumber: entry?.raceNumber ?? null,
  carModelId: entry?.carId ?? null,
  carClassId: null,
  skin: null,
  lapCount: 0,
  totalTime: null,
  bestLapTime: null,
  bestCleanLapTime: null,
  status: 'FINISHED',
  statusStated: true,
  timeRetired: { type: 'TIME', value: null },
  incidents: null,
  pitStops: null,
  penalties: [],
  ballastKg: null,
  restrictor: null,
  laps: [],
  facts: {},
})

/** product.md §4 "Time retired type"; whoever's laps nobody counted is on the lap of the leader. */
function gapOf(row: DraftRow, leader: DraftRow | undefined): ResultRow['timeRetired'] {
  if (row.isSkip) return { type: 'SKIPPED', value: null }
  if (row.isDNF) return { type: 'DNF', value: null }
  if (!leader || row === leader) return { type: 'TIME', value: row.timeMs }
  const down = row.told && leader.told ? leader.told.lapCount - row.told.lapCount : 0
  if (down > 0) return { type: 'LAPS', value: down }
  // an admin's word put a car with fewer laps in front: their times cannot be compared
  if (down < 0) return { type: 'TIMEDIFF', value: null }
  return { type: 'TIMEDIFF', value: row.timeMs === null || leader.timeMs === null ? null : row.timeMs - leader.timeMs }
}
