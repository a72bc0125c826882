import type { SessionId } from '#core/ids.ts'
import { participantIds } from '#modules/entries/door.ts'
import { notify, toldOf } from '#modules/notifications/door.ts'
import { sessionFacts } from '#modules/sessions/door.ts'
import type { JobContext, Jobs } from '#server/room.ts'
import { findDrivers } from './store.ts'

type Change = { readonly id: string; readonly reason?: string }
type Told = { readonly sessionId: SessionId; readonly change?: Change }

export const resultsJobs = {
  /** Everybody hears once that the results are in; who did is told again of each change. */
  'results.tell': async (context: JobContext, { sessionId, change }: Told) => {
    const { tx } = context
    const event = await sessionFacts(tx, sessionId)
    if (!event) return
    const link = `/events/${sessionId}`
    // also those who are in the results no more
    const told = change ? await toldOf(tx, 'results-in', link) : []
    const people = new Set([...(await participantIds(tx, sessionId)), ...(await findDrivers(tx, sessionId)), ...told])
    for (const userId of people) {
      const about = { userId, link }
      const params = { event: event.name }
      const isNews = await notify(context, { ...about, kind: 'results-in', params, effectKey: `results-in:${sessionId}:${userId}` })
      if (isNews || !change) continue
      const effectKey = `results-changed:${change.id}:${userId}`
      await notify(context, { ...about, kind: 'results-changed', params: { ...params, reason: change.reason ?? null }, effectKey })
    }
  },
} satisfies Jobs
