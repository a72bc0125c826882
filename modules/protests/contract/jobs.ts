import type { LeagueId, SessionId } from '#core/ids.ts'
import { job } from '#core/joint.ts'

export const protestsWork = {
  /** The time for protests about an event is over: its results may be final now. */
  confirm: job<{ readonly sessionId: SessionId }>('protests.confirm'),
  /** An event is over, or its results say something else: penalties that were carried into it are served there, or stay due. */
  driven: job<{ readonly sessionId: SessionId }>('protests.driven'),
  /** Waiting penalties of a community are put into the next races of their drivers. */
  spread: job<{ readonly leagueId: LeagueId }>('protests.spread'),
}
