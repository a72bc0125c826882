import { DAY_MS, MINUTE_MS } from '#core/duration.ts'
import { useNow } from '#web/kit/clock.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Countdown, CountdownText } from '#web/ui/data/countdown.tsx'
import type { EventCard } from '../contract.ts'
import { isNotStarted, isOver, LAUNCH_LEAD_MS, type Hosting } from '../rules.ts'
import css from './sessions.module.css'

type When = Pick<EventCard, 'status' | 'startsAt' | 'registrationOpensAt'> & { readonly hosting?: Hosting }

/** What the clock says: the countdown, when registration and server open. Nothing once the event is over. */
export function EventClock({ event }: { readonly event: When }) {
  const text = useTexts('sessions')
  const now = useNow(MINUTE_MS / 12)
  const startsAt = Date.parse(event.startsAt)
  const opensAt = Date.parse(event.registrationOpensAt)
  const serverAt = startsAt - LAUNCH_LEAD_MS
  // Once the server is up its own panel says how things stand.
  if (isOver(event.status) || event.status === 'FAILED' || (now >= startsAt && event.status === 'IN_PROGRESS')) return null
  return (
    // it runs: on paper there is the start
    <div className={css.clock} data-screen>
      {now < startsAt && <span className={css.clockLabel}>{text('event.startsIn')}</span>}
      <Countdown to={event.startsAt} over={text('event.running')} />
      {event.status === 'WAITING' && now < opensAt && opensAt - now < DAY_MS && (
        <p className={css.clockLine}>
          {text('event.registrationOpensIn')} <CountdownText to={opensAt} />
        </p>
      )}
      {event.hosting !== 'ELSEWHERE' && isNotStarted(event.status) && now < serverAt && serverAt - now < DAY_MS && (
        <p className={css.clockLine}>
          {text('event.serverOpensIn')} <CountdownText to={serverAt} />
        </p>
      )}
      {(event.status === 'SCHEDULING' || event.status === 'STARTING') && <p className={css.clockLine}>{text('event.serverSoon')}</p>}
    </div>
  )
}
