import { pointsRulesOf } from '#modules/points/rules.ts'
import { type Participant, type Race, type RaceRow, type RaceRules, type Season, type SeasonRules, USUAL_RACE, USUAL_SEASON } from './season.ts'

/** `1` classified there, `'DNF'` …; or more of a row. */
type Result = number | RaceRow['status'] | Partial<RaceRow>
export type Results = Readonly<Record<string, Result>>

export const row = (driver: string, result: Result): RaceRow => {
  const usual: RaceRow = {
    driverIds: [driver],
    teamId: null,
    classId: null,
    splitNo: 1,
    position: null,
    status: 'DNF',
    lapCount: 20,
    totalTimeMs: null,
    bestLapMs: null,
    qualified: null,
    adjustment: 0,
  }
  if (typeof result === 'number') return { ...usual, position: result, status: 'FINISHED' }
  if (typeof result === 'string') return { ...usual, status: result }
  return { ...usual, ...(result.position ? { status: 'FINISHED' } : {}), ...result }
}

export const race = (id: string, results: Results | null, rules: Partial<RaceRules> = {}): Race => ({
  id,
  rules: { ...USUAL_RACE, points: pointsRulesOf({ table: [10, 6, 4, 2, 1] }), ...rules },
  rows: results && Object.entries(results).map(([driver, result]) => row(driver, result)),
})

export const participant = (id: string, more: Partial<Participant> = {}): Participant => ({
  id,
  teamId: null,
  classId: null,
  nation: null,
  registeredAt: null,
  isExcluded: false,
  isGuest: false,
  ...more,
})

/** One race a round; null: not driven yet. */
export const season = (
  rounds: readonly (Results | null | readonly Race[])[],
  rules: Partial<SeasonRules> = {},
  more: Partial<Season> = {},
): Season => ({
  rules: { ...USUAL_SEASON, ...rules },
  rounds: rounds.map((one, at) => ({ id: `R${at + 1}`, races: Array.isArray(one) ? one : [race(`R${at + 1}`, one as Results | null)] })),
  participants: [],
  adjustments: [],
  gridSize: 20,
  ...more,
})
