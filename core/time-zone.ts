/** Whether dates can be told in a zone of this IANA name. */
export function isTimeZone(name: string): boolean {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return timeZone !== '' && /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}

/** What the clocks of a zone show at a moment: `YYYY-MM-DDTHH:MM`, as date inputs write it. */
export function wallTime(at: string | number | Date, zone: string): string {
  return new Date(new Date(at).getTime() + offsetMs(new Date(at).getTime(), zone)).toISOString().slice(0, 16)
}

/**
 * The moment the clocks of a zone show `wall`; `null` for a text that is none. In the hour that comes twice it is the first; an hour that is
 * left out counts on from before it.
 */
export function momentAt(wall: string, zone: string): Date | null {
  const asUtc = /^\d{4,6}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(wall) ? Date.parse(`${wall}Z`) : Number.NaN
  if (Number.isNaN(asUtc)) return null
  const [before, after] = [asUtc - offsetMs(asUtc - DAY_MS, zone), asUtc - offsetMs(asUtc + DAY_MS, zone)]
  return new Date(asUtc - offsetMs(before, zone) === before || asUtc - offsetMs(after, zone) !== after ? before : after)
}

const DAY_MS = 86_400_000
const clocks = new Map<string, Intl.DateTimeFormat>()

function offsetMs(at: number, zone: string): number {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  clocks.set(zone, clock)
  const shown = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
}

/** How a reader's own clock tells the time. */
export type ReaderClock = {
  /** IANA. */
  readonly zone: string
  readonly hours: 12 | 24
  /** ISO 3166-1 alpha-2, where the browser's language names one: weeks start by it. */
  readonly country: string | null
}

/** The cookie in which a browser says it, so that the first thing drawn is right already. */
export const CLOCK_COOKIE = 'clock'
const WRITTEN = /^([\w/+-]{1,64})\.(12|24)\.([A-Z]{2})?$/

export const clockText = ({ zone, hours, country }: ReaderClock): string => `${zone}.${hours}.${country ?? ''}`

/** `Europe/Berlin.24.DE`, as the cookie holds it; `null` for anything else, and for a zone nobody here knows. */
export function readClock(text: string | undefined): ReaderClock | null {
  const [, zone = '', hours, country = null] = WRITTEN.exec(text ?? '') ?? []
  return isTimeZone(zone) ? { zone, hours: hours === '12' ? 12 : 24, country } : null
}
