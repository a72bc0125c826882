import type { LeagueId } from '#core/ids.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import type { EventCard } from '#modules/sessions/contract/shapes.ts'
import { useAsk } from '#web/kit/ask.ts'

const CHOICES = 50

/** The community's coming events of a game, its drafts first. */
export function useOwnEvents(leagueId: LeagueId, game: string): readonly EventCard[] {
  const coming = useAsk(sessionsContract.eventsOfLeague, { id: leagueId, limit: CHOICES }).data?.events ?? []
  const drafts = useAsk(sessionsContract.drafts, { leagueId }).data?.events ?? []
  return [...drafts, ...coming].filter((event) => event.game === game && event.status !== 'RECURRING')
}
