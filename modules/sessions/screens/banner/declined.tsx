import { useTexts } from '#web/kit/texts.tsx'
import type { EventView, RaceView } from '../../contract.ts'
import css from './event-alerts.module.css'

/** Of an event that was called off at its launch, since its community's plan no longer carries it (calls-and-constants.md §8 "Event alerts"). */
export function Declined({ event }: { readonly event: EventView | RaceView }) {
  const text = useTexts('sessions-page')
  const isAdmins = 'may' in event && event.may.administer
  return (
    <p role="alert" className={css.alert}>
      {text(isAdmins ? 'alert.league_limits_missing_declined_msg' : 'alert.declined')}
    </p>
  )
}
