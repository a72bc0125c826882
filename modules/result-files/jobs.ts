import type { ResultFileId, SessionId } from '#core/ids.ts'
import { isServerSuperseded, launchedAt } from '#modules/hosting/door.ts'
import { adminsOf } from '#modules/leagues/door.ts'
import { notify } from '#modules/notifications/door.ts'
import { shownVersions } from '#modules/results/door.ts'
import { SEGMENT_ORDER } from '#modules/results/rules.ts'
import { plain } from '#modules/results/rules/plain.ts'
import { lockSession, sessionFacts, type SessionFacts } from '#modules/sessions/door.ts'
import { does, type JobContext, type Keep } from '#server/room.ts'
import { resultFilesNotices } from './contract/notices.ts'
import { ResultFileRead, ResultFileSetAside, ResultFileUnreadable } from './contract/facts.ts'
import { resultFilesWork } from './contract/jobs.ts'
import { fingerprintOf } from './jobs/fingerprint.ts'
import { matchesOf, assignAll } from './jobs/assign.ts'
import { readAside, type Read, type ReadSession } from './jobs/reading.ts'
import { readBefore } from './jobs/soon.ts'
import { awayKey } from './jobs/stored.ts'
import { resultFileLayout, READER_VERSION, type TrackFrom } from './rules.ts'
import { hasHistory, ofThisEvent } from './rules/history.ts'
import { dropBytes, findTaken, findToPutAway, findToRead, findVersions, lockFile, markFile } from './store.ts'

/** What happens once a file is kept: it is read, and its sessions become segments of the event. */
export const resultFilesJobs = does(resultFilesWork, {
  read: {
    ahead: async ({ db, files, left }, { fileId }) => {
      // of an event whose results are not kept by hand; what has become of both by now is asked where they are locked
      const early = await readBefore(fileId)
      if (early) return (context: JobContext) => show(context, early.sessionId, fileId, early.read)
      const file = await findToRead(db, fileId)
      const facts = file?.status === 'PENDING' ? await sessionFacts(db, file.session_id) : null
      if (!file || !facts) return null
      // of a manual session it has filled the drafts
      if (facts.manual) return (context: JobContext) => filled(context, fileId)
      const bytes = file.bytes ?? (await files.takeOut(awayKey(fileId)))
      if (!bytes) return (context: JobContext) => show(context, facts.id, fileId, LOST)
      const task = { game: facts.game, own: undefined, file: { name: file.name, bytes } }
      const found = await readAside(task, { whom: null, signal: left })
      if (!found.ok) throw new Error('the file was not read')
      return (context: JobContext) => show(context, facts.id, fileId, found.value.read)
    },
  },

  alert: async (context, { sessionId, fileId, resultId }) => {
    const event = await sessionFacts(context.tx, sessionId)
    const file = await findToRead(context.tx, fileId, false)
    if (!event || !file) return
    for (const userId of await adminsOf(context.tx, event.leagueId))
      notify(context, resultFilesNotices.waits, {
        userId,
        params: { event: event.name, file: plain(file.name) },
        link: `/events/${sessionId}`,
        effectKey: `later-result:${resultId}:${userId}`,
      })
  },
})

/** What a file holds stands in the drafts of a manual session; one that was taken back meanwhile stays so. */
async function filled({ tx }: JobContext, fileId: ResultFileId): Promise<void> {
  const file = await lockFile(tx, fileId)
  if (file?.status === 'PENDING') await markFile(tx, fileId, { status: 'READ', types: [] })
}

/** Publishes what a file holds; files of one event one after another, whichever process reads them. */
async function show(context: JobContext, sessionId: SessionId, fileId: ResultFileId, read: Read): Promise<void> {
  const { tx, now } = context
  // everybody locks the event first, then a file
  const [event, file] = await Promise.all([lockSession(tx, sessionId), lockFile(tx, fileId)])
  if (!event || file?.status !== 'PENDING') return
  const { split_no: splitNo, server_id: serverId } = file
  const isWhole = resultFileLayout(event.game) === 'WHOLE'
  const [isOld, same] = await Promise.all([serverId && isServerSuperseded(tx, serverId), serverId || isWhole ? findVersions(tx, file) : []])
  if (isOld) return setAside(context, event, fileId)
  // a file that goes on over many events begins without any
  if (!read.ok || (read.segments.length === 0 && !isWhole))
    return serverId && same.some(({ isLater, isRead }) => isLater && isRead) ? setAside(context, event, fileId) : park(context, event, fileId, read)
  // one that a person hands in again, grown, stands beside the first: both were sent
  const versions = isWhole && serverId ? same : []
  const holds = async (): Promise<boolean> => (await shownVersions(tx, sessionId)).some((one) => one.fileId === fileId)
  const isOutgrown = versions.some(({ isLater, shows }) => isLater && shows) && !(await holds())
  const sessions = isOutgrown ? [] : await sessionsOf(context, event, file, read.segments)
  const types = sessions.map(({ type }) => type)
  const type = SEGMENT_ORDER.find((one) => types.includes(one)) ?? null
  await markFile(tx, fileId, { status: 'READ', type, types, reader_version: READER_VERSION, read_at: now })
  for (const torso of serverId ? same.filter(({ isLater, isTorso }) => isTorso && !isLater) : []) await setAside(context, event, torso.id)
  const olderIds = versions.filter(({ isLater }) => !isLater).map(({ id }) => id)
  const matches = file.handed_in_by ? matchesOf(file.matches) : undefined
  const at = {
    id: fileId,
    sessionId,
    splitNo,
    serverId,
    receivedAt: file.received_at,
    olderIds,
    matches,
    trackFrom: file.track_from as TrackFrom,
    firstRace: file.first_race,
  }
  const userIds = isOutgrown ? [] : await assignAll(context, event, at, sessions)
  const rows = sessions.reduce((sum, { results }) => sum + results.length, 0)
  context.record(ResultFileRead, { sessionId, leagueId: event.leagueId, fileId, types, rows, people: [...new Set(userIds)] })
}

/** A file of a server that an admin's restart has replaced, or a torso of one that came whole later, stays for an admin to see, and shows nothing. */
async function setAside(context: JobContext, event: SessionFacts, fileId: ResultFileId): Promise<void> {
  await markFile(context.tx, fileId, { status: 'SUPERSEDED', types: [], read_at: context.now })
  context.record(ResultFileSetAside, { sessionId: event.id, leagueId: event.leagueId, fileId })
}

/** Files that one batch takes out of the database: each may have 8 MB. */
const MOST_FILES = 8
const LOST = { ok: false, code: 'IMPORT_UNREADABLE', reason: 'the file is not in the files store' } as const

export const resultFilesKeeps: readonly Keep[] = [
  {
    what: 'result_files.bytes',
    days: 30,
    why: 'read anew within days if at all; they go to the files store, from where they can still be read',
    prune: async ({ tx, files }, before, most) => {
      const old = await findToPutAway(tx, before, Math.min(most, MOST_FILES))
      for (const { id, bytes } of old) {
        await files.putAway(awayKey(id), bytes)
        await dropBytes(tx, id)
      }
      return old.length
    },
  },
]

/** The sessions of a file that belong to the event: those somebody chose, or what the file's own order says. */
async function sessionsOf(
  { tx }: JobContext,
  event: SessionFacts,
  file: NonNullable<Awaited<ReturnType<typeof lockFile>>>,
  read: readonly ReadSession[],
): Promise<readonly ReadSession[]> {
  if (file.chosen) return read.filter((_, no) => file.chosen!.includes(no))
  if (!hasHistory(read)) return read
  const by = { sessionId: event.id, leagueId: event.leagueId, serverId: file.server_id }
  const taken = await findTaken(tx, read.map(fingerprintOf), by)
  const since = file.server_id && (await launchedAt(tx, file.server_id))
  return ofThisEvent(read, { since, startsAt: event.startsAt, isTaken: (session) => taken.has(fingerprintOf(session)) }).flatMap(
    (no) => read[no] ?? [],
  )
}

/** Keeps a file that cannot be read, with the reason, for an admin to see and try again. */
async function park(context: JobContext, event: SessionFacts, fileId: ResultFileId, read: Read): Promise<void> {
  const { code, reason } = read.ok ? { code: 'IMPORT_NO_DATA', reason: 'the file holds no session' } : read
  await markFile(context.tx, fileId, { status: 'UNREADABLE', code, reason: plain(reason), reader_version: READER_VERSION, read_at: context.now })
  context.record(ResultFileUnreadable, { sessionId: event.id, leagueId: event.leagueId, fileId, code })
}
