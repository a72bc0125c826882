import { clockText, type ReaderClock } from '#core/time-zone.ts'

export const UTC: ReaderClock = { zone: 'UTC', hours: 24, country: null }
/** What a page is drawn for when nothing is known of its reader. */
export const NO_CLOCK = clockText(UTC)
/** How this browser's clock looks, as core/time-zone.ts writes it. */
export const BROWSERS_CLOCK = clockText(browsersClock())

function browsersClock(): ReaderClock {
  if (typeof navigator !== 'object') return UTC
  const { timeZone, hour12 } = new Intl.DateTimeFormat(navigator.language, { hour: 'numeric' }).resolvedOptions()
  return { zone: timeZone, hours: hour12 ? 12 : 24, country: /-([A-Z]{2})\b/.exec(navigator.language)?.[1] ?? null }
}
