import { DAY_MS } from '#core/duration.ts'
import { useNow } from '#web/kit/clock.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Countdown, CountdownText } from '#web/ui/data/countdown.tsx'
import type { EventCard } from '../contract.ts'
import { isOver, LAUNCH_LEAD_MS, type Hosting, type SessionStatus } from '../rules.ts'
import css from './sessions.module.css'

type When = Pick<EventCard, 'status' | 'startsAt'> & { readonly hosting?: Hosting }

const STOPS: ReadonlySet<SessionStatus> = new Set(['IN_PROGRESS', 'DRAFT'])

/** What the clock says: the countdown, and when the server opens. Nothing once the event is over, nor of a draft whose start has passed. */
export function EventClock({ event }: { readonly event: When }) {
  const text = useTexts('sessions')
  const now = useNow()
  const startsAt = Date.parse(event.startsAt)
  const serverAt = startsAt - LAUNCH_LEAD_MS
  const awaitsServer = event.hosting !== 'ELSEWHERE' && event.status === 'WAITING'
  // its time has come, whether or not this page has heard already who starts it: the line changes its words in its place; of an event that is on it knows nothing
  const isDue = awaitsServer && now >= serverAt && now < startsAt
  const isStarting = event.status === 'SCHEDULING' || event.status === 'STARTING' || isDue
  // Once the server is up its own panel says how things stand.
  if (isOver(event.status) || event.status === 'FAILED' || (now >= startsAt && STOPS.has(event.status))) return null
  return (
    // it runs: on paper there is the start
    <div className={css.clock} data-screen>
      <Countdown to={event.startsAt} label={<span className={css.clockLabel}>{text('event.startsIn')}</span>} over={text('event.running')} />
      {awaitsServer && now < serverAt && serverAt - now < DAY_MS && (
        <p className={css.clockLine}>
          {text('event.serverOpensIn')} <CountdownText to={serverAt} />
        </p>
      )}
      {isStarting && <p className={css.clockLine}>{text('event.serverSoon')}</p>}
    </div>
  )
}
