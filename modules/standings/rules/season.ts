/**
 * standings: what a season's results come to, for drivers, teams, nations and classes (decisions.md §3 "Points tables", product.md §3
 * "Tournament"). A room of rules alone: no tables, no calls, no clock. Ids are whatever the caller has.
 */
import { type PlaceRules, pointsRulesOf } from '#modules/points/rules.ts'
import type { CountedIn } from './teams/counted-in.ts'

export type RaceStatus = 'FINISHED' | 'DNF' | 'DSQ' | 'DNS'

/** One car in one race as it was classified. */
export type RaceRow = {
  /** Several: they shared the car. */
  readonly driverIds: readonly string[]
  readonly teamId: string | null
  readonly classId: string | null
  readonly splitNo: number
  /** In its split; `null`: not classified. */
  readonly position: number | null
  /** As `position`, of who is not classified too: whoever retired may stand before others who finished, who do not move up. */
  readonly standsAt?: number
  readonly status: RaceStatus
  readonly lapCount: number
  readonly totalTimeMs: number | null
  readonly bestLapMs: number | null
  /** Place in the qualifying before it, in its class where the class scores; 1 has the pole. */
  readonly qualified: number | null
  /** Said outright; where no row of a race says it, the best lap and the first of qualifying have them. */
  readonly fastestLap?: boolean
  readonly pole?: boolean
  /** Points given or taken by hand, together. */
  readonly adjustment: number
  /** Added to the time after the flag, or taken off it. */
  readonly penaltyMs?: number
  /** Lost after the flag, or given where they are less than none; `position` is behind them. */
  readonly penaltyPlaces?: number
  /** Drove this race as a guest. */
  readonly isGuest?: boolean
}

export type BonusRules = {
  readonly pole: number
  readonly fastestLap: number
  /** Only for who is classified up to this place; `null`: for whoever drove it and was not disqualified. */
  readonly fastestLapWithin: number | null
}

export type RaceRules = {
  readonly points: PlaceRules
  readonly bonus: BonusRules
  /** Of the places' points; bonus points stay as they are. */
  readonly multiplier: number
  /** Whether its wins and places decide between two who are level: those of a sprint do not. */
  readonly decidesTies: boolean
}

/** A car of a split whose result is still to come. */
export type CarToCome = Pick<RaceRow, 'driverIds' | 'teamId' | 'classId' | 'splitNo'>
/** `rows` null: not driven yet; `toCome`: where some splits have driven it, the cars of those that have not. */
export type Race = {
  readonly id: string
  readonly rules: RaceRules
  readonly rows: readonly RaceRow[] | null
  readonly toCome?: readonly CarToCome[]
}
/** Whom a car scores with: its split, or its class there; each has a first place of its own. */
export const fieldOf = ({ splitNo, classId }: Pick<RaceRow, 'splitNo' | 'classId'>, { scope }: Pick<PlaceRules, 'scope'>): string =>
  scope === 'CLASS' ? `${splitNo} ${classId}` : `${splitNo}`
/** Rounds stand in the order in which they are driven. */
export type Round = { readonly id: string; readonly races: readonly Race[] }

/** Of the rounds `from` to `to`, counted from 1, only the best so many count; `except`: and these besides, which are never dropped. */
export type Part = { readonly from: number; readonly to: number; readonly best: number; readonly except?: readonly number[] | undefined }

/**
 * PLACES: most wins, then seconds …; SCORING_PLACES: the same, only of places that earn points; LAST_RESULT: the better last result, then
 * the one before; FIRST_RESULT: who was in the points first.
 */
export const TIE_RULES = ['PLACES', 'SCORING_PLACES', 'LAST_RESULT', 'FIRST_RESULT', 'REGISTRATION'] as const
export type TieRule = (typeof TIE_RULES)[number]

export type SeasonRules = {
  /** None: every round counts. */
  readonly parts: readonly Part[]
  readonly mayDropDisqualified: boolean
  readonly mayDropMissed: boolean
  readonly ties: readonly TieRule[]
  /** What drivers of one car get: each all of it, or each a share. */
  readonly sharedCar: 'FULL' | 'SHARE'
  /** `PASS`: a guest's place is passed on to who comes after. */
  readonly guests: 'TAKE' | 'PASS'
  /** `REGISTERED`: whoever is no participant keeps the place in the race, and is in no table. */
  readonly scores: 'EVERYBODY' | 'REGISTERED'
  readonly teams: CarRules
  readonly nations: CarRules
}

/** What of the cars of a team, or a nation, counts. */
export type CarRules = {
  /** The best so many cars or drivers; `null`: all. */
  readonly countingCars: number | null
  readonly countingIn: CountedIn
  readonly parts: readonly Part[]
}

export type Participant = {
  readonly id: string
  readonly teamId: string | null
  readonly classId: string | null
  readonly nation: string | null
  readonly registeredAt: number | null
  /** Disqualified from the season: has no place, and nobody's place changes by it. */
  readonly isExcluded: boolean
  readonly isGuest: boolean
  /** Drives no more of it: what they have stays, and nothing comes. */
  readonly hasLeft?: boolean
}

/** Points of the season that belong to no car of a race: for a driver, a team or a nation. */
export type SeasonAdjustment = {
  /** Whatever the caller knows it by. */
  readonly id?: string
  readonly subjectId: string
  readonly roundId: string | null
  readonly points: number
}

export type Season = {
  readonly rules: SeasonRules
  readonly rounds: readonly Round[]
  readonly participants: readonly Participant[]
  readonly adjustments: readonly SeasonAdjustment[]
  /** How many start at most: what points by the size of the grid can still come to. */
  readonly gridSize: number
}

/** Of a car's drivers those whose drives count in the season. */
export function scorersOf({ rules, participants }: Pick<Season, 'rules' | 'participants'>): (crew: readonly string[]) => readonly string[] {
  if (rules.scores === 'EVERYBODY') return (crew) => crew
  const registered = new Set(participants.map(({ id }) => id))
  return (crew) => crew.filter((id) => registered.has(id))
}

export const NO_BONUS: BonusRules = { pole: 0, fastestLap: 0, fastestLapWithin: null }
export const USUAL_RACE: RaceRules = { points: pointsRulesOf({}), bonus: NO_BONUS, multiplier: 1, decidesTies: true }
const ALL_CARS: CarRules = { countingCars: null, countingIn: 'RACE', parts: [] }
/** decisions.md §3: "a disqualified round cannot be dropped"; "ties: most wins, then seconds …, then the better last result, then the earlier registration". */
export const USUAL_SEASON: SeasonRules = {
  parts: [],
  mayDropDisqualified: false,
  mayDropMissed: true,
  ties: ['PLACES', 'LAST_RESULT', 'REGISTRATION'],
  sharedCar: 'FULL',
  guests: 'TAKE',
  scores: 'EVERYBODY',
  teams: ALL_CARS,
  nations: ALL_CARS,
}
