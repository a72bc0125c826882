import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/duration.ts'
import type { Locale } from '#core/locale.ts'
import { weekOfDay, type WeekStart } from '#core/week.ts'
import { FORMS, TAGS, type DateForm } from './date-forms.ts'
import { remembered } from '../remembered.ts'

export type Format = ReturnType<typeof makeFormat>

/** Numbers, dates and lengths of time in one language and one zone. Dates are ISO texts, milliseconds or `Date`. */
export const formatFor = (locale: Locale, zone: string, weekStart: WeekStart, hours: 12 | 24 = 24): Format =>
  formats(`${locale} ${weekStart} ${hours} ${zone}`)
const formats = remembered((key) => {
  const [locale, weekStart, hours, zone] = key.split(' ') as [Locale, WeekStart, string, string]
  return makeFormat(locale, zone, weekStart, hours === '12' ? 12 : 24)
})

function makeFormat(locale: Locale, zone: string, weekStart: WeekStart, hours: 12 | 24) {
  const tag = TAGS[locale]
  const days = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const dayNumber = (at: string | number | Date): number => {
    const [year = 0, month = 1, day = 1] = days.format(new Date(at)).split('-').map(Number)
    return Math.round(Date.UTC(year, month - 1, day) / DAY_MS)
  }
  const dates = new Map<string, Intl.DateTimeFormat>()
  const dateFormat = (form: DateForm, withZone: boolean) => {
    const name = `${form}${withZone}`
    const known = dates.get(name)
    if (known) return known
    const made = new Intl.DateTimeFormat(tag, {
      ...FORMS[form],
      timeZone: zone,
      ...(hours === 24
        ? { hourCycle: 'h23' as const }
        : { hourCycle: 'h12' as const, ...('hour' in FORMS[form] ? { hour: 'numeric' as const } : {}) }),
      ...(withZone ? { timeZoneName: 'short' as const } : {}),
    })
    dates.set(name, made)
    return made
  }
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style: 'short' })
  const number = new Intl.NumberFormat(tag)
  return {
    zone,
    /** `Fri 20 Nov, 20:00`; with `zone` its name follows. A time stands alone only where the zone is said beside it. */
    date: (at: string | number | Date, form: DateForm = 'dateTime', withZone = false): string => dateFormat(form, withZone).format(new Date(at)),
    zoneName: (at: string | number | Date): string =>
      dateFormat('time', true)
        .formatToParts(new Date(at))
        .find((part) => part.type === 'timeZoneName')?.value ?? zone,
    number: (value: number, digits?: number): string => (digits === undefined ? number : fixed(tag, digits)).format(value),
    percent: (share: number): string => new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 }).format(share),
    /** A change with its sign: `+18`, `−4`, `±0`. */
    signed: (value: number): string => (value === 0 ? '±0' : `${value > 0 ? '+' : '−'}${number.format(Math.abs(value))}`),
    money: (amount: number, currency: string): string => new Intl.NumberFormat(tag, { style: 'currency', currency }).format(amount),
    /** `in 2 h`, `yesterday`: the largest whole unit, hours and minutes as `minutes` has them, days as the viewer's calendar has them. */
    relative: (at: string | number | Date, now: number): string => {
      const aheadMs = new Date(at).getTime() - now
      if (Math.abs(aheadMs) >= DAY_MS) return relative.format(dayNumber(at) - dayNumber(now), 'day')
      const [unit, unitMs] = Math.abs(aheadMs) >= HOUR_MS ? (['hour', HOUR_MS] as const) : (['minute', MINUTE_MS] as const)
      return relative
        .format(Math.trunc(aheadMs / unitMs), unit)
        .replace(/ (?:hr|Std\.)/, ' h')
        .replace(' Min.', ' min')
    },
    /** Days between two moments in the viewer's calendar: 0 is today, 1 tomorrow. */
    daysAhead: (at: string | number | Date, now: number): number => dayNumber(at) - dayNumber(now),
    /** Weeks between two moments in the viewer's calendar: 0 is this week, 1 the next. */
    weeksAhead: (at: string | number | Date, now: number): number => (weekOfDay(dayNumber(at), weekStart) - weekOfDay(dayNumber(now), weekStart)) / 7,
    /** The day on which the week of a moment began: `Mon 23 Nov`. */
    weekOf: (at: string | number | Date): string =>
      new Intl.DateTimeFormat(tag, { ...FORMS.date, timeZone: 'UTC' }).format(weekOfDay(dayNumber(at), weekStart) * DAY_MS),
    /** `1 h 27 min`, `45 min`. */
    minutes: (minutes: number): string =>
      [minutes >= 60 ? `${number.format(Math.floor(minutes / 60))} h` : '', minutes % 60 > 0 || minutes < 60 ? `${minutes % 60} min` : '']
        .filter(Boolean)
        .join(' '),
    kilometres: (metres: number): string => `${fixed(tag, 3).format(metres / 1000)} km`,
  }
}

const fixed = (tag: string, digits: number) => fixedBy(`${digits} ${tag}`)
const fixedBy = remembered((key) => {
  const [digits, tag] = key.split(' ')
  return new Intl.NumberFormat(tag, { minimumFractionDigits: Number(digits), maximumFractionDigits: Number(digits) })
})
