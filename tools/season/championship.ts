/** What the rules of the Formula One world championship, which no file tells, and its stewards said of the teams' points and of who was level. */
import type { TieRule } from '#modules/standings/rules/season.ts'

export type Of = 'DRIVERS' | 'TEAMS'

/** Until then only places in the points decided between two who were level, and who had no points had no place. */
const EVERY_PLACE_DECIDES_SINCE = 2000
/** Of these years the published tables have who was in the points first before who was later. */
const FIRST_RESULT_DECIDED: Readonly<Record<Of, readonly number[]>> = { DRIVERS: [1995, 1998, 1999], TEAMS: [1991, 1999] }
/** Until then the best-placed car of a team counted alone, and its rounds were dropped as drivers' were. */
const EVERY_CAR_COUNTS_SINCE = 1979
/** A win was worth 9 points to its driver, and to its team as before. */
const TEAM_POINTS: Readonly<Record<number, readonly number[]>> = { 1961: [8, 6, 4, 3, 2, 1] }
/** Until then the fastest lap was the driver's alone. */
const TEAMS_HAVE_BONUS_SINCE = 1960
/** The International Cup for F1 Manufacturers was first given that year. */
const TEAMS_SINCE = 1958

type Deduction = { readonly year: number; readonly race: string; readonly team: string; readonly points: number }
/** What stewards took from teams and left to their drivers. */
const DEDUCTIONS: readonly Deduction[] = [
  // Brazil 1995, fuel: the court "reinstated" the drivers "and yet confirmed the disqualifications of their teams" (The Independent)
  { year: 1995, race: 'brazil', team: 'benetton', points: -10 },
  { year: 1995, race: 'brazil', team: 'williams', points: -6 },
  // Austria 2000, a missing seal: "only deduct the points awarded to car number one in the constructors' championship" (stewards, 25 July 2000)
  { year: 2000, race: 'austria', team: 'mclaren', points: -10 },
  // Before Belgium 2018, the team sold: the former entry was excluded with its 59 points, "drivers … keep their points" (RaceFans, 23 August 2018)
  { year: 2018, race: 'belgium', team: 'force-india', points: -59 },
  // Styria 2020, brake ducts: "the team would lose 7.5 constructors' championship points for both its cars" (motorsport.com, 7 August 2020)
  { year: 2020, race: 'styria', team: 'racing-point', points: -15 },
]
/** The year a season is named for; where it has none the rules are today's. */
export const yearOf = (season: number | string): number => Number(/\b(?:19|20)\d\d(?!\d)/.exec(String(season))?.[0] ?? Infinity)

export function tiesIn(year: number, of: Of): readonly TieRule[] {
  if (year >= EVERY_PLACE_DECIDES_SINCE) return ['PLACES']
  return FIRST_RESULT_DECIDED[of].includes(year) ? ['SCORING_PLACES', 'FIRST_RESULT'] : ['SCORING_PLACES']
}
export const hasTeams = (year: number): boolean => year >= TEAMS_SINCE
export const isOfBestCar = (year: number): boolean => year < EVERY_CAR_COUNTS_SINCE
export const teamPointsIn = (year: number): readonly number[] | undefined => TEAM_POINTS[year]
export const teamsHaveBonus = (year: number): boolean => year >= TEAMS_HAVE_BONUS_SINCE
/** Of drivers alone: its cars were no cars of the teams' championship. */
export const isOfDriversAlone = (year: number, circuit: string | undefined): boolean => year <= 1960 && circuit === 'indianapolis'

export const deductedIn = (year: number, race: string | undefined): readonly Deduction[] =>
  DEDUCTIONS.filter((one) => one.year === year && one.race === race)

/** Who was put out of a season after its last race. */
const EXCLUDED: Readonly<Record<number, readonly string[]>> = {
  // Jerez 1997, a collision: out of the drivers' championship by the World Motor Sport Council, while his results stood
  1997: ['michael-schumacher'],
  // Another team's drawings: out of the constructors' championship by the World Motor Sport Council, while its drivers kept their points
  2007: ['mclaren'],
}
export const excludedIn = (year: number): readonly string[] => EXCLUDED[year] ?? []
