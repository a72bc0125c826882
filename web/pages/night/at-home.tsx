import { entriesContract } from '#modules/entries/contract.ts'
import { CheckIn } from '#modules/entries/screens/check-in/check-in.tsx'
import { NightServer } from '#modules/hosting/screens/night/night-server.tsx'
import type { EventCard } from '#modules/sessions/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useNow } from '#web/kit/clock.ts'
import { useLive } from '#web/kit/live.ts'
import { phaseOf, placeIn } from './phase.ts'

const TICK_MS = 10_000

/** What the night of the race at the head of home asks of whoever is in, among its buttons: the strip does not come over home besides. */
export function NightAtHome({ race: { id, sessionName } }: { readonly race: EventCard }) {
  const now = useNow(TICK_MS)
  useLive([`session:${id}`])
  const { data: list } = useAsk(entriesContract.entryList, { refId: id })
  if (!list || list.status === 'ENDED') return null
  const phase = phaseOf(list, now)
  if (!placeIn(list, phase)) return null
  if (phase === 'checkIn') return <CheckIn list={list} part="button" />
  return phase === 'server' && <NightServer sessionId={id} eventName={sessionName} large />
}
