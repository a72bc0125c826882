import { lazyPart } from '#web/kit/lazy.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import type { EventView, RaceView } from '../../contract.ts'
import { EventClock } from '../when.tsx'
import css from './event-alerts.module.css'

const AdminAlerts = lazyPart(() => import('./admin-alerts.tsx'), 'AdminAlerts')

/** In the banner: of a draft its clock, of that and of a template what keeps it from taking place, or why an event does not. */
export function StateNote({ event }: { readonly event: EventView | RaceView }) {
  if (event.status === 'DECLINED') return <Declined event={event} />
  return (
    <>
      {event.status === 'DRAFT' && <EventClock event={event} />}
      {'may' in event && event.may.administer && <AdminAlerts event={event} />}
    </>
  )
}

/** Of an event that was called off at its launch, since its community's plan no longer carries it (calls-and-constants.md §8 "Event alerts"). */
function Declined({ event }: { readonly event: EventView | RaceView }) {
  const text = useTexts('sessions-page')
  const isAdmins = 'may' in event && event.may.administer
  return (
    <p role="alert" className={css.alert}>
      {text(isAdmins ? 'alert.league_limits_missing_declined_msg' : 'alert.declined')}
    </p>
  )
}
