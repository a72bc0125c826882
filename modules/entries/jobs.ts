import type { LeagueId, SessionId, UserId } from '#core/ids.ts'
import { notify } from '#modules/notifications/door.ts'
import { emptySeats, lockSession, sessionFacts } from '#modules/sessions/door.ts'
import type { JobContext } from '#server/room.ts'
import { entryTopics, freePlace, promoteWaiting } from './door.ts'
import { comingEntries, driversOf, endAll, endEntry, findEntry } from './store.ts'

type Gone = { readonly leagueId: LeagueId; readonly userId: UserId; readonly cause: 'BANNED' | 'REMOVED' | 'LEFT' }
type Cancelled = { readonly sessionId: SessionId; readonly leagueId: LeagueId; readonly event: string }
type Moved = { readonly sessionId: SessionId; readonly startsAt: string; readonly v: number }

/** Work that rooms before this one order for later. */
export const entriesJobs = {
  /** An admin has raised a limit: seats are free without anybody having left. */
  'entries.promote': (context: JobContext, { sessionId }: { readonly sessionId: SessionId }): Promise<void> => promoteWaiting(context, sessionId),

  /** An event was deleted, or its community closed: everybody in it or waiting is free and told. */
  'entries.event-cancelled': async (context: JobContext, { sessionId, leagueId, event }: Cancelled): Promise<void> => {
    const drivers = await endAll(context.tx, sessionId, context.now)
    if (drivers.length === 0) return
    await emptySeats(context.tx, sessionId)
    const topics = entryTopics(sessionId, leagueId, drivers)
    context.record({ type: 'EntriesCancelled', aggregate: 'race', aggregateId: sessionId, leagueId, data: { drivers }, topics })
    for (const userId of drivers)
      await notify(context, {
        userId,
        kind: 'event-cancelled',
        params: { event },
        link: `/communities/${leagueId}`,
        effectKey: `event-cancelled:${sessionId}:${userId}`,
      })
  },

  /** A published event has another start. When it was moved again meanwhile, only the last time is told. */
  'entries.event-moved': async (context: JobContext, { sessionId, startsAt, v }: Moved): Promise<void> => {
    const session = await sessionFacts(context.tx, sessionId)
    if (session?.startsAt.toISOString() !== startsAt) return
    for (const userId of await driversOf(context.tx, sessionId))
      await notify(context, {
        userId,
        kind: 'event-moved',
        params: { event: session.name, startsAt },
        link: `/events/${sessionId}`,
        effectKey: `event-moved:${sessionId}:${v}:${userId}`,
      })
  },

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
