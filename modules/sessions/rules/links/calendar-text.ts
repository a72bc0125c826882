import { MINUTE_MS } from '#core/duration.ts'
import { stamp, type CalendarEntry } from './calendar-link.ts'

/**
 * The event as a text that every calendar takes (product.md §2 "a calendar link and an ICS data link"). What people typed is escaped as RFC 5545 has
 * it, without control characters, and lines are folded at 75 bytes.
 */
export function calendarText({ title, startsAt, durationMin, location, url }: CalendarEntry, nowMs: number): string {
  const startMs = Date.parse(startsAt)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Paddock//events//EN',
    'BEGIN:VEVENT',
    `UID:${url.split('/').at(-1)}@${new URL(url).hostname}`,
    `DTSTAMP:${stamp(nowMs)}`,
    `DTSTART:${stamp(startMs)}`,
    `DTEND:${stamp(startMs + durationMin * MINUTE_MS)}`,
    `SUMMARY:${escaped(title)}`,
    `LOCATION:${escaped(location)}`,
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

const escaped = (text: string): string => text.replaceAll(/[\u0000-\u001F\u007F-\u009F\u2028\u2029]/g, ' ').replaceAll(/[\\;,]/g, String.raw`\$&`)

const MOST_BYTES = 75
function folded(line: string): string {
  const encoder = new TextEncoder()
  let [folds, bytes] = ['', 0]
  for (const letter of line) {
    const size = encoder.encode(letter).length
    if (bytes + size > MOST_BYTES) [folds, bytes] = [`${folds}\r\n `, 1]
    folds += letter
    bytes += size
  }
  return folds
}
