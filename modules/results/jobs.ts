import { UserRemoved } from '#modules/accounts/contract/facts.ts'
import { participantIds } from '#modules/entries/door.ts'
import { notify, notifiedOf } from '#modules/notifications/door.ts'
import { SessionDeleted, SessionEnded, SplitMoved, type AtSession } from '#modules/sessions/contract/facts.ts'
import { lockSession, sessionFacts } from '#modules/sessions/door.ts'
import { does, on, within, type ChangeContext, type Listener, type Within } from '#server/room.ts'
import { resultsNotices } from './contract/notices.ts'
import { resultsWork } from './contract/jobs.ts'
import { tellResults } from './door.ts'
import { rankEvent } from './jobs/ranks.ts'
import { findDrivers, findVersions } from './store.ts'
import { takeUnrated } from './store/backlog.ts'
import { changedSinceFinal } from './store/confirmation.ts'
import { findToldOf, forgetTold } from './store/identities.ts'

export const RATE_PAST_MS = 10_000
/** Of one change: a second or so, for which whoever publishes a result waits. */
const MOST_EVENTS = 25

export const resultsJobs = does(resultsWork, {
  /** Everybody hears once that the results are in; who did is told again of each change. */
  tell: async (context, { sessionId, change }) => {
    const { tx } = context
    // one word after the other: who is told of a change has been told of the results
    if (!(await lockSession(tx, sessionId))) return
    const event = await sessionFacts(tx, sessionId)
    if (!event) return
    const link = `/events/${sessionId}`
    const notified = new Set(await notifiedOf(tx, resultsNotices.published, link))
    // also those who are in the results no more
    const people = new Set([...(await participantIds(tx, sessionId)), ...(await findDrivers(tx, sessionId)), ...(change ? notified : [])])
    const params = { event: event.name }
    const changed = change && (await changedSinceFinal(tx, sessionId)) ? resultsNotices.changedFinal : resultsNotices.changed
    for (const userId of people) {
      if (!notified.has(userId)) {
        notify(context, resultsNotices.published, { userId, link, params, effectKey: `results-in:${sessionId}:${userId}` })
      } else if (change) {
        const effectKey = `results-changed:${change.id}:${userId}`
        notify(context, changed, { userId, link, params: { ...params, reason: change.reason ?? null }, effectKey })
      }
    }
  },

  ratePast: async (context) => {
    const events = await takeUnrated(context.tx, MOST_EVENTS)
    // all of them first, in the order in which everybody locks several
    for (const sessionId of events.toSorted()) await lockSession(context.tx, sessionId)
    for (const sessionId of events) await rankEvent(context, { sessionId })
  },
})

/** An event is over: what it has by now counts, and is told; also where its last split ended without a file, or failed. */
async function over(context: ChangeContext, { sessionId }: Pick<AtSession, 'sessionId'>): Promise<void> {
  const [versions] = await Promise.all([findVersions(context.tx, sessionId), rankEvent(context, { sessionId })])
  if (versions.some(({ type, state, hasRows }) => type === 'RACE' && state === 'STANDS' && hasRows)) tellResults(context, sessionId)
}

/** Whether the event counts at all. What changes its results rates it where they are settled (`settleResults`). */
export const resultsWithin: readonly Within[] = [
  within(SessionEnded, over),
  within(SplitMoved, async (context, at) => {
    if (at.session === 'ENDED') await over(context, at)
  }),
  within(SessionDeleted, rankEvent),
]

export const resultsListeners: readonly Listener[] = [
  on(UserRemoved, 'results.forget', async ({ tx }, { userId }) => {
    for (const id of await findToldOf(tx, userId)) {
      await lockSession(tx, id)
      await forgetTold(tx, id, userId)
    }
  }),
]
