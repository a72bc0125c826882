import type { ResultRow, SegmentResults } from './game.ts'
import { comparable } from './text.ts'

/** Below this part of the winner's laps a car without a stated status has not finished (game-formats.md §9.3). */
export const CLASSIFIED_SHARE = 0.5

type Ranked = Pick<ResultRow, 'lapCount' | 'totalTime' | 'bestCleanLapTime'>
type Outcome = Pick<ResultRow, 'position' | 'status' | 'statusStated' | 'timeRetired'>
/** A row before it has its place; `stated` is what the file itself says of its status. */
export type Draft = Omit<ResultRow, keyof Outcome> & { readonly stated: ResultRow['status'] | null }

/** Adds place, status and gap to rows given in the official order. */
export function classify(type: SegmentResults['type'], drafts: readonly Draft[]): readonly ResultRow[] {
  const outcomes = outcomesOf(type, drafts)
  // Every key by name: taking one out of a copy costs more than reading the file.
  return drafts.map((draft, i) => {
    const { position, status, statusStated, timeRetired } = outcomes[i]!
    return {
      position,
      startPosition: draft.startPosition,
      participant: draft.participant,
      name: draft.name,
      drivers: draft.drivers,
      raceNumber: draft.raceNumber,
      carModelId: draft.carModelId,
      carClassId: draft.carClassId,
      skin: draft.skin,
      lapCount: draft.lapCount,
      totalTime: draft.totalTime,
      bestLapTime: draft.bestLapTime,
      bestCleanLapTime: draft.bestCleanLapTime,
      status,
      statusStated,
      timeRetired,
      incidents: draft.incidents,
      pitStops: draft.pitStops,
      penalties: draft.penalties,
      ballastKg: draft.ballastKg,
      restrictor: draft.restrictor,
      laps: draft.laps,
      facts: draft.facts,
    }
  })
}

/**
 * Place, status and gap of rows in the official order (§9.3, §9.4). In a race status follows the laps, the gap is a time on the same lap and
 * laps otherwise; elsewhere the gap is that of the best valid laps.
 */
export function outcomesOf(type: SegmentResults['type'], rows: readonly (Ranked & Pick<Draft, 'stated'>)[]): readonly Outcome[] {
  const winner = rows[0] ?? null
  return rows.map((row, i) => {
    const status = row.stated ?? (type === 'RACE' ? raceStatus(row, winner?.lapCount ?? 0) : row.lapCount > 0 ? 'FINISHED' : 'DNS')
    const leader = i === 0 ? null : winner
    const timeRetired = type === 'RACE' ? raceGap(status, row, leader) : lapGap(row, leader)
    return { position: i + 1, status, statusStated: row.stated !== null, timeRetired }
  })
}

function raceStatus(row: Ranked, winnerLaps: number): ResultRow['status'] {
  if (row.lapCount === 0) return row.totalTime === null ? 'DNS' : 'DNF'
  return row.lapCount < winnerLaps * CLASSIFIED_SHARE ? 'DNF' : 'FINISHED'
}

/** `leader` is null for the first row itself. */
function raceGap(status: ResultRow['status'], row: Ranked, leader: Ranked | null): ResultRow['timeRetired'] {
  if (status !== 'FINISHED') return { type: 'DNF', value: null }
  if (!leader) return { type: 'TIME', value: row.totalTime }
  if (row.lapCount < leader.lapCount) return { type: 'LAPS', value: leader.lapCount - row.lapCount }
  return { type: 'TIMEDIFF', value: row.totalTime === null || leader.totalTime === null ? null : row.totalTime - leader.totalTime }
}

function lapGap(row: Ranked, leader: Ranked | null): ResultRow['timeRetired'] {
  const [own, best] = [row.bestCleanLapTime, leader?.bestCleanLapTime ?? null]
  return own === null || best === null ? { type: 'TIME', value: own } : { type: 'TIMEDIFF', value: own - best }
}

/** Says when a race's stated order contradicts laps and times, or a disqualified car kept its place, which it does not count with; an admin should look. */
export function orderWarnings(type: SegmentResults['type'], rows: readonly ResultRow[]): readonly string[] {
  if (type !== 'RACE') return []
  const wrong = rows.find((row, i) => {
    const next = rows[i + 1]
    if (!next || row.status !== 'FINISHED' || next.status !== 'FINISHED') return false
    if (row.lapCount !== next.lapCount) return row.lapCount < next.lapCount
    return row.totalTime !== null && next.totalTime !== null && row.totalTime > next.totalTime
  })
  const last = rows.findLastIndex((row) => row.status === 'FINISHED')
  const kept = rows.slice(0, last + 1).filter((row) => row.status === 'DSQ')
  return [
    ...(wrong ? [`Position ${wrong.position} is implausible: the next one has more laps or less time.`] : []),
    ...kept.map(
      ({ position, participant }) =>
        `${comparable(participant.name)} was disqualified, though the file has them in place ${position}: they count behind all who drove.`,
    ),
  ]
}
