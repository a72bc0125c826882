import type { SessionId, UserId } from '#core/ids.ts'
import { polesIn } from '#modules/points/rules.ts'
import { sameCars } from '#modules/results/rules/standing.ts'
import type { CarToCome, Part, RaceRow, RaceRules, Season, SeasonRules } from '#modules/standings/rules/season.ts'
import { NO_BONUS, USUAL_SEASON } from '#modules/standings/rules/season.ts'
import type { SessionStatus } from '#modules/sessions/rules.ts'
import type { TournamentType } from '#modules/sessions/rules/season.ts'
import type { PointSystem } from '../contract/shapes.ts'
import { isWonOut, type ParticipantStatus } from '../rules.ts'

type Keyed = { /** As whom its results know the car. */ readonly keys: readonly string[] }
export type QualifyingRow = Pick<RaceRow, 'driverIds' | 'classId' | 'splitNo' | 'status' | 'bestLapMs'> & { readonly keys: readonly string[] }
/** A race of an event as its results stand, all splits together. */
export type DrivenRace = {
  readonly sessionId: SessionId
  readonly no: number
  readonly rows: readonly (RaceRow & Keyed)[]
  /** The qualifying that its grid came from, in its order. */
  readonly qualifying?: readonly QualifyingRow[]
}
export type SeasonEvent = {
  readonly sessionId: SessionId
  /** How many races are planned in it. */
  readonly races: number
  /** Nothing more can be won in it. */
  readonly isOver: boolean
  /** Where it has several splits, the cars of those that may still bring a result. */
  readonly toCome?: readonly CarToCome[]
  /** Not published yet: its admins see it, and it is no round for anybody else. */
  readonly isDraft: boolean
  readonly multiplier: number
  readonly table: readonly number[] | null
  /** Of its first race, its second …; null, and those after them: the round's. */
  readonly raceTables: readonly (readonly number[] | null)[] | null
  /** What its fastest lap is worth; null: as in the season. */
  readonly fastestLap: number | null
}
export type Driver = {
  readonly userId: UserId
  readonly status: ParticipantStatus
  readonly classId: string | null
  readonly teamName: string | null
  readonly country: string | null
  readonly registeredAt: Date
}
/** Points of the season by hand, of no race: of a driver, or of a team. */
export type ByHand = {
  readonly id: string
  readonly userId: UserId | null
  readonly teamName: string | null
  readonly points: number
  readonly reason: string
}
export type SeasonFacts = {
  readonly type: TournamentType
  readonly pointSystem: PointSystem
  readonly maxEntries: number
  readonly events: readonly SeasonEvent[]
  readonly races: readonly DrivenRace[]
  readonly drivers: readonly Driver[]
  readonly byHand: readonly ByHand[]
}

type RacedEvent = { readonly status: SessionStatus; readonly statusAt: string; /** A race of it has a result. */ readonly hasResult: boolean }
/** How many of a season's events were raced, of those that were or still can be (docs/decisions/0051). */
export function racedOf(events: readonly RacedEvent[], now: Date): { readonly over: number; readonly of: number } {
  // of one that goes on another race is still to come, or another split
  const raced = events.filter(({ status, hasResult }) => status === 'ENDED' || (hasResult && status !== 'IN_PROGRESS'))
  const open = events.filter((event) => !raced.includes(event) && !isWonOut(event.status, Date.parse(event.statusAt), now.getTime()))
  return { over: raced.length, of: raced.length + open.length }
}

/** The season as its standings are worked out: each event is a round, in the order in which they are driven. */
export function seasonOf({ type, pointSystem, maxEntries, events, races, drivers }: SeasonFacts): Season {
  const inClass = classIn(drivers)
  const driven = Map.groupBy(races.map(asRegistered(inClass, pointSystem.scope)), ({ sessionId }) => sessionId)
  const rounds = events.map(({ sessionId, races: planned, isOver, isDraft, multiplier, table, raceTables, fastestLap, toCome = [] }) => {
    const coming = isOver ? [] : toCome.map(inClass)
    const here = driven.get(sessionId) ?? []
    const numbers = new Set(here.map(({ no }) => no))
    // of an event that is over nothing is left to win
    if (!isOver && !isDraft) for (let no = 1; no <= planned; no++) numbers.add(no)
    return {
      id: sessionId,
      races: [...numbers]
        .toSorted((a, b) => a - b)
        .map((no) => {
          const rows = here.find((race) => race.no === no)?.rows ?? null
          return {
            id: `${sessionId} ${no}`,
            rules: raceRulesOf(pointSystem, { multiplier, fastestLap, table: raceTables?.[no - 1] ?? table }),
            rows,
            toCome: no > planned ? [] : coming.filter(({ splitNo }) => !rows?.some((row) => row.splitNo === splitNo)),
          }
        }),
    }
  })
  const participants = drivers.map(({ userId, status, classId, teamName, country, registeredAt }) => ({
    id: userId,
    teamId: teamName,
    classId,
    nation: country,
    registeredAt: registeredAt.getTime(),
    isExcluded: status === 'DISQUALIFIED',
    hasLeft: status === 'LEFT',
    isGuest: false,
  }))
  return { rules: seasonRulesOf(pointSystem, { type, events }), rounds, participants, adjustments: [], gridSize: maxEntries }
}

type InClass = <Car extends Pick<RaceRow, 'classId' | 'driverIds'>>(car: Car) => Car
/**
 * In the class of the season: a driver's where the event knows no class of the season, as where Pro and Am drive the same car; where it does, that of
 * the car that was driven.
 */
function classIn(drivers: readonly Driver[]): InClass {
  const classes = new Map(drivers.flatMap(({ userId, classId }) => (classId === null ? [] : [[userId as string, classId]])))
  const ofSeason = new Set(classes.values())
  return (car) => {
    if (car.classId !== null && ofSeason.has(car.classId)) return car
    const registered = car.driverIds.flatMap((id) => classes.get(id) ?? [])
    return { ...car, classId: registered[0] ?? car.classId }
  }
}

/** In the classes of the season, and with its poles. */
function asRegistered(inClass: InClass, scope: PointSystem['scope']): (race: DrivenRace) => DrivenRace {
  return ({ rows, qualifying, ...race }) => {
    if (!qualifying) return { ...race, rows: rows.map(inClass) }
    const bySplit = Map.groupBy(qualifying.map(inClass), ({ splitNo }) => splitNo)
    const poles = new Set(
      [...bySplit].flatMap(([splitNo, split]) => {
        const raced = sameCars(
          split,
          rows.filter((row) => row.splitNo === splitNo),
        )
        return polesIn(split, scope).flatMap((row) => raced.get(row) ?? [])
      }),
    )
    return { ...race, rows: rows.map((row) => ({ ...inClass(row), pole: poles.has(row) })) }
  }
}

const seasonRulesOf = (
  { bestRounds, countingCars, countingIn, sharedCar }: PointSystem,
  { type, events }: Pick<SeasonFacts, 'type' | 'events'>,
): SeasonRules => ({
  ...USUAL_SEASON,
  // a series has no drivers of its own: whoever drives it is in it
  scores: type === 'SERIES' ? 'EVERYBODY' : 'REGISTERED',
  parts: bestRounds.map((part) => amongAll(part, events)),
  sharedCar,
  teams: { countingCars, countingIn, parts: [] },
})

/** A part counts the rounds that are published; here drafts stand between them. */
function amongAll({ from, to, best, except }: Part, events: SeasonFacts['events']): Part {
  const published = events.flatMap(({ isDraft }, at) => (isDraft ? [] : [at + 1]))
  const later = (no: number): number => published[no - 1] ?? events.length + no - published.length
  return { from: later(from), to: later(to), best, ...(except && { except: except.map(later) }) }
}

/** Where the best race time decides no race has any points, as its event shows none. */
const raceRulesOf = (
  { overallPointTable, minimumDistancePercent, scope, gridSize, bonus, onlyBestRaceTime }: PointSystem,
  { multiplier, table, fastestLap }: Pick<SeasonEvent, 'multiplier' | 'table' | 'fastestLap'>,
): RaceRules => ({
  points: onlyBestRaceTime
    ? { table: [0], minimumDistancePercent, scope, gridSize: null }
    : { table: table ?? overallPointTable, minimumDistancePercent, scope, gridSize },
  bonus: onlyBestRaceTime ? NO_BONUS : { ...bonus, fastestLap: fastestLap ?? bonus.fastestLap },
  multiplier,
  decidesTies: true,
})
