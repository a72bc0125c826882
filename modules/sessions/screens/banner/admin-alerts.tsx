import type { ReactNode } from 'react'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import type { RaceView } from '../../contract.ts'
import { editPath } from '../../rules/links/edit-path.ts'
import { mostDrivers, overMaximum } from '../../rules/seats.ts'
import { isNotStarted } from '../../rules.ts'
import css from './event-alerts.module.css'

/** What admins of an event should know while they can still do something about it (calls-and-constants.md §8 "Event alerts"). */
export function AdminAlerts({ event }: { readonly event: RaceView }) {
  const text = useTexts('sessions-page')
  const features = useTexts('members')
  const { ofPlan } = event
  const isOverFull = overMaximum(event)
  return (
    <>
      {event.trackFound === false && isNotStarted(event.status) && (
        <Alert event={event}>{text('alert.track_not_found', { track: event.trackName })}</Alert>
      )}
      {isOverFull && (
        <Alert event={event} way="changeGrid">
          {text('alert.max_participants_count_exceeded', { taken: event.taken, most: mostDrivers(event) })}
        </Alert>
      )}
      {ofPlan?.carries === false && !isOverFull && (
        <Alert event={event}>
          {text(event.status === 'WAITING' ? 'alert.league_limits_missing_launch_server' : 'alert.league_limits_missing_msg')}
        </Alert>
      )}
      {ofPlan && ofPlan.lacks.length > 0 && (
        <Alert event={event}>
          {text('alert.missing_league_permissions_alert_msg', { features: ofPlan.lacks.map((one) => features(`feature.${one}`)).join(', ') })}
        </Alert>
      )}
      {event.config.enableServerProtection && event.hosting === 'AUTOMATIC' && <p className={css.note}>{text('alert.protected')}</p>}
    </>
  )
}

type Said = { readonly event: RaceView; readonly way?: 'changeGrid' | 'changeEvent'; readonly children: ReactNode }

/** With the way to put it right. */
function Alert({ event, way = 'changeEvent', children }: Said) {
  const text = useTexts('sessions-page')
  return (
    <p role="status" className={css.alert}>
      {children} {event.may.edit && <Link to={editPath(event)}>{text(`alert.${way}`)}</Link>}
    </p>
  )
}
