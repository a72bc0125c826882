import { bonusesOf, rounded, type PointsRules } from '#modules/points/rules.ts'
import type { Correction, RawRow, StandingRow } from '../rules/standing.ts'
import { classifyRows } from './rows.ts'

export type Race = {
  readonly isRace: boolean
  readonly isByHand: boolean
  readonly points: PointsRules
  /** Who was first in the segment that the grid came from, in each class; empty where there was none. By keys. */
  readonly poles: readonly (readonly string[])[]
}

/**
 * A segment as it counts, in its order. Of each driver the time penalties add up; places are lost after that; who is disqualified comes last of
 * those who drove. Where nothing is corrected every row is as it was found.
 */
export function corrected(raw: readonly RawRow[], corrections: readonly Correction[], race: Race): readonly StandingRow[] {
  const rows = raw.toSorted((a, b) => a.position - b.position).map((row) => withSums(row, corrections))
  const isMoved = rows.some(({ penaltyMs, places, isOut }) => penaltyMs !== 0 || places !== 0 || isOut)
  const order = race.isRace && isMoved ? last(dropped(byTime(rows))) : rows
  const leader = order.find(({ status }) => status === 'FINISHED')
  const placed = order.map((row, at) => ({ ...row, position: rows[at]!.position }))
  const classified = classifyRows(placed, race.isRace, { points: race.points, byHand: race.isByHand })
  const scored = placed.map((row, at) => ({
    ...row,
    place: row.status === 'FINISHED' ? (race.points.scope === 'CLASS' ? classified[at]!.classPosition : row.position) : null,
  }))
  const bonuses = race.isRace ? bonusesOf(scored, race.poles, race.points) : []
  return placed.map((row, at) => {
    const { classPosition, points } = classified[at]!
    const { pole = 0, fastestLap = 0 } = bonuses[at] ?? {}
    const all = rounded(points + pole + fastestLap)
    return {
      id: row.id,
      position: row.position,
      classPosition,
      status: row.status,
      retired: race.isRace && isMoved ? gapOf(row, leader) : row.retired,
      finalTimeMs: row.totalTimeMs === null ? null : row.totalTimeMs + row.penaltyMs,
      penaltyMs: row.penaltyMs,
      penaltyPlaces: row.places,
      points: all,
      parts: race.isRace && all !== 0 ? { place: points, pole, fastestLap } : null,
      adjustment: row.adjustment,
      eventAdjustment: 0,
    }
  })
}

type Summed = RawRow & { readonly penaltyMs: number; readonly places: number; readonly isOut: boolean; readonly adjustment: number }

/** A disqualification takes the place, its points and nothing that was given besides. */
function withSums(row: RawRow, corrections: readonly Correction[]): Summed {
  const own = corrections.filter(({ keys }) => keys.some((key) => row.keys.includes(key)))
  const sum = (kind: Correction['kind']): number => own.reduce((all, one) => all + (one.kind === kind ? (one.value ?? 0) : 0), 0)
  const isOut = own.some(({ kind }) => kind === 'DISQUALIFICATION')
  return {
    ...row,
    status: isOut ? 'DSQ' : row.status,
    penaltyMs: sum('TIME'),
    places: sum('POSITIONS'),
    isOut,
    adjustment: rounded(sum('ADJUSTMENT') - sum('POINTS')),
  }
}

/**
 * Finishers on the same lap by their times with penalties. What a file says of the order stands where no penalty speaks against it: the time of
 * somebody is never less than that of whoever came in before.
 */
function byTime(rows: readonly Summed[]): readonly Summed[] {
  const finishers = rows.filter(({ status }) => status === 'FINISHED')
  const laps = [...new Set(finishers.map(({ lapCount }) => lapCount))]
  const timed = laps.flatMap((lapCount) => {
    let soFar = 0
    return finishers
      .filter((row) => row.lapCount === lapCount)
      .map((row) => ({ row, at: (soFar = Math.max(soFar, row.totalTimeMs ?? 0)) + row.penaltyMs }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ row }) => row)
  })
  return [...timed, ...rows.filter(({ status }) => status !== 'FINISHED')]
}

/** Whoever loses places stands behind those who pass, and never behind the last finisher. */
function dropped(rows: readonly Summed[]): readonly Summed[] {
  const finishers = rows.filter(({ status }) => status === 'FINISHED')
  const moved = finishers
    .map((row, at) => ({ row, at: row.places === 0 ? at : at + row.places + Math.sign(row.places) / 2 }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ row }) => row)
  return [...moved, ...rows.filter(({ status }) => status !== 'FINISHED')]
}

/** Those who are taken out of the order come behind all who drove, before those who did not start. */
function last(rows: readonly Summed[]): readonly Summed[] {
  const rest = rows.filter(({ isOut }) => !isOut)
  const drove = rest.filter(({ status }) => status !== 'DNS')
  return [...drove, ...rows.filter(({ isOut }) => isOut), ...rest.filter(({ status }) => status === 'DNS')]
}

/** To the leader as it counts; a time of the own where somebody ahead took longer and lost no place for it. */
function gapOf(row: Summed, leader: Summed | undefined): RawRow['retired'] {
  if (row.status !== 'FINISHED' || !leader) return row.retired
  const own = row.totalTimeMs === null ? null : row.totalTimeMs + row.penaltyMs
  if (row === leader || row.id === leader.id) return { type: 'TIME', value: own }
  if (row.lapCount < leader.lapCount) return { type: 'LAPS', value: leader.lapCount - row.lapCount }
  const first = leader.totalTimeMs === null ? null : leader.totalTimeMs + leader.penaltyMs
  if (own === null || first === null) return { type: 'TIMEDIFF', value: null }
  return own < first ? { type: 'TIME', value: own } : { type: 'TIMEDIFF', value: own - first }
}
