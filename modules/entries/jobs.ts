import type { LeagueId, SessionId, UserId } from '#core/ids.ts'
import { lockSession } from '#modules/sessions/door.ts'
import type { JobContext } from '#server/room.ts'
import { entryTopics, freePlace, promoteWaiting } from './door.ts'
import { comingEntries, endEntry, findEntry } from './store.ts'

type Gone = { readonly leagueId: LeagueId; readonly userId: UserId; readonly cause: 'BANNED' | 'REMOVED' | 'LEFT' }

/** Work that rooms before this one order for later. */
export const entriesJobs = {
  /** An admin has raised a limit: seats are free without anybody having left. */
  'entries.promote': (context: JobContext, { sessionId }: { readonly sessionId: SessionId }): Promise<void> => promoteWaiting(context, sessionId),

  /** Whoever is out of the community is out of its coming events. A ban keeps them out by itself: when it ends they may come back. */
  'entries.leave-league': async (context: JobContext, { leagueId, userId, cause }: Gone): Promise<void> => {
    const { tx, now, record } = context
    for (const { sessionId, id } of await comingEntries(tx, leagueId, userId)) {
      await lockSession(tx, sessionId)
      const entry = await findEntry(tx, sessionId, id)
      if (!entry) continue
      await endEntry(tx, id, { status: cause === 'BANNED' ? 'BANNED' : 'LEFT', reason: null, mayReturn: true }, now)
      record({
        type: 'EntryRemoved',
        aggregate: 'entry',
        aggregateId: id,
        leagueId,
        data: { sessionId, type: cause },
        topics: entryTopics(sessionId, leagueId, entry.drivers),
      })
      await freePlace(context, sessionId, entry)
    }
  },
}
