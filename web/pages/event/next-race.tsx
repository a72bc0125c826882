import { NextOfLeague } from '#modules/sessions/screens/banner/next-of-league.tsx'
import type { EventView, RaceView } from '#modules/sessions/contract.ts'
import { useTakenOver } from '#web/kit/visit.tsx'

/** After the flag: where the community drives next. It stands at the end, so that nothing moves when it comes. */
export const NextRace = ({ event }: { readonly event: EventView | RaceView }) => (useTakenOver() ? <NextOfLeague event={event} /> : null)
