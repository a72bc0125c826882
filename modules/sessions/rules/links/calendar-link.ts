import { MINUTE_MS } from '#core/duration.ts'

export type CalendarEntry = {
  readonly title: string
  readonly startsAt: string
  readonly durationMin: number
  readonly location: string
  /** Of the event's page. */
  readonly url: string
}

/** Opens a new entry in Google's calendar (product.md §2 "Deep links"). */
export function calendarLink({ title, startsAt, durationMin, location, url }: CalendarEntry): string {
  const startMs = Date.parse(startsAt)
  const dates = [startMs, startMs + durationMin * MINUTE_MS].map(stamp).join('/')
  return `https://calendar.google.com/calendar/render?${new URLSearchParams({ action: 'TEMPLATE', text: title, dates, location, details: url })}`
}

/** `20260711T180000Z` */
export const stamp = (ms: number): string => new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '')
