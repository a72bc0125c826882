import { fact } from '#core/joint.ts'
import type { LeagueId, SessionId } from '#core/ids.ts'

type AtList = { readonly leagueId: LeagueId }
const about = ({ leagueId }: AtList) => ({ id: leagueId, leagueId, topics: [`league:${leagueId}`] })

export const PickListActivated = fact('PickListActivated', 'league', about)
/** Put away, with all that was on it. */
export const PickListDeactivated = fact('PickListDeactivated', 'league', about)
export const PickListSet = fact('PickListSet', 'league', (data: AtList & { readonly sessionId: SessionId | null; readonly count: number }) =>
  about(data),
)
export const PickListApplied = fact(
  'PickListApplied',
  'league',
  (data: AtList & { readonly sessionId: SessionId; readonly came: number; readonly missed: number; readonly went: number }) => ({
    ...about(data),
    topics: [`league:${data.leagueId}`, `session:${data.sessionId}`],
  }),
)
