import { SECOND_MS } from '#core/duration.ts'
import type { LeagueId, SessionId } from '#core/ids.ts'
import type { JobContext } from '#server/room.ts'
import { cancelled } from './commands/order.ts'
import { afterOrder } from './decide.ts'
import { moveSplit, splitsOf } from './door.ts'
import type { SessionStatus } from './rules.ts'
import { bump, lockRow, notStartedOf } from './store.ts'

/** The database, which keeps the orders, may have a clock a little ahead of ours; starts are minutes apart. */
const CLOCK_SKEW_MS = 5 * SECOND_MS

/** What happens to events later: at their start, or because a room before this one says so. */
export const sessionsJobs = {
  /** An event elsewhere is on from its start: it has no server that could say so. */
  'sessions.begin': async (context: JobContext, { sessionId }: { readonly sessionId: SessionId }): Promise<void> => {
    const { tx, now } = context
    const session = await lockRow(tx, sessionId)
    // called off, begun already, ours by now, or moved to a later start, which has an order of its own
    if (session?.hosting !== 'ELSEWHERE' || session.status !== 'WAITING' || session.starts_at.getTime() - now.getTime() > CLOCK_SKEW_MS) return
    for (const split of await splitsOf(tx, sessionId)) await moveSplit(context, { splitId: split.id, to: 'IN_PROGRESS', now })
  },

  /** A community was closed: what has not started is called off, what runs ends by itself. */
  'sessions.cancel-of-league': async (context: JobContext, { leagueId }: { readonly leagueId: LeagueId }): Promise<void> => {
    const { tx, now } = context
    for (const id of await notStartedOf(tx, leagueId)) {
      const session = await lockRow(tx, id)
      // its server may have been chosen between our look and our lock
      if (!session || !afterOrder(session.status as SessionStatus, 'delete').ok) continue
      await bump(tx, id, session.v, { deleted_at: now })
      cancelled(context, session)
    }
  },
}
