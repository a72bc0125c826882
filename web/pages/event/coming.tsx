import type { EventView } from '#modules/sessions/contract.ts'
import { CalendarLinks } from '#modules/sessions/screens/banner/calendar-links.tsx'
import { NextTop } from '#modules/sessions/screens/banner/next-top.tsx'
import { SegmentCards } from '#modules/sessions/screens/banner/segment-cards.tsx'
import css from '#modules/sessions/screens/sessions.module.css'
import { Island } from '#web/kit/island/island.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Entry } from './entry.tsx'
import { RunBy, TakePart } from './take-part.tsx'

// What an event shows before it is run, in one file: all of it is drawn at once.

export { CarsTab } from '#modules/sessions/screens/cars-tab.tsx'

type OfEvent = { readonly event: EventView }

/** How long until the start, and the reader's next action. */
export const ComingNext = ({ event }: OfEvent) => (
  <Card className={css.next}>
    <NextTop event={event} />
    <Entry event={event} isPlain />
    <div className={css.actions}>
      <CalendarLinks event={event} />
    </div>
  </Card>
)

export const ComingPlan = ({ event }: OfEvent) => <SegmentCards event={event} />

/** What it takes to drive here. */
export const ComingAsks = ({ event }: OfEvent) => (
  <Island rooms={['sessions-page', 'sessions-conditions', 'entries']}>
    <TakePart event={event} />
  </Island>
)

export const ComingBy = ({ event }: OfEvent) => <RunBy event={event} />
