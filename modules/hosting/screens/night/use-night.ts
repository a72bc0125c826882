import { useEffect } from 'react'
import type { SessionId } from '#core/ids.ts'
import { isOver, type SessionStatus } from '#modules/sessions/rules.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useNow } from '#web/kit/clock.ts'
import { useMe } from '#web/kit/me.ts'
import { hostingContract } from '../../contract.ts'
import { NIGHT_MS } from '../../rules.ts'

export type NightEvent = { readonly id: SessionId; readonly status: SessionStatus; readonly startsAt: string; readonly manualSession: boolean }

const TICK_MS = 10_000

/** The reader's server and where its race is, as the page has been loaded with them; asked for again once there is something to say. */
export function useNight({ id, status, startsAt, manualSession }: NightEvent) {
  const isSignedIn = useMe() !== null
  const { data, refetch } = useAsk(hostingContract.raceNight, { id }, { when: isSignedIn })
  // a tick later: the server's clock decides
  const isDue = useNow(TICK_MS) >= Date.parse(startsAt) - NIGHT_MS + TICK_MS
  const asks = isDue && data?.server === null && !manualSession && !isOver(status)
  useEffect(() => {
    if (asks) void refetch()
  }, [asks, refetch])
  return data
}
