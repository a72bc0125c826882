import { useNow } from '#web/kit/clock.ts'
import { useFormat, type DateForm } from '#web/kit/format.ts'
import { Day, Moment } from './moment.tsx'
import css from './time.module.css'

type At = { readonly at: string | number }

/** A moment in the viewer's zone, the zone named. */
export function Time(props: At & { readonly form?: DateForm; readonly zone?: boolean }) {
  return (
    <time className={css.time} dateTime={iso(props.at)}>
      <Moment at={props.at} form={props.form ?? 'dateTime'} zone={props.zone ?? true} />
    </time>
  )
}

const MINUTE_MS = 60_000

/** A start as people say it: `today 20:00 CET, in 2 h`; within a week the weekday, further off the date. */
export function StartTime(props: At & { readonly short?: boolean }) {
  const format = useFormat()
  const now = useNow(MINUTE_MS)
  const isSoon = Math.abs(new Date(props.at).getTime() - now) < 12 * 60 * MINUTE_MS
  return (
    <time className={css.time} dateTime={iso(props.at)}>
      <Day at={props.at} /> <Moment at={props.at} form="time" zone />
      {isSoon && !props.short && <span suppressHydrationWarning>{`, ${format.relative(props.at, now)}`}</span>}
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
