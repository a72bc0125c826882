import type { ResultFileId, SessionId } from '#core/ids.ts'
import type { ReadResults, SessionResults } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { activeEntries, participantIds } from '#modules/entries/door.ts'
import { notify } from '#modules/notifications/door.ts'
import { endSession, lockSession, sessionFacts, topicsOf, type SessionFacts } from '#modules/sessions/door.ts'
import type { JobContext, Jobs } from '#server/room.ts'
import type { Field } from './decide/match.ts'
import { plain } from './decide/plain.ts'
import { segmentOf } from './decide/place.ts'
import { publish } from './decide/rows.ts'
import { readFile } from './jobs/parse.ts'
import { gridSource, plannedSegments, pointsRulesOf, READER_VERSION } from './rules.ts'
import {
  fillGrid,
  findArrived,
  findDrivers,
  findErased,
  findHolder,
  findOptions,
  findOwners,
  isComplete,
  lockFile,
  markFile,
  replaceSegment,
} from './store.ts'

/** What happens once a file is kept: it is read and published, and when the last one is, people are told. */
export const resultsJobs = {
  'results.read': async (context: JobContext, { fileId }: { readonly fileId: ResultFileId }) => {
    const file = await lockFile(context.tx, fileId)
    if (file?.status !== 'PENDING') return
    const { session_id: sessionId, split_no: splitNo } = file
    const facts = await sessionFacts(context.tx, sessionId)
    if (!facts) return
    const read = await readFile(facts.game, { name: file.name, bytes: file.bytes })
    // files of one event are published one after another, whichever process reads them
    const event = await lockSession(context.tx, sessionId)
    if (!event) return
    const [session] = read.ok ? read.sessions : []
    if (!session) return park(context, event, fileId, read)
    const mark = { status: 'READ', type: session.type, reader_version: READER_VERSION, read_at: context.now }
    await markFile(context.tx, fileId, mark)
    const at = { sessionId, splitNo, serverId: file.server_id, receivedAt: file.received_at }
    const userIds = await place(context, event, { id: fileId, ...at }, session)
    context.record({
      type: 'ResultFileRead',
      aggregate: 'session',
      aggregateId: sessionId,
      leagueId: event.leagueId,
      data: { fileId, type: session.type, rows: session.results.length },
      topics: [...topicsOf(sessionId, event.leagueId), ...userIds.map((id) => `user:${id}`)],
    })
  },

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

type FileAt = {
  readonly id: ResultFileId
  readonly sessionId: SessionId
  readonly splitNo: number
  readonly serverId: string | null
  readonly receivedAt: Date
}

/** Keeps a file that cannot be read, with the reason, for an admin to see and try again. */
async function park(context: JobContext, event: SessionFacts, fileId: ResultFileId, read: ReadResults): Promise<void> {
  const { code, reason } = read.ok ? { code: 'IMPORT_NO_DATA', reason: 'the file holds no session' } : read
  await markFile(context.tx, fileId, { status: 'UNREADABLE', code, reason: plain(reason), reader_version: READER_VERSION, read_at: context.now })
  context.record({
    type: 'ResultFileUnreadable',
    aggregate: 'session',
    aggregateId: event.id,
    leagueId: event.leagueId,
    data: { fileId, code },
    topics: [`session:${event.id}`],
  })
}

/** Publishes a session of a file as its segment, ends the event with the last one, and says whose results it holds. */
async function place(context: JobContext, event: SessionFacts, file: FileAt, session: SessionResults): Promise<readonly string[]> {
  const { tx } = context
  const { sessionId, splitNo } = file
  const reversed = reversedPlaces(await findOptions(tx, sessionId))
  const planned = plannedSegments(event.segments, reversed)
  const { id, serverId } = file
  const { type, sessionIndex } = session
  const isEmpty = session.results.length === 0
  const index = segmentOf({ id, serverId, type, sessionIndex, isEmpty }, await findArrived(tx, sessionId, splitNo), planned)
  if (index === null) return []
  const holder = await findHolder(tx, sessionId, splitNo, index)
  const isLate = holder?.file_id && holder.file_id !== file.id && (holder.received_at ?? file.receivedAt) > file.receivedAt
  // a server of ours before a restart: what the later one wrote counts
  if (isLate && holder.server_id !== file.serverId) return []
  const provider = gameOf(event.game)?.platform ?? 'none'
  const accounts = [...new Set(session.results.flatMap((row) => row.drivers.flatMap(({ platformId }) => platformId || [])))]
  const field = await fieldOf(context, file, provider, accounts)
  const erased = await findErased(tx, provider, accounts)
  const published = publish(withoutErased(session, erased), field, { classes: event.classes, points: pointsRulesOf(event.points) })
  const no = type === 'WARMUP' ? 1 : Math.max(1, planned.slice(0, index + 1).filter((segment) => segment.type === type).length)
  const facts = { nativeType: session.nativeType, trackId: session.trackId, isWet: session.isWet, ...session.facts }
  const segment = { sessionId, splitNo, segmentIndex: index, type, no, fileId: file.id, facts: safe(facts), warnings: session.warnings.map(plain) }
  await replaceSegment(tx, segment, published, context.newId, context.now)
  for (const race of [index, index + 1]) {
    const source = gridSource(planned, race, reversed)
    if (source && (race === index || source.index === index))
      await fillGrid(tx, { sessionId, splitNo, race, source: source.index, reversed: source.reversed })
  }
  // it came before the one that holds its place: that one is the next of its type
  if (isLate) await readAgain(context, holder.file_id as ResultFileId)
  if (await isComplete(tx, sessionId, planned.length - 1)) {
    // one that is over already stays as it is
    await endSession(context, sessionId, null)
    context.later({ job: 'results.tell', data: { sessionId }, key: sessionId })
  }
  return published.rows.flatMap((row) => row.userIds)
}

async function fieldOf({ tx }: JobContext, { sessionId, splitNo }: FileAt, provider: string, accounts: readonly string[]): Promise<Field> {
  const entries = await activeEntries(tx, sessionId)
  return {
    users: await findOwners(tx, provider, accounts),
    entries: entries
      .filter((entry) => (entry.splitNo ?? 1) === splitNo)
      .map((entry) => ({
        ...entry,
        drivers: entry.drivers.map(({ userId, platformIds }) => ({ userId, platformId: platformIds[provider] ?? null })),
      })),
  }
}

/** AC's second race starts with the first places of the first one turned round; other games have no such option. */
const reversedPlaces = (options: Readonly<Record<string, unknown>>): number => Number(options['reversePositions'] ?? 0) || 0

/** Orders a file to be read anew. */
export async function readAgain(context: Pick<JobContext, 'tx' | 'later'>, fileId: ResultFileId): Promise<void> {
  await markFile(context.tx, fileId, { status: 'PENDING' })
  context.later({ job: 'results.read', data: { fileId }, key: fileId })
}

/** Somebody who erased their account is not named again by an old file. */
const withoutErased = (session: SessionResults, erased: ReadonlySet<string>): SessionResults =>
  erased.size === 0
    ? session
    : {
        ...session,
        results: session.results.map((row) => {
          if (!row.drivers.some(({ platformId }) => platformId && erased.has(platformId))) return row
          const drivers = row.drivers.map((driver) =>
            driver.platformId && erased.has(driver.platformId) ? { ...driver, name: '', platformId: null } : driver,
          )
          return row.participant.type === 'TEAM' ? { ...row, drivers } : { ...row, drivers, name: '', participant: { ...row.participant, name: '' } }
        }),
      }

/** Facts of a foreign file without what jsonb refuses, names of people left out. */
const safe = (facts: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(
    Object.entries(facts)
      .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
      .map(([key, value]) => [key, typeof value === 'string' ? plain(value) : value]),
  )
