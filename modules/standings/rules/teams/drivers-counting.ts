import { type Car, type Cars, carRulesOf, carsOf, sumOf, toComeOf } from '../cars.ts'
import { droppedOf, rounded, type RoundScore } from '../counted.ts'
import { outcomesOf, type TableScope } from '../outcomes.ts'
import { dropRulesOf, peopleOf, type Person } from '../people.ts'
import type { ScoredRace } from '../race.ts'
import type { Season, SeasonAdjustment } from '../season.ts'

/** A table of teams that have what their drivers have of the season. */
export type DriversCounting = {
  /** Once the rounds up to this one are held: the cars that count, and the adjustments, the drivers' too, as their teams'. */
  readonly countedAfter: (end: number) => { readonly cars: ReadonlySet<Car>; readonly adjustments: readonly SeasonAdjustment[] }
  /** What a team had then. */
  readonly pointsAfter: (end: number, team: Person) => number
  /** How much more than now its drivers have at least once all rounds are held: one below zero can still be dropped. */
  readonly slackOf: (teamId: string) => number
}

/** A driver's drives for one team, and where it is theirs by now what they have by hand. */
type Drives = {
  readonly driverId: string
  readonly cars: readonly { readonly car: Car; readonly at: number }[]
  readonly byHand: readonly SeasonAdjustment[]
}
type Counted = { readonly cars: readonly Car[]; readonly byHand: readonly SeasonAdjustment[]; readonly points: number }
type Scores = readonly (RoundScore | null)[]

/** `cars`: of the teams, each by its drivers. What a driver has by hand is with the team they are in, or drove for last. */
export function driversCounting(season: Season, scope: TableScope, scored: ReadonlyMap<string, ScoredRace>, cars: Cars): DriversCounting {
  const ofDrivers = { of: 'DRIVERS', classId: scope.classId } as const
  const outcomes = outcomesOf(season, ofDrivers, carsOf(season, scored, ofDrivers))
  const { adjustments } = season
  const people = peopleOf(season, ofDrivers, { outcomes, toCome: toComeOf(season, ofDrivers), adjustments })
  const scores = new Map(people.map((one) => [one.subject.id, one.scores]))
  const rules = dropRulesOf(season, ofDrivers)
  const most = carRulesOf(season, scope)?.countingCars ?? Infinity
  const teams = teamsOf(season, cars, (id) => (scores.has(id) ? adjustments.filter(({ subjectId }) => subjectId === id) : []))
  const ofTeams = adjustments.filter(({ subjectId }) => !scores.has(subjectId))
  const roundAt = new Map(season.rounds.map(({ id }, at) => [id, at]))
  /** The round something by hand belongs to; none, where nothing is known of that round yet. */
  const atRound = ({ roundId }: SeasonAdjustment, rounds: readonly unknown[]): number | null => {
    const at = roundId === null ? undefined : roundAt.get(roundId)
    return at !== undefined && rounds[at] ? at : null
  }
  /** The drivers of a team who count, where they have this of the rounds up to one of them. */
  const counting = (team: string, scoresOf: (driverId: string) => Scores, end = Infinity): readonly Counted[] =>
    (teams.get(team) ?? [])
      .map(({ driverId, cars: driven, byHand }): Counted & { driverId: string } => {
        const all = scoresOf(driverId)
        const dropped = droppedOf(all.slice(0, end + 1), rules)
        const counts = (at: number | null): boolean => at === null || (at <= end && !dropped[at])
        const own = driven.flatMap(({ car, at }) => (counts(at) ? [car] : []))
        const given = byHand.filter((one) => counts(atRound(one, all)))
        return { driverId, cars: own, byHand: given, points: sumOf(own) + pointsOf(given) }
      })
      .toSorted((a, b) => b.points - a.points || (a.driverId < b.driverId ? -1 : 1))
      .slice(0, most)
  // in the table of a class nobody of another
  const now = (id: string): Scores => scores.get(id) ?? []
  const isOpen = season.rounds.map(({ races }) => races.some(({ id, toCome = [] }) => !scored.has(id) || toCome.length > 0))
  /** Who drives for a team for the first time, be it without a point, takes the place of who is below zero. */
  const mayGrow = most !== Infinity && isOpen.includes(true)
  const atLast = (id: string): Scores => now(id).map((score, at) => score ?? (isOpen[at] ? NOTHING : null))
  return {
    countedAfter: (end) => {
      const counted = [...teams.keys()].flatMap((team) => counting(team, now, end).map((one) => ({ ...one, team })))
      const byHand = counted.flatMap((one) => one.byHand.map((given) => ({ ...given, subjectId: one.team })))
      return { cars: new Set(counted.flatMap((one) => one.cars)), adjustments: [...ofTeams, ...byHand] }
    },
    pointsAfter: (end, { subject, cells }) => {
      const own = ofTeams.filter((one) => one.subjectId === subject.id && (atRound(one, cells) ?? -1) <= end)
      return rounded(pointsOf(counting(subject.id, now, end)) + pointsOf(own))
    },
    slackOf: (team) => {
      const last = counting(team, atLast)
      const kept = mayGrow ? last.map(({ points }) => ({ points: Math.max(0, points) })) : last
      return Math.max(0, pointsOf(kept) - pointsOf(counting(team, now)))
    },
  }
}

const pointsOf = (all: readonly { readonly points: number }[]): number => all.reduce((sum, { points }) => sum + points, 0)
const NOTHING: RoundScore = { points: 0, isDisqualified: false, isMissed: false }

/** Of each team its drivers, with their cars by the numbers of rounds. */
function teamsOf(
  { rounds, participants }: Season,
  cars: Cars,
  byHandOf: (driverId: string) => readonly SeasonAdjustment[],
): ReadonlyMap<string, readonly Drives[]> {
  const drives = rounds.flatMap(({ races }, at) =>
    races.flatMap(({ id }) => [...(cars.get(id) ?? [])].flatMap(([team, own]) => own.map((car) => ({ team, driverId: car.driverId!, car, at })))),
  )
  const teams = new Map(drives.map(({ driverId, team }) => [driverId, team]))
  for (const { id, teamId } of participants) if (teamId !== null) teams.set(id, teamId)
  const members = [...teams].map(([driverId, team]) => ({ driverId, team, car: null, at: 0 }))
  return new Map(
    [...Map.groupBy([...drives, ...members], ({ team }) => team)].map(([team, ofTeam]) => [
      team,
      [...Map.groupBy(ofTeam, ({ driverId }) => driverId)].map(([driverId, own]) => ({
        driverId,
        cars: own.flatMap(({ car, at }) => (car ? [{ car, at }] : [])),
        byHand: teams.get(driverId) === team ? byHandOf(driverId) : [],
      })),
    ]),
  )
}
