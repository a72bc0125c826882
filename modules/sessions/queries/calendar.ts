import ical from 'ical-generator'
import { MINUTE_MS } from '#core/duration.ts'
import type { EventCard } from '../contract.ts'

type Entry = Pick<EventCard, 'id' | 'sessionName' | 'startsAt' | 'duration' | 'trackName' | 'track' | 'gameName' | 'leagueName' | 'data'> & {
  readonly serverName: string
  readonly v: number
}

/**
 * Events as an iCalendar text (product.md §2 "Deep links": title is the server name, then start, duration, location and page address).
 * Texts of people are escaped and folded by the library; control characters are taken out before, a bare carriage return among them.
 */
export function calendarOf(name: string, entries: readonly Entry[], publicUrl: string, now: Date): string {
  const calendar = ical({ name: plain(name), prodId: { company: 'Paddock', product: 'events' }, timezone: 'UTC', ttl: 3600 })
  const host = new URL(publicUrl).hostname
  for (const entry of entries) {
    const start = new Date(entry.startsAt)
    calendar.createEvent({
      id: `${entry.id}@${host}`,
      sequence: entry.v,
      stamp: now,
      start,
      end: new Date(start.getTime() + entry.duration * MINUTE_MS),
      summary: plain(entry.serverName),
      description: plain(`${entry.sessionName} – ${entry.leagueName}`),
      location: plain([entry.trackName, entry.track.layoutName, entry.gameName].filter(Boolean).join(', ')),
      url: `${publicUrl}/events/${entry.id}`,
      categories: entry.data.fromRecurringSession ? [{ name: 'Daily race' }] : [],
    })
  }
  return calendar.toString()
}

const plain = (text: string): string => text.replaceAll(/[\u0000-\u001F\u007F-\u009F\u2028\u2029]/g, ' ')
