import { fact } from '#core/joint.ts'
import type { LeagueId, SessionId, TournamentId } from '#core/ids.ts'

type AtList = { readonly leagueId: LeagueId }
const about = ({ leagueId }: AtList) => ({ id: leagueId, leagueId, topics: [`league:${leagueId}`] })

export const PickListActivated = fact('PickListActivated', 'league', about)
/** Put away, with all that was on it. */
export const PickListDeactivated = fact('PickListDeactivated', 'league', about)
export const PickListSet = fact(
  'PickListSet',
  'league',
  (data: AtList & { readonly sessionId: SessionId | null; readonly tournamentId?: TournamentId | null; readonly count: number }) => about(data),
)
type Counted = { readonly came: number; readonly missed: number; readonly went: number }
export const PickListApplied = fact('PickListApplied', 'league', (data: AtList & Counted & { readonly sessionId: SessionId }) => ({
  ...about(data),
  topics: [`league:${data.leagueId}`, `session:${data.sessionId}`],
}))
/** `name`: of the season. */
export const PickListAppliedToSeason = fact(
  'PickListAppliedToSeason',
  'league',
  (data: AtList & Counted & { readonly tournamentId: TournamentId; readonly name: string }) => about(data),
)
