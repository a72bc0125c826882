import { Time } from '#web/ui/data/time.tsx'
import type { EventView } from '../../contract.ts'
import { EventClock } from '../when.tsx'
import { ClassBars } from './class-bars.tsx'
import { EventAlerts } from './event-alerts.tsx'
import css from './next-top.module.css'

/** What stands over the one next action before the start: how long it is until then, and how many places there are. */
export const NextTop = ({ event }: { readonly event: EventView }) => (
  <div className={css.top}>
    <p className={css.when}>
      <Time at={event.startsAt} />
    </p>
    <EventClock event={event} />
    <EventAlerts event={event} />
    <ClassBars event={event} />
  </div>
)
