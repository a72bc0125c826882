import { MINUTE_MS } from '#core/duration.ts'
import { useNow } from '#web/kit/clock.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import type { EventView, RaceView } from '../../contract.ts'
import { editPath } from '../../rules/links/edit-path.ts'
import { missingRegistrations } from '../../rules/missing.ts'
import { mostDrivers, overMaximum } from '../../rules/seats.ts'
import css from './event-alerts.module.css'

/** What everybody, and what admins should know before it is too late to do something about it (calls-and-constants.md §8 "Event alerts"). */
export function EventAlerts({ event }: { readonly event: EventView | RaceView }) {
  const text = useTexts('sessions')
  const missing = missingRegistrations(event, useNow(MINUTE_MS / 12))
  return (
    <>
      {missing > 0 && (
        <p role="status" className={css.alert}>
          {text('alert.missingRegistrations', { count: missing })}
        </p>
      )}
      {'may' in event && event.may.administer && <AdminAlerts event={event} />}
    </>
  )
}

function AdminAlerts({ event }: { readonly event: RaceView }) {
  const text = useTexts('sessions-page')
  return (
    <>
      {overMaximum(event) && (
        <p role="status" className={css.alert}>
          {text('alert.max_participants_count_exceeded', { taken: event.taken, most: mostDrivers(event) })}{' '}
          {event.may.edit && <Link to={editPath(event)}>{text('alert.changeGrid')}</Link>}
        </p>
      )}
      {event.ofPlan?.carries === false && !overMaximum(event) && (
        <p role="status" className={css.alert}>
          {text('alert.league_limits_missing_launch_server')}
        </p>
      )}
      {event.config.enableServerProtection && event.hosting === 'AUTOMATIC' && <p className={css.note}>{text('alert.protected')}</p>}
    </>
  )
}
