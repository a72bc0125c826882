import type { SessionId } from '#core/ids.ts'
import { participantIds } from '#modules/entries/door.ts'
import { notify } from '#modules/notifications/door.ts'
import { sessionFacts } from '#modules/sessions/door.ts'
import type { JobContext, Jobs } from '#server/room.ts'
import { findDrivers } from './store.ts'

export const resultsJobs = {
  'results.tell': async (context: JobContext, { sessionId }: { readonly sessionId: SessionId }) => {
    const { tx } = context
    const event = await sessionFacts(tx, sessionId)
    if (!event) return
    const people = new Set([...(await participantIds(tx, sessionId)), ...(await findDrivers(tx, sessionId))])
    for (const userId of people)
      await notify(context, {
        userId,
        kind: 'results-in',
        params: { event: event.name },
        link: `/events/${sessionId}`,
        effectKey: `results-in:${sessionId}:${userId}`,
      })
  },
} satisfies Jobs
