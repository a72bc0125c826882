import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/duration.ts'
import { GAME_FACTS } from '#games/facts/facts.ts'
import type { GameId } from '#games/game.ts'

export * from './rules/typed.ts'

export const SESSION_STATUSES = [
  'DRAFT',
  'WAITING',
  'RECURRING',
  'SCHEDULING',
  'STARTING',
  'STARTED',
  'IN_PROGRESS',
  'ENDED',
  'FAILED',
  'DECLINED',
] as const
export type SessionStatus = (typeof SESSION_STATUSES)[number]

export const SPLIT_STATUSES = ['WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS', 'ENDED', 'FAILED'] as const
export type SplitStatus = (typeof SPLIT_STATUSES)[number]

/** What an event list may be asked for: a group, or one status. Drafts and templates never stand in it. */
export const LIST_STATUSES = ['COMING', 'ALL', 'WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS', 'ENDED', 'FAILED', 'DECLINED'] as const
export type ListStatus = (typeof LIST_STATUSES)[number]

/** product.md §4: not started is editable and deletable; declined counts as ended. */
export const isNotStarted = (status: SessionStatus): boolean => status === 'DRAFT' || status === 'WAITING' || status === 'RECURRING'
export const isOver = (status: SessionStatus): boolean => status === 'ENDED' || status === 'DECLINED'
/** From the moment its server is set up until it is over: who opens the page now wants to drive, or to see who does. */
export const isRaceTime = (status: SessionStatus): boolean => !isNotStarted(status) && !isOver(status)
export const isLaunching = (status: SessionStatus | SplitStatus): boolean => status === 'WAITING' || status === 'SCHEDULING' || status === 'STARTING'

/** Whether an event of this game can only be kept by hand. */
export const isManualOnly = (game: GameId): boolean => GAME_FACTS[game].hosting === null
/** Its results come from people: the organiser chose it, or no server of the game is known. */
export const isKeptByHand = ({ game, manual }: { readonly game: GameId; readonly manual: boolean }): boolean => manual || isManualOnly(game)

/** AUTOMATIC: a race host of ours starts the server and brings its results. ELSEWHERE: it is rented or the community's own, results are handed in. */
export const HOSTINGS = ['AUTOMATIC', 'ELSEWHERE'] as const
export type Hosting = (typeof HOSTINGS)[number]
export const usualHosting = (game: GameId): Hosting => GAME_FACTS[game].hosting ?? 'ELSEWHERE'

export const REGIONS = [
  'IE-Dublin',
  'US-East',
  'BR-Brazil',
  'DE-Frankfurt',
  'AU-Sydney',
  'ZA-Cape Town',
  'US-West',
  'BH-Bahrain',
  'HK-Hong Kong',
  'IN-Mumbai',
] as const
export type Region = (typeof REGIONS)[number]

// Start time

/** A server is chosen five minutes before the start: nothing can begin sooner. */
export const LAUNCH_LEAD_MS = 5 * MINUTE_MS
/** Who drives in which split stands from so long before the start (decisions.md §5). */
export const SPLITS_FROZEN_MS = 15 * MINUTE_MS
/** So long before the start seats that a check-in has left are no longer kept for who waited (docs/decisions/0015). */
export const OFFERS_END_MS = 10 * MINUTE_MS
export const isTooSoon = (startsAtMs: number, nowMs: number): boolean => startsAtMs - nowMs < LAUNCH_LEAD_MS
// Durations

/** A race by laps counts with an average of this speed in the plan's minutes. */
const LAP_SPEED_KMH = 120
const UNKNOWN_LAP_M = 4000

/** Minutes a segment is planned with; a race by laps is estimated from the lap's length in metres. */
export const plannedMinutes = (segment: { readonly durationMin: number; readonly laps?: number | null }, lapLengthM: number | null): number =>
  segment.laps ? Math.max(1, Math.ceil((segment.laps * (lapLengthM ?? UNKNOWN_LAP_M) * 60) / (LAP_SPEED_KMH * 1000))) : segment.durationMin

// Registration

const OPENS_DAYS = { free: 6, early: 7 } as const
const EARLY_PLANS: ReadonlySet<string> = new Set(['PREMIUM', 'SPORT'])

/** When registration opens for somebody of this user plan; a moment chosen by the admin holds for everybody. */
export const registrationOpensAt = (event: { readonly startsAt: Date; readonly registrationOpensAt: Date | null }, userPlan: string): Date =>
  event.registrationOpensAt ?? new Date(event.startsAt.getTime() - (EARLY_PLANS.has(userPlan) ? OPENS_DAYS.early : OPENS_DAYS.free) * DAY_MS)

// Restart

export const RESTART_WINDOW_MS = 24 * HOUR_MS
/** Admins may restart under 24 hours after the status time. */
export const isRestartable = (status: SessionStatus, statusAtMs: number, nowMs: number): boolean =>
  (status === 'FAILED' || status === 'STARTED') && nowMs - statusAtMs < RESTART_WINDOW_MS

// Weather in one line

export type Sky = 'fog' | 'clear' | 'few' | 'scattered' | 'overcast' | 'rain' | 'heavyRain'
const AC_SKIES: Readonly<Record<string, Sky>> = {
  '1_heavy_fog': 'fog',
  '2_light_fog': 'fog',
  '3_clear': 'clear',
  '4_mid_clear': 'clear',
  '5_light_clouds': 'few',
  '6_mid_clouds': 'scattered',
  '7_heavy_clouds': 'overcast',
}

/** AMS2's by the race's first slot, LMU's by its kind; a sky that is not known beforehand is none. */
const OTHER_SKIES: Readonly<Record<string, Sky>> = {
  clear: 'clear',
  hazy: 'clear',
  lightCloud: 'few',
  mediumCloud: 'scattered',
  heavyCloud: 'overcast',
  overcast: 'overcast',
  lightRain: 'rain',
  rain: 'rain',
  storm: 'heavyRain',
  thunderStorm: 'heavyRain',
  foggy: 'fog',
  heavyFog: 'fog',
  fogWithRain: 'rain',
  heavyFogWithRain: 'rain',
  0: 'clear',
  1: 'scattered',
  2: 'rain',
}

/** Temperature in °C and sky as the options of the event, or of its race, have them; `null` for what the game does not say. */
export function weatherOf(
  options: Readonly<Record<string, unknown>>,
  ofRace: Readonly<Record<string, unknown>> = {},
): { readonly temperatureC: number | null; readonly sky: Sky | null } {
  const slot = ofRace['WeatherSlots'] === 0 ? undefined : ofRace['WeatherSlot1']
  const [rain, clouds] = [options['trackCondition.weather.rain'], options['trackCondition.weather.cloudLevel']]
  const temperature = options['trackCondition.weather.ambientTemp'] ?? options['weather.baseTemperatureAmbient']
  const sky =
    typeof rain === 'number' && rain > 0
      ? rain > 0.4
        ? 'heavyRain'
        : 'rain'
      : typeof clouds === 'number'
        ? clouds < 0.15
          ? 'clear'
          : clouds < 0.4
            ? 'few'
            : clouds < 0.7
              ? 'scattered'
              : 'overcast'
        : (AC_SKIES[String(options['weather.graphics'])] ?? OTHER_SKIES[String(slot ?? options['weather.kind'])] ?? null)
  return { temperatureC: typeof temperature === 'number' ? temperature : null, sky }
}

// What a visitor is told of the state

export type StateWord =
  | 'draft'
  | 'template'
  | 'ofSeason'
  | 'opensLater'
  | 'open'
  | 'invited'
  | 'full'
  | 'serverComing'
  | 'serverOpen'
  | 'racing'
  | 'resultsToCome'
  | 'ended'
  | 'failed'
  | 'declined'

/** Whether seats are still to be had, now or later: a grid that is set up or driven is spoken of by its drivers. */
export const takesDrivers = (event: { readonly status: SessionStatus; readonly startsAt: string }, nowMs: number): boolean =>
  isNotStarted(event.status) && nowMs < Date.parse(event.startsAt)

type Seats = { readonly startsAt: string; readonly seatsFree: number; readonly seatsKept: number }
/** Seats for somebody who comes at `nowMs`: in the last minutes those too that were kept for who waited. */
export const seatsFreeAt = ({ startsAt, seatsFree, seatsKept }: Seats, nowMs: number): number =>
  seatsFree + (Date.parse(startsAt) - nowMs > OFFERS_END_MS ? 0 : seatsKept)

type Offered = Seats & { readonly status: SessionStatus; readonly driversChosen: boolean }
/** Whether somebody who comes now would have a seat: what is full, is for chosen drivers, or is about to be set up, is nothing to offer. */
export const hasSeatFor = (event: Offered, nowMs: number): boolean =>
  event.status === 'WAITING' && !isTooSoon(Date.parse(event.startsAt), nowMs) && !event.driversChosen && seatsFreeAt(event, nowMs) > 0

/** A race that runs elsewhere is on until its results are published: so long after the end that was planned nobody drives it any more. */
export const LONG_OVER_MIN = 60
type Planned = { readonly status: SessionStatus; readonly startsAt: string; /** Minutes. */ readonly duration: number }
export const isLongOver = ({ status, startsAt, duration }: Planned, nowMs: number): boolean =>
  status === 'IN_PROGRESS' && nowMs > Date.parse(startsAt) + (duration + LONG_OVER_MIN) * MINUTE_MS

type Stated = Planned &
  Seats & {
    readonly registrationOpensAt: string
    readonly driversChosen: boolean
    readonly tournamentType: string | null
  }
/** The state in plain words: the key of a text. Nobody registers for what its drivers come to with their season; in a round they do, and nobody else. */
export function stateWord(event: Stated, nowMs: number): StateWord {
  const { status, registrationOpensAt, driversChosen, tournamentType } = event
  if (isLongOver(event, nowMs)) return 'resultsToCome'
  if (status !== 'WAITING') return STATE_WORDS[status] ?? (status.toLowerCase() as Lowercase<Named>)
  if (driversChosen && tournamentType !== 'ROUND') return 'ofSeason'
  return nowMs < Date.parse(registrationOpensAt) ? 'opensLater' : seatsFreeAt(event, nowMs) < 1 ? 'full' : driversChosen ? 'invited' : 'open'
}
/** Whose word is their name. */
type Named = 'DRAFT' | 'ENDED' | 'FAILED' | 'DECLINED'
const STATE_WORDS: Readonly<Record<Exclude<SessionStatus, 'WAITING' | Named>, StateWord> & Partial<Record<Named, undefined>>> = {
  RECURRING: 'template',
  SCHEDULING: 'serverComing',
  STARTING: 'serverComing',
  STARTED: 'serverOpen',
  IN_PROGRESS: 'racing',
}
