import type { HostId, UserId } from '#core/ids.ts'
import { allowed, ok, refuse, type Result } from '#core/result.ts'
import { elsewhereOf } from '#games/manual/elsewhere.ts'
import { GAME_FACTS } from '#games/facts/facts.ts'
import { UnwritableText, type ServerFile, type ServerOrder } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { decodeText } from '#games/text.ts'
import { activeEntries, isSpectator, orderEntries } from '#modules/entries/door.ts'
import { roleIn } from '#modules/leagues/door.ts'
import { atLeast } from '#modules/leagues/rules.ts'
import { launchOrder, sessionFacts, splitsOf, type LaunchOrder, type SessionFacts, type SplitFacts } from '#modules/sessions/door.ts'
import { LAUNCH_LEAD_MS } from '#modules/sessions/rules.ts'
import { maySeeEvent } from '#modules/visibility/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import type { HostActor, QueriesOf, QueryContext } from '#server/room.ts'
import type { hostingContract, Job, JobsReply, ReachableSplit } from './contract.ts'
import { isServerFor, mayAdminister, mayRestart, maySeePassword, maySeeServer, maySwitchSplit, type Viewer } from './policy.ts'
import { contentManagerLink, ELSEWHERE_SHOWN_MS } from './rules.ts'
import { liveQueries } from './queries/live.ts'
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

  raceServer: async ({ db, actor, now, sealer }, { id, splitNo }) => {
    const session = await sessionFacts(db, id)
    if (!session || actor.kind !== 'user') return refuse('NOT_FOUND')
    const role = await roleIn(db, session.leagueId, actor.userId)
    const joinedSplitNo = await splitOf(db, session, actor.userId)
    const viewer: Viewer = { role, joinedSplitNo, spectates: await isSpectator(db, id, actor.userId) }
    if (!allowed(maySeeEvent({ hidden: session.hidden, role }, session.status))) return refuse('NOT_FOUND')
    const splits = await splitsOf(db, id)
    const switches = maySwitchSplit(splits.length, session.status, viewer)
    const wanted = (switches ? splitNo : null) ?? joinedSplitNo ?? 1
    const split = splits.find((one) => one.splitNo === wanted)
    const visible = split !== undefined && maySeeServer({ ...split, isSetUp: isSetUp(session, now) }, viewer)
    const order = visible && !session.manual ? await launchOrder(db, sealer, id) : null
    const server = split && (visible || split.status === 'FAILED') ? await latestOf(db, split) : null
    const admin = atLeast(role, 'admin')
    const restarted = admin && mayAdminister({ role, closed: session.leagueClosed }) === true && session.hosting === 'AUTOMATIC'
    return ok({
      startsAt: session.startsAt.toISOString(),
      opensAt: new Date(session.startsAt.getTime() - LAUNCH_LEAD_MS).toISOString(),
      game: session.game,
      location: session.region,
      manualSession: session.manual,
      hosting: session.hosting,
      splitNo: split?.splitNo ?? 1,
      splitId: split?.id ?? null,
      splitCount: session.splitCount,
      joinedSplitNo,
      split: {
        status: split?.status ?? 'WAITING',
        statusTime: (split?.statusAt ?? session.statusAt).toISOString(),
        ...(order && split ? serverOf(order, { ...split, isOnly: session.splitCount === 1 }, server, viewer) : { server: null }),
      },
      splitStatuses: splits.map((one) => ({ splitNo: one.splitNo, splitId: one.id, status: one.status })),
      failure: split?.status === 'FAILED' ? { reason: split.reason ?? '', logTail: admin ? (server?.log_tail ?? '') : null } : null,
      v: session.v,
      may: {
        restart: restarted && split !== undefined && mayRestart(split, now) === true,
        switchSplit: switches,
        reach: isServerFor(wanted, viewer),
      },
    })
  },

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

/** Whether a server elsewhere is there to be found, as far as anybody here knows. */
const isSetUp = ({ hosting, manual, status, startsAt }: SessionFacts, now: Date): boolean =>
  hosting === 'ELSEWHERE' && !manual && status === 'WAITING' && now.getTime() >= startsAt.getTime() - ELSEWHERE_SHOWN_MS

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
    serverName: serverName(launch, splitNo),
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

const serverName = ({ serverName }: LaunchOrder, splitNo: number | null): string => (splitNo === null ? serverName : `${serverName} #${splitNo}`)

/** The split somebody drives in; `null` for who does not. */
async function splitOf(db: Reader, session: { readonly id: LaunchOrder['id']; readonly splitCount: number }, userId: UserId): Promise<number | null> {
  const entry = (await activeEntries(db, session.id)).find(({ drivers }) => drivers.some((driver) => driver.userId === userId))
  return entry ? (session.splitCount > 1 ? entry.splitNo : 1) : null
}

const latestOf = (db: Reader, split: SplitFacts) =>
  db
    .selectFrom('servers')
    .innerJoin('hosts', 'hosts.id', 'servers.host_id')
    .select([
      'servers.ports',
      'servers.address',
      'servers.drivers',
      'servers.log_tail',
      'servers.phase',
      'servers.ended_at',
      'hosts.address as host_address',
    ])
    .where('servers.split_id', '=', split.id)
    .orderBy('servers.fence', 'desc')
    .executeTakeFirst()

/** Who may see this is decided; what each may see of it is decided here. */
function serverOf(
  order: LaunchOrder,
  split: SplitFacts & { readonly isOnly: boolean },
  row: Awaited<ReturnType<typeof latestOf>> | null,
  viewer: Viewer,
): Omit<ReachableSplit, 'status' | 'statusTime'> {
  const up = split.status === 'STARTED' || split.status === 'IN_PROGRESS'
  const at = up && row && !row.ended_at ? { address: row.address ?? row.host_address, ports: row.ports as Record<string, number> } : null
  const { join, passwords } = GAME_FACTS[order.game]
  const shown = passwords.filter((kind) => maySeePassword(kind, viewer))
  return {
    serverName: serverName(order, split.isOnly ? null : split.splitNo),
    server: { host: at?.address ?? null },
    ports: at?.ports ?? {},
    drivers: at ? (row?.drivers ?? null) : 0,
    passwords: Object.fromEntries(shown.map((kind) => [kind, order.passwords[kind]])),
    joinLink: at && join?.by === 'CONTENT_MANAGER' && at.ports[join.port] ? contentManagerLink(at.address, at.ports[join.port]!) : null,
    serverList: at && join?.by === 'SERVER_LIST' && order.enableServerProtection ? { leagueServerIP: at.address } : null,
  }
}
