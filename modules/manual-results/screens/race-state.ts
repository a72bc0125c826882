import type { BodyOf } from '#core/contract.ts'
import type { ManualRaceView, ManualRowView, manualResultsContract } from '../contract.ts'
import { moved, orderFault, renumbered } from '../rules/rows.ts'
import { raceTimeText, readRaceTime } from './race-time.ts'

/** A row as it is being edited: its time as typed, beside what that means. */
export type EditRow = ManualRowView & { readonly typed: string }
export type RaceDraft = { readonly rows: readonly EditRow[] }
/** What two people may change of a race: its order, and of each row, by its entry, what became of it. */
export type RaceValues = {
  readonly order: readonly string[]
  readonly rows: Readonly<Record<string, readonly [typed: string, isDNF: boolean, isSkip: boolean]>>
}

export const draftOf = ({ entryResults }: ManualRaceView): RaceDraft => ({
  rows: entryResults.map((row) => ({ ...row, typed: raceTimeText(row.timeMs) })),
})

export const valuesOf = ({ rows }: RaceDraft): RaceValues => ({
  order: rows.map(({ entryId }) => entryId),
  rows: Object.fromEntries(rows.map(({ entryId, typed, isDNF, isSkip }) => [entryId, [typed, isDNF, isSkip] as const])),
})

/** The rows of a race as they are being edited. Who came meanwhile stands behind the others, who left is not there; only guests are left out by hand. */
export function withValues(race: ManualRaceView, { order, rows }: RaceValues): RaceDraft {
  const placeOf = (id: string): number => (order.includes(id) ? order.indexOf(id) : Infinity)
  const typed = draftOf(race).rows.flatMap((row) => {
    const [words = row.typed, isDNF = row.isDNF, isSkip = row.isSkip] = rows[row.entryId] ?? []
    return row.isGuest && !rows[row.entryId] ? [] : [{ ...row, typed: words, isDNF, isSkip }]
  })
  const rowsNow = renumbered(typed.toSorted((a, b) => placeOf(a.entryId) - placeOf(b.entryId) || 0))
  const [leader] = rowsNow
  const leading = leader ? { rows: [{ ...leader, timeMs: timeOf({ rows: [leader] }, leader.entryId, leader.typed) }] } : { rows: [] }
  return { rows: rowsNow.map((row) => ({ ...row, timeMs: timeOf(leading, row.entryId, row.typed) })) }
}

const changed = (draft: RaceDraft, rows: readonly EditRow[]): RaceDraft => ({ ...draft, rows })
const set = (draft: RaceDraft, entryId: string, some: Partial<EditRow>): readonly EditRow[] =>
  draft.rows.map((row) => (row.entryId === entryId ? { ...row, ...some } : row))

/** To a place counted from 1; nobody leaves the finishers, the retired or the skipped by moving. */
export function moveTo(draft: RaceDraft, entryId: string, position: number): RaceDraft {
  const from = draft.rows.findIndex((row) => row.entryId === entryId)
  return from < 0 || from === position - 1 ? draft : changed(draft, moved(draft.rows, from, position - 1))
}

/** A DNF or skipped row loses its time and goes below those who finished. */
export const setOut = (draft: RaceDraft, entryId: string, some: Pick<Partial<EditRow>, 'isDNF' | 'isSkip'>): RaceDraft =>
  changed(draft, renumbered(set(draft, entryId, { ...some, typed: '', timeMs: null })))

export const setTime = (draft: RaceDraft, entryId: string, typed: string): RaceDraft =>
  changed(draft, set(draft, entryId, { typed, timeMs: timeOf(draft, entryId, typed) }))

/** Takes a guest of an imported file out. */
export const without = (draft: RaceDraft, entryId: string): RaceDraft =>
  changed(draft, renumbered(draft.rows.filter((row) => row.entryId !== entryId)))

/** Puts a time that was read into the form of all others. */
export const withoutGaps = (draft: RaceDraft, entryId: string): RaceDraft => {
  const row = draft.rows.find((one) => one.entryId === entryId)
  return row && row.timeMs !== null ? { ...draft, rows: set(draft, entryId, { typed: raceTimeText(row.timeMs) }) } : draft
}

/** What is wrong with the times by entry, as the key of a text; empty when the race can be saved. */
export function timeFaults(draft: RaceDraft): ReadonlyMap<string, 'unreadable' | 'tooLong' | 'faster'> {
  const faults = new Map<string, 'unreadable' | 'tooLong' | 'faster'>()
  for (const { entryId, typed } of draft.rows) {
    const read = readRaceTime(typed, leaderMs(draft, entryId))
    if (!read.ok) faults.set(entryId, read.fault)
  }
  const order = orderFault(draft.rows, (row) => row.lapCount)
  const row = order && draft.rows[order.index]
  if (row && order.field === 'timeMs' && !faults.has(row.entryId)) faults.set(row.entryId, 'faster')
  return faults
}

function timeOf(draft: RaceDraft, entryId: string, typed: string): number | null {
  const read = readRaceTime(typed, leaderMs(draft, entryId))
  return read.ok ? read.timeMs : null
}

/** The time a gap counts from: that of the first row, for all others. */
const leaderMs = ({ rows }: RaceDraft, entryId: string): number | null => (rows[0]?.entryId === entryId ? null : (rows[0]?.timeMs ?? null))

export const bodyOf = (raceNo: number, v: number, { rows }: RaceDraft): BodyOf<typeof manualResultsContract.SaveRaceResult> => ({
  raceNo,
  v,
  entryResults: rows.map(({ entryId, position, isDNF, isSkip, timeMs }) => ({ entryId, position, isDNF, isSkip, timeMs })),
})
