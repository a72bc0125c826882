import { isTimeZone } from '#core/time-zone.ts'
import { weekStartOf, type WeekStart } from '#core/week.ts'
import { useMe } from './me.ts'
import { formatFor, type Format } from './time/formats.ts'
import { useReaderClock } from './time/reader-clock.ts'
import { remembered } from './remembered.ts'
import { useLocale } from './texts.tsx'

export { formatGap, formatLapTime } from '#core/lap-time.ts'
export type { DateForm } from './time/date-forms.ts'
export type { Format } from './time/formats.ts'

/** The zone times are shown in: the one chosen in the settings, else the browser's. */
export function useZone(): string {
  const { zone: browsers } = useReaderClock()
  const chosen = useMe()?.settings.timeZone
  // a browser may not know a zone the server does
  return chosen && isKnown(chosen) ? chosen : browsers
}
const isKnown = remembered(isTimeZone)

/** The day weeks start on: the one chosen in the settings, else as usual in the viewer's country, a visitor's being the browser's. */
function useWeekStart(): WeekStart {
  const me = useMe()
  const { country } = useReaderClock()
  return me?.settings.weekStart ?? weekStartOf(me ? me.settings.country : country)
}

/** Formats of the page's language in the viewer's zone. */
export function useFormat(): Format {
  const locale = useLocale()
  const zone = useZone()
  const weekStart = useWeekStart()
  const { hours } = useReaderClock()
  return formatFor(locale, zone, weekStart, hours)
}
