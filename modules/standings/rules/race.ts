import { multiplied, racePoints } from '#modules/points/rules.ts'
import { fieldOf, type Race, type RaceRow, type RaceRules, type Season } from './season.ts'

/** What a row of a race is worth, before several drivers share it. */
export type ScoredRow = {
  readonly row: RaceRow
  /** Among those it scores with: its split, or its class there; `null`: not classified. */
  readonly place: number | null
  readonly points: number
  readonly hasPole: boolean
  readonly hasFastestLap: boolean
}
export type ScoredRace = { readonly id: string; readonly rules: RaceRules; readonly rows: readonly ScoredRow[] }

/** The points of every row of one race. A race's points follow from the race alone, so that a late penalty works out one race anew. */
export function scoreRace(race: Race, season: Pick<Season, 'participants' | 'rules'>): ScoredRace | null {
  if (!race.rows) return null
  const guests = new Set(season.participants.flatMap((one) => (one.isGuest ? [one.id] : [])))
  const isGuest = (row: RaceRow): boolean => row.isGuest ?? (row.driverIds.length > 0 && row.driverIds.every((id) => guests.has(id)))
  const passes = season.rules.guests === 'PASS' && race.rows.some(isGuest)
  const fields = Map.groupBy(race.rows, (row) => fieldOf(row, race.rules.points))
  const marked = [...fields.values()].flatMap((field) => {
    const inIt = passes ? field.filter((row) => !isGuest(row)) : field
    const renumbers = passes || race.rules.points.scope === 'CLASS'
    const places = renumbers ? ranksOf(inIt) : new Map(inIt.map((row) => [row, placeOf(row)]))
    const poles = new Set(polesOf(inIt))
    const fastest = new Set(fastestOf(inIt))
    const winnerLaps = lapsOfFirst(inIt, places)
    const starters = inIt.filter(({ status }) => status !== 'DNS').length
    return field.map((row): ScoredRow => {
      const place = places.get(row) ?? null
      const one = { row, place, points: 0, hasPole: poles.has(row), hasFastestLap: fastest.has(row) }
      if (isGuest(row)) return { ...one, points: row.adjustment }
      const share = season.rules.sharedCar === 'SHARE' ? fastest.size : 1
      const earned = place === null ? 0 : racePoints({ ...row, position: place }, winnerLaps, starters, race.rules.points)
      return { ...one, points: multiplied(earned, race.rules.multiplier) + bonusOf(one, race.rules, share) + row.adjustment }
    })
  })
  return { id: race.id, rules: race.rules, rows: marked }
}

/** Of who is classified first: whoever drove further and was disqualified has not won. */
function lapsOfFirst(rows: readonly RaceRow[], places: ReadonlyMap<RaceRow, number | null>): number {
  let first: { readonly place: number; readonly laps: number } | null = null
  for (const row of rows) {
    const place = places.get(row) ?? null
    if (place !== null && (first === null || place < first.place)) first = { place, laps: row.lapCount }
  }
  return first?.laps ?? 0
}

const placeOf = ({ position, status }: RaceRow): number | null => (status === 'FINISHED' ? position : null)

/** Places of these among themselves, as a result counts those of a class. */
function ranksOf(rows: readonly RaceRow[]): ReadonlyMap<RaceRow, number | null> {
  const inOrder = rows.filter((row) => standingAt(row) !== null).toSorted((a, b) => standingAt(a)! - standingAt(b)!)
  const ranks = new Map<RaceRow, number>()
  for (const [at, row] of inOrder.entries()) {
    const before = inOrder[at - 1]
    ranks.set(row, before && standingAt(before) === standingAt(row) ? ranks.get(before)! : at + 1)
  }
  return new Map([...ranks].map(([row, rank]) => [row, placeOf(row) === null ? null : rank]))
}

const standingAt = (row: RaceRow): number | null => row.standsAt ?? placeOf(row)

/** Who has the pole: those it is said of, or else the first of the qualifying. Where they have no row nobody has it. */
function polesOf(rows: readonly RaceRow[]): readonly RaceRow[] {
  return rows.some(({ pole }) => pole !== undefined) ? rows.filter(({ pole }) => pole) : rows.filter(({ qualified }) => qualified === 1)
}

/** Who has the fastest lap: those it is said of, or else the first by time of those who started and were not disqualified. */
function fastestOf(rows: readonly RaceRow[]): readonly RaceRow[] {
  if (rows.some(({ fastestLap }) => fastestLap !== undefined)) return rows.filter(({ fastestLap }) => fastestLap)
  const able = rows.filter(({ status }) => status !== 'DSQ' && status !== 'DNS')
  const best = able.reduce((least, { bestLapMs }) => Math.min(least, bestLapMs ?? Infinity), Infinity)
  const level = able.filter(({ bestLapMs }) => bestLapMs === best)
  return level.toSorted(inOrder).slice(0, 1)
}

const inOrder = (a: RaceRow, b: RaceRow): number =>
  (standingAt(a) ?? Number.MAX_SAFE_INTEGER) - (standingAt(b) ?? Number.MAX_SAFE_INTEGER) || (String(a.driverIds) < String(b.driverIds) ? -1 : 1)

function bonusOf({ row, place, hasPole, hasFastestLap }: ScoredRow, { bonus }: RaceRules, fastestShared: number): number {
  if (row.status === 'DSQ' || row.status === 'DNS') return 0
  const isWithin = bonus.fastestLapWithin === null || (place !== null && place <= bonus.fastestLapWithin)
  return (hasPole ? bonus.pole : 0) + (hasFastestLap && isWithin ? bonus.fastestLap / fastestShared : 0)
}

/** All races that were driven, by id. */
export function scoreSeason(season: Season): ReadonlyMap<string, ScoredRace> {
  const scored = season.rounds.flatMap(({ races }) => races.map((race) => scoreRace(race, season)))
  return new Map(scored.flatMap((race) => (race ? [[race.id, race]] : [])))
}

/** As `scoreSeason` of the season as it is now, where only this race is otherwise than when `before` was worked out. */
export function scoreAgain(before: ReadonlyMap<string, ScoredRace>, season: Season, raceId: string): ReadonlyMap<string, ScoredRace> {
  const race = season.rounds.flatMap(({ races }) => races).find(({ id }) => id === raceId)
  const scored = race ? scoreRace(race, season) : null
  const after = new Map(before)
  if (scored) after.set(raceId, scored)
  else after.delete(raceId)
  return after
}
