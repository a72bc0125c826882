import { MINUTE_MS } from '#core/duration.ts'
import { useNow } from '#web/kit/clock.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import type { EventView, RaceView } from '../../contract.ts'
import { missingRegistrations } from '../../rules/missing.ts'
import css from './event-alerts.module.css'

const AdminAlerts = lazyPart(() => import('./admin-alerts.tsx'), 'AdminAlerts')

/** What everybody, and what admins should know before it is too late to do something about it (calls-and-constants.md §8 "Event alerts"). */
export function EventAlerts({ event }: { readonly event: EventView | RaceView }) {
  const text = useTexts('sessions')
  const missing = missingRegistrations(event, useNow(MINUTE_MS / 12))
  return (
    <>
      {missing > 0 && (
        <p role="status" className={css.alert}>
          {text(event.driverSwap ? 'alert.missingTeams' : 'alert.missingRegistrations', { count: missing })}
        </p>
      )}
      {'may' in event && event.may.administer && <AdminAlerts event={event} />}
    </>
  )
}
