import type { ResultFileId, SessionId } from '#core/ids.ts'
import { ResultFileDiscarded, ManualResultsPublished } from '#modules/manual-results/contract/facts.ts'
import { LaterResultTaken, ResultChoiceUndone, ResultFileRead } from '#modules/result-files/contract/facts.ts'
import { readStored, type Read } from '#modules/result-files/door.ts'
import { lockSession, sessionFacts } from '#modules/sessions/door.ts'
import { does, within, type ChangeContext, type JobContext, type Within } from '#server/room.ts'
import { raceLogWork } from './contract/jobs.ts'
import { keptLog } from './decide.ts'
import { findRows, findUnread, keepLog, takeBacklog, type Unread } from './store.ts'

const haveRead = ({ later }: Pick<ChangeContext, 'later'>, { sessionId }: { readonly sessionId: SessionId }): Promise<void> =>
  Promise.resolve(later(raceLogWork.read, { sessionId }))

/** Whatever changes which results stand has them looked through: after the change, since a file is read for it. */
export const raceLogWithin: readonly Within[] = [
  within(ResultFileRead, haveRead),
  within(LaterResultTaken, haveRead),
  within(ResultChoiceUndone, haveRead),
  within(ResultFileDiscarded, haveRead),
  within(ManualResultsPublished, haveRead),
]

export const CATCH_UP_MS = 10_000
/** Events that are ordered at a time: a file each, which the readers of this process share with what people hand in. */
const MOST_EVENTS = 10

export const raceLogJobs = does(raceLogWork, {
  read: {
    ahead: async ({ db, files, left }, { sessionId }) => {
      const unread = await findUnread(db, sessionId)
      const event = unread.length > 0 ? await sessionFacts(db, sessionId) : null
      if (!event) return null
      const read = new Map<ResultFileId, Read | null>()
      for (const { fileId } of unread) if (!read.has(fileId)) read.set(fileId, await readStored({ db, files, left }, event.game, fileId))
      return (context: JobContext) => keepAll(context, sessionId, unread, read)
    },
  },

  catchUp: async (context) => {
    for (const sessionId of await takeBacklog(context.tx, MOST_EVENTS)) await haveRead(context, { sessionId })
  },
})

/** Keeps the logs of those results that are still what they were when their files were read. */
async function keepAll(
  { tx, now, tell }: JobContext,
  sessionId: SessionId,
  wanted: readonly Unread[],
  read: ReadonlyMap<ResultFileId, Read | null>,
): Promise<void> {
  if (!(await lockSession(tx, sessionId))) return
  for (const one of await findUnread(tx, sessionId)) {
    const isWanted = wanted.some(({ resultId, fileId, digest }) => resultId === one.resultId && fileId === one.fileId && digest === one.digest)
    // another change has ordered it anew
    if (!isWanted) continue
    const file = read.get(one.fileId)
    const segment = file?.ok ? file.segments.find((found) => found.digest === one.digest) : undefined
    const entries = segment ? keptLog(segment, await findRows(tx, one.resultId)) : []
    await keepLog(tx, sessionId, one, { isKnown: segment !== undefined, entries }, now)
  }
  tell(`session:${sessionId}`)
}
