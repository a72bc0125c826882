/** The numbers of decisions 4 (ratings); ranks in points, times in minutes. */
export const START_RANK = 1500
export const FLOOR_RANK = 0
export const PROVISIONAL_RACES = 10
export const FEWEST_STARTERS = 6
const K = 150
const SPREAD = 400
const LEAST_MINUTES = 10
const LEAST_LAPS = 5
const FULL_WEIGHT_MINUTES = 30

/** A driver's rank in one game; `races` are ranked ones. */
export type Rank = { readonly rank: number; readonly races: number }
export const NEW_RANK: Rank = { rank: START_RANK, races: 0 }

export type Outcome = 'FINISHED' | 'DNF' | 'DISQUALIFIED' | 'DNS'
/** A car at the end of a race: `position` counts among finishers alone, `minutes` is its whole time. */
export type Finish = { readonly id: string; readonly outcome: Outcome; readonly position: number; readonly laps: number; readonly minutes: number }

export const isProvisional = (own: Rank): boolean => own.races < PROVISIONAL_RACES
/** "p 2 while provisional else 1" */
export const factorOf = (own: Rank): number => (isProvisional(own) ? 2 : 1)
/** "w = clamp(√(race minutes/30), 0.5, 1.5)" */
export const weightOf = (minutes: number): number => Math.min(1.5, Math.max(0.5, Math.sqrt(minutes / FULL_WEIGHT_MINUTES)))

const PLACE: Readonly<Record<Outcome, number>> = { FINISHED: 0, DNF: 1, DISQUALIFIED: 2, DNS: 3 }

/**
 * "Order: finishers, DNFs by laps, disqualified last; non-starters left out." Zero: neither beat the other (the same laps before they retired,
 * both disqualified), which is half a win for each, so that the order of rows says nothing.
 */
export function byFinish(one: Finish, other: Finish): number {
  const apart = PLACE[one.outcome] - PLACE[other.outcome]
  if (apart !== 0) return apart
  if (one.outcome === 'FINISHED') return one.position - other.position
  return one.outcome === 'DNF' ? other.laps - one.laps : 0
}

/** Who started, in an order that is the same whatever the order of the rows: sums of fractions depend on it in their last digit. */
export const startersOf = <Car extends Finish>(cars: readonly Car[]): Car[] =>
  cars.filter((car) => car.outcome !== 'DNS').toSorted((one, other) => byFinish(one, other) || (one.id < other.id ? -1 : 1))

/**
 * "Fewer than 6 starters in the class, or a winner under 10 min and under 5 laps: UNRANKED." `starters` as `startersOf` orders them. Of a race kept
 * by hand without times nobody knows how long it was.
 */
export function whyUnranked(starters: readonly Pick<Finish, 'minutes' | 'laps'>[]): 'STARTERS' | 'SHORT' | 'UNTIMED' | null {
  const winner = starters[0]
  if (!winner || starters.length < FEWEST_STARTERS) return 'STARTERS'
  if (winner.minutes >= LEAST_MINUTES || winner.laps >= LEAST_LAPS) return null
  return winner.minutes === 0 && winner.laps === 0 ? 'UNTIMED' : 'SHORT'
}
export const isRanked = (starters: readonly Finish[]): boolean => whyUnranked(starters) === null

/** The chance of beating the other: "1/(1+10^((Rⱼ−Rᵢ)/400))". */
export const chanceOf = (own: number, other: number): number => 1 / (1 + 10 ** ((other - own) / SPREAD))

export type Score = { readonly won: number; readonly expected: number; readonly starters: number; readonly change: number }

/**
 * "Δᵢ = K · w · p · (wonᵢ − Σⱼ 1/(1+10^((Rⱼ−Rᵢ)/400))) / n with K 150", here without p: in a team each driver has an own one.
 * `minutes` are the class winner's, since a race by laps has no planned ones.
 */
export function scoresOf(starters: readonly (Finish & { readonly rank: number })[]): Map<string, Score> {
  const weight = weightOf(starters[0]?.minutes ?? 0)
  return new Map(
    starters.map((own) => {
      const others = starters.filter((other) => other !== own)
      const won = others.reduce((sum, other) => sum + (1 + Math.sign(byFinish(other, own))) / 2, 0)
      const expected = others.reduce((sum, other) => sum + chanceOf(own.rank, other.rank), 0)
      return [own.id, { won, expected, starters: starters.length, change: (K * weight * (won - expected)) / starters.length }]
    }),
  )
}

/** One at the wheel; `seconds` driven. */
export type AtWheel = { readonly userId: string; readonly seconds: number }

/** Each driver's part of the driving; where no times are known, all drove alike. Whoever never drove has none. */
export function sharesOf(crew: readonly AtWheel[]): Map<string, number> {
  const ordered = crew.toSorted((one, other) => (one.userId < other.userId ? -1 : 1))
  const whole = ordered.reduce((sum, one) => sum + one.seconds, 0)
  const drove = ordered.filter((one) => whole === 0 || one.seconds > 0)
  return new Map(drove.map((one) => [one.userId, whole === 0 ? 1 / drove.length : one.seconds / whole]))
}

/** "A team's rating is the mean by driving time"; who has no account counts as a new driver does, and so does a car of such drivers alone. */
export const crewRank = (shares: ReadonlyMap<string, number>, rankOf: (userId: string) => number): number =>
  shares.size === 0 ? START_RANK : [...shares].reduce((sum, [userId, share]) => sum + share * rankOf(userId), 0)

/** "each driver takes Δ × own share × crew size, at most Δ"; the crew are those who drove. */
export const partOf = (share: number, crew: number): number => Math.min(1, share * crew)

/** The rank after a race whose change for the car is `change` (without p). */
export const rankAfter = (own: Rank, change: number, part: number): Rank => ({
  rank: Math.max(FLOOR_RANK, own.rank + change * factorOf(own) * part),
  races: own.races + 1,
})

/** "Rank per game, and one overall (mean weighted by races)." */
export function overallOf(games: readonly Rank[]): Rank {
  const races = games.reduce((sum, game) => sum + game.races, 0)
  const rank = games.map((game) => game.rank * game.races).toSorted((one, other) => one - other)
  return races === 0 ? NEW_RANK : { rank: rank.reduce((sum, one) => sum + one, 0) / races, races }
}

/** "Field strength: rounded mean rank of a split's drivers." */
export function fieldStrengthOf(ranks: readonly number[]): number | null {
  if (ranks.length === 0) return null
  return Math.round(ranks.toSorted((one, other) => one - other).reduce((sum, rank) => sum + rank, 0) / ranks.length)
}
