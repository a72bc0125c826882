import { WEEKDAYS } from '../../rules/daily.ts'
import { useZone, type Format } from '#web/kit/format.ts'
import { useLocale } from '#web/kit/texts.tsx'
import { formatFor } from '#web/kit/time/formats.ts'
import { useReaderClock } from '#web/kit/time/reader-clock.ts'

/** Dates by the clocks of a schedule, and of the reader where those are others. */
export function useBothClocks(timeZone: string): { readonly there: Format; readonly here: Format | null } {
  const locale = useLocale()
  const zone = useZone()
  const { hours } = useReaderClock()
  const at = (of: string): Format => formatFor(locale, of, 'monday', hours)
  return { there: at(timeZone), here: zone === timeZone ? null : at(zone) }
}

// a Monday
const MONDAY_MS = Date.UTC(2024, 0, 1, 12)
/** A day of a calendar in the reader's language. */
export function useDayName(): (date: string) => string {
  const format = formatFor(useLocale(), 'UTC', 'monday')
  return (date) => format.date(`${date}T12:00Z`, 'date')
}

/** `Mon` … `Sun` in the reader's language. */
export function useWeekdays(): readonly string[] {
  const format = formatFor(useLocale(), 'UTC', 'monday')
  return WEEKDAYS.map((_, index) => format.date(MONDAY_MS + index * 86_400_000, 'weekday'))
}
