import type { LeagueId } from '#core/ids.ts'
import type { JobContext } from '#server/room.ts'
import { cancelled } from './commands/order.ts'
import { afterOrder } from './decide.ts'
import type { SessionStatus } from './rules.ts'
import { bump, lockRow, notStartedOf } from './store.ts'

/** Work that rooms before this one order for later. */
export const sessionsJobs = {
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
