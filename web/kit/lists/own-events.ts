import type { LeagueId } from '#core/ids.ts'
import { PAGE } from '#core/page.ts'
import type { GameId } from '#games/game.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import type { EventCard } from '#modules/sessions/contract/shapes.ts'
import { useAsk } from '../ask.ts'
import { useRest } from './rest.ts'

/** The community's coming events, its drafts first, however many there are; of a game, or of all. */
export function useOwnEvents(leagueId: LeagueId, game?: GameId): readonly EventCard[] {
  const asked = { id: leagueId, limit: PAGE.CAP, ...(game ? { game } : {}) }
  const found = useAsk(sessionsContract.eventsOfLeague, asked).data
  const first = found && { rows: found.events, total: found.total }
  const rest = useRest(sessionsContract.eventsOfLeague, asked, first, ({ events }) => events, Infinity)
  const drafts = useAsk(sessionsContract.drafts, { leagueId }).data?.events ?? []
  return [...drafts.filter((event) => !game || event.game === game), ...(found?.events ?? []), ...rest].filter(({ status }) => status !== 'RECURRING')
}
