import { useTexts } from '#web/kit/texts.tsx'
import type { EventView, RaceView } from '../../contract.ts'
import { EventClock } from '../when.tsx'
import css from './event-alerts.module.css'

/** In the banner: the clock of a draft, or why the event does not take place. */
export const StateNote = ({ event }: { readonly event: EventView | RaceView }) =>
  event.status === 'DECLINED' ? <Declined event={event} /> : <EventClock event={event} />

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
