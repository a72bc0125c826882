import { DAY_MS, MINUTE_MS, parseDuration, SECOND_MS } from '#core/duration.ts'

// What the form of an event is held to: no page needs it that only shows one.

export const BOUNDS = {
  maxGrid: 100,
  /** Seats of an event with automated splits, all of them together. */
  allSplits: 900,
  segmentMinutes: 24 * 60,
  laps: 999,
  cars: 100,
  classes: 10,
  classesAtLeast: 2,
  className: 30,
  practiceMinutes: 3,
  gameName: 40,
  pointsPlaces: 100,
  points: 1000,
  /** As BONUS_RANGE of points has it: what a contract takes from another room would reach every page. */
  bonusPoints: 100,
  /** An event is planned at most a year ahead. */
  aheadMs: 366 * DAY_MS,
} as const

/** Option of the games that bound their teams. */
export const TEAM_MOST = 'rules.teamRules.maxDriversCount'
/** How many may share a car where nobody said: a server for drivers alone allows one. */
export const USUAL_TEAM = 4

// Names and passwords

export const PASSWORD = /^[A-Za-z0-9_-]{4,16}$/
export const ENTRY_PASSWORD = /^[\x20-\x7E]{4,32}$/
export const SHORT_NAME = /^[A-Za-z0-9_-]{1,12}$/
export const GENERATED = { drivers: 6, admins: 12 } as const

/** 3–60 characters with a letter or digit among them; none that game servers' files give a meaning to. */
export const isServerName = (name: string): boolean =>
  [...name].length >= 3 && [...name].length <= 60 && /[\p{L}\p{N}]/u.test(name) && !/[[\]{}<>;=\\"\n]/.test(name)

/** The server name an event gets when none was typed. */
export function serverNameFor(name: string): string {
  const plain = [
    ...name
      .replaceAll(/[[\]{}<>;=\\"\n]/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, 60)
    .join('')
    .trim()
  return isServerName(plain) ? plain : 'Race server'
}

/** The server name that somebody typed; `null` for one that was made from the event's name, and follows it. */
export const typedServerName = (name: string, serverName: string): string | null => (serverName === serverNameFor(name) ? null : serverName)

// no 0 O 1 l I: passwords are read aloud in voice chat
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A password of `length` from as many random bytes; bytes that would favour some letters are skipped, so give a few more. */
export function passwordFrom(bytes: Uint8Array, length: number): string {
  const fair = 256 - (256 % LETTERS.length)
  return [...bytes]
    .filter((byte) => byte < fair)
    .slice(0, length)
    .map((byte) => LETTERS[byte % LETTERS.length])
    .join('')
}

// Start time

export const START_STEP_MS = 5 * MINUTE_MS
/** The fewest of a split where nobody said: two of half a grid each hold all that one could not, so nobody is ever left over. */
export const usualLeast = (most: number): number => Math.ceil(most / 2)
/** Minutes the picker of an event adds to a start that has passed. */
export const MINUTES_TO_ADD = 10

export const isOnStartStep = (atMs: number): boolean => atMs % START_STEP_MS === 0
export const nextStartStep = (atMs: number): number => Math.ceil(atMs / START_STEP_MS) * START_STEP_MS

/**
 * A start that is about a second away or past moves to the minutes to add from now (ten where that is five or less), on the next step;
 * the page then says `session_time_added_message` (product.md §4, §5). `null` when the start may stay.
 */
export const addedStart = (startsAtMs: number, nowMs: number, minutesToAdd: number = MINUTES_TO_ADD): number | null =>
  startsAtMs - nowMs > SECOND_MS ? null : nextStartStep(nowMs + (minutesToAdd <= 5 ? 10 : minutesToAdd) * MINUTE_MS)

// Durations

/** What is wrong with a duration typed as hh:mm (product.md §5), as the key of its message; `null` when nothing. `maxMin` null is unlimited. */
export function durationFault(
  typed: string,
  maxMin: number | null,
): 'sessionDurationError' | 'durationNotZero' | 'sessionDurationLengthError' | null {
  const minutes = parseDuration(typed)
  if (minutes === null) return 'sessionDurationError'
  if (minutes === 0) return 'durationNotZero'
  return maxMin !== null && minutes > maxMin ? 'sessionDurationLengthError' : null
}
