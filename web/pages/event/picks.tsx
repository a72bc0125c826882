import { PickBar } from '#modules/pick-lists/screens/pick-bar.tsx'
import { PickTools } from '#modules/pick-lists/screens/pick-tools.tsx'
import type { RaceView } from '#modules/sessions/contract.ts'

/** The pick list on an event's page, for admins: its bar, or what picks from the event. */
export const Picks = ({ event, bar }: { readonly event: RaceView; readonly bar?: boolean }) =>
  !event.may.administer ? null : bar ? <PickBar leagueId={event.leagueId} /> : <PickTools event={event} />
