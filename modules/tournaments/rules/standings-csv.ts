import { formatGap, formatLapTime } from '#core/lap-time.ts'
import type { RoundView, TournamentView } from '../contract/shapes.ts'
import type { StandingsRowView, StandingsView } from '../contract/standings.ts'

type Cell = StandingsRowView['cells'][number]
type Line = readonly (string | number | null)[]
type Season = {
  readonly carClasses: readonly Pick<TournamentView['carClasses'][number], 'id' | 'name'>[]
  readonly sessions: readonly RoundView[]
}

const SUBJECT = { DRIVERS: 'driver', TEAMS: 'team', NATIONS: 'nation' } as const

/**
 * A table of the season as rows, its head first, as the page shows it: a round that is dropped stands in parentheses, as published tables
 * have it, one of a disqualification as DSQ; one that is missed or not driven yet is empty. Points stay numbers. Where the best race time decides
 * there are none: a round has the places of its races. Who has no place has no gap.
 */
export function standingsRows({ carClasses, sessions }: Season, table: StandingsView): readonly Line[] {
  const { of, onlyBestRaceTime: isOfTimes } = table
  const rounds = table.rounds.flatMap((id) => sessions.find(({ sessionId }) => sessionId === id) ?? [])
  const isOfDrivers = of === 'DRIVERS'
  const head = [
    'pos',
    'change',
    SUBJECT[of],
    ...(isOfDrivers ? ['country', 'class', 'team'] : []),
    ...(isOfTimes ? ['bestTime', 'gap'] : ['points', 'gap', 'gross']),
    ...rounds.map(({ no, code }) => `R${no} ${code}`),
    ...(isOfTimes ? [] : ['adjustment']),
    'wins',
    'podiums',
    'poles',
    'fastestLaps',
    'starts',
  ]
  const lines = table.rows.map((row): Line => [
    row.position,
    row.change,
    of === 'NATIONS' ? row.country : row.name,
    ...(isOfDrivers ? [row.country, carClasses.find(({ id }) => id === row.carClassId)?.name ?? null, row.teamName] : []),
    ...(isOfTimes
      ? [formatLapTime(row.bestTimeMs), row.gap > 0 ? formatGap(row.gap).slice(1) : null]
      : [row.points, row.position === null ? null : row.gap, row.grossPoints]),
    ...rounds.map((_, at) => (isOfTimes ? placesIn : pointsIn)(row.cells[at] ?? null)),
    ...(isOfTimes ? [] : [row.adjustment]),
    row.wins,
    row.podiums,
    row.poles,
    row.fastestLaps,
    row.starts,
  ])
  return [head, ...lines]
}

const placesIn = (cell: Cell): string | null =>
  !cell || cell.isMissed ? null : cell.races.map(({ places: [place], status }) => String(place ?? status)).join(' ')

function pointsIn(cell: Cell): string | number | null {
  if (!cell || cell.isMissed) return null
  if (cell.isDropped) return `(${cell.points})`
  return cell.isDisqualified && cell.points === 0 ? 'DSQ' : cell.points
}
