import { bonusesOf, rounded, type PointsRules } from '#modules/points/rules.ts'
import { CLASSIFIED_SHARE } from '#games/classify.ts'
import { rowsAbout, type Correction, type RawRow, type StandingRow } from '../rules/standing.ts'
import { classifyRows } from './rows.ts'

export type Race = {
  readonly isRace: boolean
  readonly isByHand: boolean
  readonly points: PointsRules
  /** The rows of who was first in the segment that the grid came from, in each class; empty where there was none. */
  readonly poles: ReadonlySet<string>
}

/**
 * A segment as it counts, in its order. Of each driver the time penalties add up; places are lost after that; who is disqualified, by the file or by
 * stewards, comes last of those who drove; who was so by the file and is taken back has the place of the own laps and time. Where nothing is
 * corrected every row is as it was found.
 */
export function corrected(raw: readonly RawRow[], corrections: readonly Correction[], race: Race): readonly StandingRow[] {
  const rows = withSums(
    raw.toSorted((a, b) => a.position - b.position),
    corrections,
    race.isByHand,
  )
  const order = race.isRace ? last(dropped(byTime(takenBack(rows)))) : rows
  const isMoved = rows.some((row, at) => row !== order[at] || row.penaltyMs !== 0 || row.places !== 0 || row.isBack)
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
      finalTimeMs: timeOf(row),
      penaltyMs: row.penaltyMs,
      penaltyPlaces: row.places,
      points: all,
      parts: race.isRace && all !== 0 ? { place: points, pole, fastestLap } : null,
      adjustment: row.adjustment,
      eventAdjustment: 0,
    }
  })
}

type Summed = RawRow & { readonly penaltyMs: number; readonly places: number; readonly adjustment: number; readonly isBack: boolean }

/** A disqualification takes the place, its points and nothing that was given besides. */
function withSums(rows: readonly RawRow[], corrections: readonly Correction[], isByHand: boolean): readonly Summed[] {
  const mostLaps = Math.max(0, ...rows.map(({ lapCount }) => lapCount))
  const given = corrections.map((correction) => ({ correction, about: new Set(rowsAbout(correction.keys, rows)) }))
  return rows.map((row) => {
    const own = given.flatMap(({ correction, about }) => (about.has(row) ? correction : []))
    const sum = (kind: Correction['kind']): number => own.reduce((all, one) => all + (one.kind === kind ? (one.value ?? 0) : 0), 0)
    const has = (kind: Correction['kind']): boolean => own.some((one) => one.kind === kind)
    // against what stewards say it says nothing
    const isBack = row.status === 'DSQ' && has('REINSTATEMENT') && !has('DISQUALIFICATION')
    return {
      ...row,
      status: isBack ? statusOf(row.lapCount, isByHand ? 0 : mostLaps) : has('DISQUALIFICATION') ? 'DSQ' : row.status,
      isBack,
      penaltyMs: sum('TIME'),
      places: sum('POSITIONS'),
      adjustment: rounded(sum('ADJUSTMENT') - sum('POINTS')),
    }
  })
}

/** Of whom a file says nothing else, as it is where files say nothing of it: half the laps of the winner are enough (game-formats.md §9.3). */
const statusOf = (lapCount: number, mostLaps: number): RawRow['status'] => (lapCount < mostLaps * CLASSIFIED_SHARE ? 'DNF' : 'FINISHED')

/** Who is disqualified no more stands before the first who drove less, or as far in more time; whose laps nobody counted, where the file has them. */
function takenBack(rows: readonly Summed[]): readonly Summed[] {
  return rows
    .filter(({ isBack, lapCount }) => isBack && lapCount > 0)
    .reduce((all: readonly Summed[], row) => {
      const others = all.filter((one) => one !== row)
      const behind = others.findIndex((one) => isBehind(one, row))
      const ahead = others.findLastIndex(({ status }) => status === 'FINISHED' || (status === 'DNF' && row.status === 'DNF'))
      return others.toSpliced(behind < 0 ? ahead + 1 : behind, 0, row)
    }, rows)
}

/** Whether somebody comes behind another by how far they came: of who finished, and behind them of who retired. */
function isBehind(one: Summed, other: Summed): boolean {
  if (one.status === 'DNS' || one.status === 'DSQ' || other.status !== one.status) return false
  const times = [one.totalTimeMs, other.totalTimeMs].map((time) => time ?? Infinity)
  return one.lapCount < other.lapCount || (one.status === 'FINISHED' && one.lapCount === other.lapCount && times[0]! > times[1]!)
}

/** The rows with these in the places that they have among them: all others stay where they are. */
function among(rows: readonly Summed[], moved: readonly Summed[]): readonly Summed[] {
  const own = new Set(moved)
  const next = moved[Symbol.iterator]()
  return rows.map((row) => (own.has(row) ? next.next().value! : row))
}

/**
 * Finishers on the same lap by their times with penalties. What a file says of the order stands where no penalty speaks against it: the time of
 * somebody is never less than that of whoever came in before, and who retired or is a lap down stays in between.
 */
function byTime(rows: readonly Summed[]): readonly Summed[] {
  const laps = Map.groupBy(rows.filter(isFinisher), ({ lapCount }) => lapCount)
  return [...laps.values()].reduce((order, own) => {
    let soFar = 0
    const timed = own.map((row) => ({ row, at: withPenalty((soFar = Math.max(soFar, row.totalTimeMs ?? 0)), row) })).toSorted((a, b) => a.at - b.at)
    return among(
      order,
      timed.map(({ row }) => row),
    )
  }, rows)
}

/** Whoever loses places stands behind those who pass, and never behind the last finisher. */
function dropped(rows: readonly Summed[]): readonly Summed[] {
  const moved = rows
    .filter(isFinisher)
    .map((row, at) => ({ row, at: row.places === 0 ? at : at + row.places + Math.sign(row.places) / 2 }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ row }) => row)
  return among(rows, moved)
}

/** Nobody needs less than no time, whatever was given back: a penalty may be revoked since, or another file stand that has them quicker. */
const withPenalty = (timeMs: number, { penaltyMs }: Summed): number => Math.max(0, timeMs + penaltyMs)
const timeOf = (row: Summed): number | null => (row.totalTimeMs === null ? null : withPenalty(row.totalTimeMs, row))

const isFinisher = ({ status }: RawRow): boolean => status === 'FINISHED'

/** Who is disqualified comes behind all who drove, before those who did not start behind them. */
function last(rows: readonly Summed[]): readonly Summed[] {
  const others = rows.filter(({ status }) => status !== 'DSQ')
  const drove = others.findLastIndex(({ status }) => status !== 'DNS') + 1
  return others.toSpliced(drove, 0, ...rows.filter(({ status }) => status === 'DSQ'))
}

/** To the leader as it counts; a time of the own where somebody ahead took longer and lost no place for it. */
function gapOf(row: Summed, leader: Summed | undefined): RawRow['retired'] {
  if (row.status !== 'FINISHED' || !leader) return row.retired
  const own = timeOf(row)
  if (row === leader || row.id === leader.id) return { type: 'TIME', value: own }
  if (row.lapCount < leader.lapCount) return { type: 'LAPS', value: leader.lapCount - row.lapCount }
  const first = timeOf(leader)
  if (own === null || first === null) return { type: 'TIMEDIFF', value: null }
  return own < first ? { type: 'TIME', value: own } : { type: 'TIMEDIFF', value: own - first }
}
