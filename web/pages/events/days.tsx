import { Suspense, type ReactNode } from 'react'
import { MyPlace } from '#modules/entries/screens/my-place.tsx'
import type { PastEvent } from '#modules/results/contract/past.ts'
import { Outcome } from '#modules/results/screens/outcome.tsx'
import type { EventCard } from '#modules/sessions/contract.ts'
import { EventDays } from '#modules/sessions/screens/event-list.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'

/** Events to come or on: each says whether the reader is in. */
export const ComingDays = (props: { readonly events: readonly EventCard[]; readonly isOfOne?: boolean }) => <EventDays {...props} mine={myPlace} />

/** Events that were driven: each says who won. */
export const PastDays = (props: { readonly events: readonly PastEvent[]; readonly isOfOne?: boolean }) => (
  <Suspense fallback={<Skeleton rows={6} height={72} />}>
    <EventDays {...props} outcome={outcomeOf} />
  </Suspense>
)

const myPlace = ({ id }: EventCard, otherwise: ReactNode) => <MyPlace sessionId={id} otherwise={otherwise} />
const outcomeOf = ({ outcome, loginRequired }: PastEvent) => <Outcome outcome={outcome} loginRequired={loginRequired} />
