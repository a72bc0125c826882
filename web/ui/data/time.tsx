import { useNow } from '#web/kit/clock.ts'
import { useFormat, type DateForm } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'
import css from './time.module.css'

type At = { readonly at: string | number }

/** A moment in the viewer's zone, the zone named; UTC in the server's html. Takes the same room in both. */
export function Time(props: At & { readonly form?: DateForm; readonly zone?: boolean }) {
  const format = useFormat()
  return (
    <time className={css.time} dateTime={iso(props.at)} suppressHydrationWarning>
      {format.date(props.at, props.form, props.zone ?? true)}
    </time>
  )
}

const MINUTE_MS = 60_000

/** A start as people say it: `today 20:00 CET, in 2 h`; within a week the weekday, further off the date. */
export function StartTime(props: At & { readonly short?: boolean }) {
  const format = useFormat()
  const text = useTexts('web')
  const now = useNow(MINUTE_MS)
  const days = format.daysAhead(props.at, now)
  const near = days === 0 ? 'today' : days === 1 ? 'tomorrow' : days === -1 ? 'yesterday' : null
  const clock = format.date(props.at, 'time', true)
  const day = near ? text(`time.${near}`) : format.date(props.at, days > 1 && days < 7 ? 'weekday' : 'date')
  const isSoon = Math.abs(new Date(props.at).getTime() - now) < 12 * 60 * MINUTE_MS
  return (
    <time className={css.time} dateTime={iso(props.at)} suppressHydrationWarning>
      {`${day} ${clock}`}
      {isSoon && !props.short && `, ${format.relative(props.at, now)}`}
    </time>
  )
}

/** How long ago or ahead, with the exact moment on pointing. */
export function Ago(props: At) {
  const format = useFormat()
  const now = useNow(MINUTE_MS)
  return (
    <time dateTime={iso(props.at)} title={format.date(props.at, 'dateTime', true)} suppressHydrationWarning>
      {format.relative(props.at, now)}
    </time>
  )
}

const iso = (at: string | number): string => (typeof at === 'string' ? at : new Date(at).toISOString())
