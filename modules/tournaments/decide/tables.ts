import { bestTimesOf } from '#modules/standings/rules/best-time.ts'
import type { TableScope } from '#modules/standings/rules/outcomes.ts'
import { scoreSeason } from '#modules/standings/rules/race.ts'
import { scorersOf, type Season } from '#modules/standings/rules/season.ts'
import { type Standings, standingsOf, type StandingsRow } from '#modules/standings/rules/table.ts'
import type { StandingsRowView } from '../contract/standings.ts'
import { type ByHand, seasonOf, type SeasonFacts } from './season.ts'

export type KeptRow = Omit<StandingsRow, 'adjustedBy'> & {
  readonly carClassId: string | null
  readonly teamName: string | null
  readonly bestTimeMs: number | null
  readonly byHand: readonly Pick<ByHand, 'id' | 'points' | 'reason'>[]
}
export type KeptTable = TableScope & Omit<Standings, 'rows'> & { readonly rounds: readonly string[]; readonly rows: readonly KeptRow[] }

/** Every table of the season that its page shows: drivers, of each class too, teams where there are any, nations where they are wanted. */
export function tablesOf(facts: SeasonFacts): readonly KeptTable[] {
  const season = seasonOf(facts)
  const scored = scoreSeason(season)
  const drivers = new Map(facts.drivers.map((one) => [one.userId as string, one]))
  const scorers = scorersOf(season)
  const all = season.rounds.flatMap(({ races }) => races.flatMap((race) => race.rows ?? []))
  const rows = season.rules.scores === 'EVERYBODY' ? all : all.filter(({ driverIds }) => scorers(driverIds).length > 0)
  const driven = new Map(rows.flatMap((row) => row.driverIds.map((id) => [id, row] as const)))
  const classIds = new Set([...facts.drivers.map(({ classId }) => classId), ...rows.map(({ classId }) => classId)])
  const hasTeams = facts.drivers.some(({ teamName }) => teamName !== null) || rows.some(({ teamId }) => teamId !== null)
  const scopes: readonly TableScope[] = [
    { of: 'DRIVERS', classId: null },
    ...[...classIds].flatMap((classId) => (classId === null ? [] : [{ of: 'DRIVERS' as const, classId }])),
    ...(hasTeams ? [{ of: 'TEAMS' as const, classId: null }] : []),
    ...(facts.pointSystem.nations ? [{ of: 'NATIONS' as const, classId: null }] : []),
  ]
  const classOf = (id: string): string | null => drivers.get(id)?.classId ?? driven.get(id)?.classId ?? null
  const reasons = new Map(facts.byHand.map(({ id, points, reason }) => [id, { id, points, reason }]))
  return scopes.map((scope) => {
    // in one class alone, whichever they drove in
    const inScope = facts.byHand.filter(({ userId }) => scope.classId === null || (userId !== null && classOf(userId) === scope.classId))
    const ofDrivers = scope.of === 'DRIVERS' || (scope.of === 'TEAMS' && season.rules.teams.countingIn === 'SEASON_DRIVERS')
    const adjustments = inScope.flatMap(({ id, userId, teamName, points }) => {
      const subjectId = (scope.of === 'TEAMS' ? teamName : null) ?? (ofDrivers ? userId : null)
      return subjectId === null ? [] : [{ id, subjectId, roundId: null, points }]
    })
    const { rows: standing, ...standings } = standingsOf({ ...season, adjustments }, scope, scored)
    const own = (id: string) => (scope.of === 'DRIVERS' ? id : '')
    const kept = standing.map(({ adjustedBy, ...row }): KeptRow => ({
      ...row,
      carClassId: scope.classId ?? classOf(own(row.id)),
      teamName: drivers.get(own(row.id))?.teamName ?? driven.get(own(row.id))?.teamId ?? null,
      bestTimeMs: null,
      byHand: adjustedBy.flatMap(({ id }) => reasons.get(id!) ?? []),
    }))
    const ordered = facts.pointSystem.onlyBestRaceTime && scope.of === 'DRIVERS' ? byTime(season, scope, kept) : kept
    return { ...scope, ...standings, rounds: season.rounds.map(({ id }) => id), rows: ordered }
  })
}

export type ReadRow = Omit<KeptRow, 'cells'> & Pick<StandingsRowView, 'cells'>

/** A kept table's rows with their rounds, which are kept beside it; null: of a table that was kept before they stood apart. */
export const rowsOf = (kept: Pick<KeptTable, 'rows'>, cells: readonly StandingsRowView['cells'][] | null): readonly ReadRow[] =>
  kept.rows.map((row, at) => ({ ...row, cells: cells?.[at] ?? cellsOf(row) }))

/** The rounds of a row as its page shows them. */
export const cellsOf = ({ cells }: Pick<KeptRow, 'cells'>): StandingsRowView['cells'] =>
  cells.map((cell) => {
    if (!cell) return null
    const { points, isDropped, isDisqualified, isMissed, races } = cell
    return {
      points,
      ...said({ isDropped, isDisqualified, isMissed }),
      races: races.map(
        ({ no, points: ofRace, places, status, hasPole, hasFastestLap, adjustment, penaltyMs, penaltyPlaces, splitNo, share, leftOut }, index) => ({
          // of a table that was kept before these were
          no: no ?? index + 1,
          points: ofRace,
          places: [...places],
          status,
          ...said({ hasPole, hasFastestLap, adjustment, penaltyMs, penaltyPlaces, splitNo, share }),
          ...(leftOut && { leftOut: [...leftOut] }),
        }),
      ),
    }
  })

/** What says more than no or nothing. */
const said = <Facts extends Readonly<Record<string, boolean | number | undefined>>>(facts: Facts): Partial<Facts> =>
  Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact)) as Partial<Facts>

/** Points are hidden: place and gap are those of the best race time. */
function byTime(season: Season, { classId }: TableScope, rows: readonly KeptRow[]): readonly KeptRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return bestTimesOf(season, classId).flatMap(({ id, position, bestTimeMs, gapMs }) => {
    const row = byId.get(id)
    const nothing = { isShared: false, points: 0, grossPoints: 0, interval: 0, change: null, decidedBy: null }
    return row ? [{ ...row, ...nothing, position, bestTimeMs, gap: gapMs ?? 0 }] : []
  })
}
