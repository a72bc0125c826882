import { MINUTE_MS, SECOND_MS } from '#core/duration.ts'
import { LeagueClosed } from '#modules/leagues/contract/facts.ts'
import { does, on, type Listener } from '#server/room.ts'
import { cancelled } from './commands/order.ts'
import { sessionsWork } from './contract/jobs.ts'
import { afterOrder } from './decide.ts'
import { moveSplit, splitsOf } from './door.ts'
import { dueUntil, makeDue } from './jobs/daily.ts'
import type { SessionStatus } from './rules.ts'
import { bump, elsewhereDue, lockRow, notStartedOf } from './store.ts'
import { templatesDue } from './store/daily.ts'

/** The database, which keeps the orders, may have a clock a little ahead of ours; starts are minutes apart. */
const CLOCK_SKEW_MS = 5 * SECOND_MS

export const sessionsJobs = does(sessionsWork, {
  /** An event elsewhere is on from its start: it has no server that could say so. */
  begin: async (context, { sessionId }) => {
    const { tx, now } = context
    const session = await lockRow(tx, sessionId)
    // called off, begun already, ours by now, or moved to a later start, which has an order of its own
    if (session?.hosting !== 'ELSEWHERE' || session.status !== 'WAITING' || session.starts_at.getTime() - now.getTime() > CLOCK_SKEW_MS) return
    for (const split of await splitsOf(tx, sessionId)) await moveSplit(context, { splitId: split.id, to: 'IN_PROGRESS', now })
  },

  /** Orders the beginning of what is past its start and waits all the same: its order was lost. */
  lookForBegun: async ({ tx, now, later }) => {
    for (const sessionId of await elsewhereDue(tx, now)) later(sessionsWork.begin, { sessionId }, { key: `${sessionId} sweep` })
  },

  daily: (context, { sessionId }) => makeDue(context, sessionId),

  /** Every template that has something due is a change of its own: what keeps one from being made keeps no other. */
  lookForDaily: async ({ tx, now, later }) => {
    for (const sessionId of await templatesDue(tx, dueUntil(now))) later(sessionsWork.daily, { sessionId })
  },
})

/** How often is looked for starts that are due. */
export const LOOK_MS = MINUTE_MS

export const sessionsListeners: readonly Listener[] = [
  /** What has not started is called off, what runs ends by itself. */
  on(LeagueClosed, 'sessions.cancel-of-league', async (context, { leagueId }) => {
    const { tx, now } = context
    for (const id of await notStartedOf(tx, leagueId)) {
      const session = await lockRow(tx, id)
      // its server may have been chosen between our look and our lock
      if (!session || !afterOrder(session.status as SessionStatus, 'delete').ok) continue
      await bump(tx, id, session.v, { deleted_at: now })
      cancelled(context, session)
    }
  }),
]
