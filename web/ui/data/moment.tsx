import { useFormat, type DateForm } from '#web/kit/format.ts'
import { useNow } from '#web/kit/clock.ts'
import { useTexts } from '#web/kit/texts.tsx'

type At = { readonly at: string | number }

/** One text of a moment. At a first visit the page's script tells it by the reader's clock before it is painted (`FIRST_VISIT_SCRIPT`). */
export function Moment(props: At & { readonly form: DateForm; readonly zone?: boolean }) {
  const format = useFormat()
  return (
    <span data-at={ms(props.at)} data-as={props.zone ? `${props.form} z` : props.form} suppressHydrationWarning>
      {format.date(props.at, props.form, props.zone)}
    </span>
  )
}

/** The zone's short name at a moment: `CET`. */
export function ZoneName(props: At) {
  const format = useFormat()
  return (
    <span data-at={ms(props.at)} data-as="zone" suppressHydrationWarning>
      {format.zoneName(props.at)}
    </span>
  )
}

/** In which zone the times of a page are: `Times are in Europe/Berlin (CET).` */
export function ZoneLine() {
  const format = useFormat()
  const text = useTexts('web')
  const now = useNow(MINUTE_MS)
  const zone = `${format.zone.replaceAll('_', ' ')} (${format.zoneName(now)})`
  return (
    <span data-at={now} data-as="line" data-words={text('footer.zone', { zone: '|' })} suppressHydrationWarning>
      {text('footer.zone', { zone })}
    </span>
  )
}

const MINUTE_MS = 60_000

/** The day as people say it: today, tomorrow, yesterday, within a week the weekday, further off the date. */
export function Day(props: At) {
  const format = useFormat()
  const text = useTexts('web')
  const days = format.daysAhead(props.at, useNow(MINUTE_MS))
  const [today, tomorrow, yesterday] = [text('time.today'), text('time.tomorrow'), text('time.yesterday')]
  const near = days === 0 ? today : days === 1 ? tomorrow : days === -1 ? yesterday : null
  // the first visit's script goes by the machine's own clock: once the reader's is known, its word is not kept
  return (
    <span key={format.zone} data-at={ms(props.at)} data-as="day" data-words={`${today}|${tomorrow}|${yesterday}`} suppressHydrationWarning>
      {near ?? format.date(props.at, days > 1 && days < 7 ? 'weekday' : 'date')}
    </span>
  )
}

const ms = (at: string | number): number => new Date(at).getTime()
