import type { HostId } from '#core/ids.ts'
import { allowed, ok, refuse, type Result } from '#core/result.ts'
import { elsewhereOf } from '#games/manual/elsewhere.ts'
import { UnwritableText, type ServerFile, type ServerOrder } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { decodeText } from '#games/text.ts'
import { orderEntries } from '#modules/entries/door.ts'
import { roleIn } from '#modules/leagues/door.ts'
import { launchOrder, sessionFacts, type LaunchOrder } from '#modules/sessions/door.ts'
import { maySeeEvent } from '#modules/visibility/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import type { HostActor, QueriesOf, QueryContext } from '#server/room.ts'
import type { hostingContract, Job, JobsReply } from './contract.ts'
import { mayAdminister } from './policy.ts'
import { liveQueries } from './queries/live.ts'
import { raceServerQueries } from './queries/race-server.ts'
import { nameOfServer } from './rules.ts'
import { freeUnused, seen } from './store.ts'

export const hostingQueries: QueriesOf<typeof hostingContract> = {
  hostJobs: async (context, asked) => {
    const { db, now, noticed } = context
    const { hostId } = context.actor as HostActor
    const have = asked.have === '' ? [] : asked.have.split(',').map(Number)
    if (!(await seen(db, hostId, asked.instance, now))) return refuse('WRONG_STATE')
    await freeUnused(db, hostId, have)
    const first = await jobsOf(context, hostId, have)
    if (first.state !== asked.seen || asked.waitMs === 0) return ok(first)
    await noticed?.([`host:${hostId}`], asked.waitMs)
    return ok(await jobsOf(context, hostId, have))
  },

  ...raceServerQueries,
  ...liveQueries,

  settingsFile: async ({ db, actor, sealer }, { id }) => {
    const session = await sessionFacts(db, id)
    if (!session || actor.kind !== 'user') return refuse('NOT_FOUND')
    const role = await roleIn(db, session.leagueId, actor.userId)
    if (!allowed(maySeeEvent({ hidden: session.hidden, role }, session.status))) return refuse('NOT_FOUND')
    const may = mayAdminister({ role, closed: session.leagueClosed })
    if (may !== true) return may
    const { server } = gameOf(session.game) ?? {}
    const path = elsewhereOf(session.game)?.file
    if (!server || path === undefined || session.hosting !== 'ELSEWHERE' || session.manual) return refuse('NOT_FOUND')
    const ports = Object.fromEntries(server.launch.ports.map(({ name, usual }) => [name, usual]))
    const order = await serverOrder(db, await launchOrder(db, sealer, id), null, ports)
    return order ? textOf(() => server.writeFiles(order), path) : refuse('NOT_FOUND')
  },
}

/** The host's live servers; everything to run one only where the host does not have it yet. */
async function jobsOf({ db, sealer }: QueryContext, hostId: HostId, have: readonly number[]): Promise<JobsReply> {
  const rows = await db
    .selectFrom('servers')
    .innerJoin('splits', 'splits.id', 'servers.split_id')
    .innerJoin('sessions', 'sessions.id', 'servers.session_id')
    .select([
      'servers.id',
      'servers.session_id',
      'servers.fence',
      'servers.phase',
      'servers.ports',
      'splits.split_no',
      'sessions.game',
      'sessions.starts_at',
      'sessions.split_count',
    ])
    .where('servers.host_id', '=', hostId)
    .where('servers.ended_at', 'is', null)
    .orderBy('servers.fence')
    .execute()
  const servers: Job[] = []
  for (const row of rows) {
    const own = row.split_count > 1 ? row.split_no : null
    servers.push({
      serverId: row.id,
      sessionId: row.session_id,
      splitNo: row.split_no,
      fence: row.fence,
      game: row.game,
      startsAt: row.starts_at.toISOString(),
      wanted: row.phase === 'STOPPING' ? 'stop' : 'run',
      order: have.includes(row.fence)
        ? null
        : await serverOrder(db, await launchOrder(db, sealer, row.session_id), own, row.ports as ServerOrder['ports']),
    })
  }
  return { state: servers.map((server) => `${server.fence}:${server.wanted}`).join(','), servers }
}

/** Everything a server is started with; `splitNo` is `null` where all drive in one. */
async function serverOrder(db: Reader, launch: LaunchOrder | null, splitNo: number | null, ports: ServerOrder['ports']): Promise<Job['order']> {
  if (!launch) return null
  return {
    serverName: nameOfServer(launch, splitNo),
    tag: launch.id,
    trackId: launch.trackId,
    layoutId: launch.layoutId,
    carIds: [...launch.carIds],
    maxEntries: launch.maxEntries,
    segments: launch.segments.map((segment) => ({ ...segment, options: { ...segment.options } })),
    options: { ...launch.options },
    passwords: launch.passwords,
    closedEntry: launch.closedEntry,
    enableServerProtection: launch.enableServerProtection,
    driverSwap: launch.driverSwap,
    hasGridPositions: launch.hasGridPositions,
    entries: (await orderEntries(db, launch, splitNo)).map((entry) => ({ ...entry, drivers: [...entry.drivers] })),
    bop: [...launch.bop],
    ports,
  }
}

/** One of the files as text; a name that its format cannot hold is named. */
function textOf(write: () => readonly ServerFile[], path: string): Result<string> {
  try {
    const file = write().find((one) => one.path === path)
    return file ? ok(decodeText(file.bytes)) : refuse('NOT_FOUND')
  } catch (fault) {
    if (!(fault instanceof UnwritableText)) throw fault
    return refuse('CONFIG_INVALID', { field: fault.field, reason: 'server' })
  }
}
