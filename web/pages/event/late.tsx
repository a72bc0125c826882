import { hostingContract } from '#modules/hosting/contract.ts'
import { useNight } from '#modules/hosting/screens/night/use-night.ts'
import type { EventView } from '#modules/sessions/contract.ts'
import { NextCard } from '#modules/sessions/screens/banner/next-of-league.tsx'
import { useAsk } from '#web/kit/ask.ts'
import { useMe } from '#web/kit/me.ts'

/** What its community drives next, where this event takes nobody any more: the page has come with it. */
export function Late({ event }: { readonly event: EventView }) {
  const isSignedIn = useMe() !== null
  const own = useNight(event)
  const open = useAsk(hostingContract.publicNight, { id: event.id }, { when: !isSignedIn }).data
  const next = (isSignedIn ? own : open)?.next
  return next ? <NextCard leagueName={event.leagueName} next={next} /> : null
}
