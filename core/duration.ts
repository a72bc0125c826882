export const SECOND_MS = 1000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** Minutes as `hh:mm`: how long something takes, or after midnight when it is. */
export const formatDuration = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Minutes of a text `hh:mm` (five characters); `null` when it is not one. */
export function parseDuration(text: string): number | null {
  const match = /^(\d{2}):([0-5]\d)$/.exec(text)
  return match ? Number(match[1]) * 60 + Number(match[2]) : null
}
