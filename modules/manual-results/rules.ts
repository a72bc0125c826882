import { DAY_MS } from '#core/duration.ts'

/** The specification's call of iRacing's import is parsed by the door itself; a team race of a whole day has 1.2 MB. */
export const IRACING_LIMIT = 4 * 1024 * 1024
/** What a file that goes on for years may hold, and what a person may say of it. */
export const MOST_SESSIONS = 20_000
export const MOST_PARTICIPANTS = 2_000
export const MOST_RACES = 20
/** Entries and guests of one race. */
export const MOST_ROWS = 300
/** A key for the files of a folder is good from the event's start, and as long as somebody may still come home to hand them in. */
export const FOLDER_KEY_HOURS = 72
export const LONGEST_RACE_MS = 7 * DAY_MS

/** Indexes of the races of an event, in order: the first is race 1. */
export const racesOf = (segments: readonly { readonly type: string }[]): readonly number[] =>
  segments.flatMap(({ type }, index) => (type === 'RACE' ? [index] : []))

/** One number for all drafts of an event: each of their versions only grows, so the sum says whether any of them changed. */
export const versionOfAll = (versions: ReadonlyMap<number, number>): number => [...versions.values()].reduce((sum, v) => sum + v, 0)
