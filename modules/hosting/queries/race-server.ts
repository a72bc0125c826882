import type { SessionId, UserId } from '#core/ids.ts'
import { allowed, ok, refuse, type Result } from '#core/result.ts'
import { GAME_FACTS } from '#games/facts/facts.ts'
import { activeEntries, isSpectator } from '#modules/entries/door.ts'
import { roleIn } from '#modules/leagues/door.ts'
import { atLeast } from '#modules/leagues/rules.ts'
import type { EventView } from '#modules/sessions/contract.ts'
import { launchOrder, publicView, sessionFacts, splitsOf, type LaunchOrder, type SessionFacts, type SplitFacts } from '#modules/sessions/door.ts'
import { LAUNCH_LEAD_MS } from '#modules/sessions/rules.ts'
import { maySeeEvent, VISITOR } from '#modules/visibility/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import type { Apart, QueriesOf, QueryContext } from '#server/room.ts'
import type { hostingContract, ReachableSplit, ServerView } from '../contract.ts'
import { isServerFor, mayAdminister, mayRestart, maySeePassword, maySeeServer, maySwitchSplit, type Viewer } from '../policy.ts'
import { contentManagerLink, ELSEWHERE_SHOWN_MS, hasNight, isReason, nameOfServer, type NightFacts } from '../rules.ts'
import { liveOf } from './live.ts'
import { offeredTo, offersAfter, type Offer } from './next-event.ts'

export const raceServerQueries: Pick<QueriesOf<typeof hostingContract>, 'raceServer' | 'raceNight' | 'publicNight'> = {
  raceServer: async (context, { id, splitNo }) => {
    const session = await sessionFacts(context.db, id)
    return session ? serverView(context, session, splitNo) : refuse('NOT_FOUND')
  },
  raceNight: async (context, { id }) => {
    const session = await sessionFacts(context.db, id)
    if (!session || context.actor.kind !== 'user') return refuse('NOT_FOUND')
    const { userId } = context.actor
    const role = await roleIn(context.db, session.leagueId, userId)
    if (!allowed(maySeeEvent({ hidden: session.hidden, role }, session.status))) return refuse('NOT_FOUND')
    const next = await offeredTo(context.db, await offersAfter(context, session, userId), userId)
    const night = hasNight(nightFacts(session.status, session.startsAt, session.manual), context.now) ? await nightOf(context, session) : ok(NO_NIGHT)
    return night.ok ? ok({ ...night.value, next }) : night
  },
  // not of `split:ID`: each word of a server would draw the page anew
  publicNight: async (context, { id }) => {
    const session = await seenByAll(context, id)
    if (!session) return refuse('NOT_FOUND')
    const isOn = session.status === 'IN_PROGRESS' && session.hosting === 'AUTOMATIC' && !session.manualSession
    const first = isOn ? session.splitStatuses.find(({ splitNo }) => splitNo === 1) : undefined
    const [live, offers] = await Promise.all([first && liveOf(context.db, first.splitId, VISITOR), offersAfter(context, session, null)])
    return ok({ live: live?.view ?? null, next: await offeredTo(context.db, offers, null) })
  },
}

/** An event whoever comes may see: the read its page is drawn from, so that both are one. */
async function seenByAll({ db, dependsOn }: Pick<QueryContext, 'db' | 'dependsOn'>, id: SessionId): Promise<EventView | null> {
  dependsOn(`session:${id}`)
  const event = await publicView(db, id)
  if (event) dependsOn(`league:${event.leagueId}`)
  return event
}

const NO_NIGHT = { server: null, live: null } as const

/** What of the night is each one's own is read only while there is one. */
export const raceNightApart = {
  raceNight: {
    own: ['server', 'live', 'next'],
    same: async (context, { id }) => {
      const session = await seenByAll(context, id)
      if (!session) return refuse('NOT_FOUND')
      const facts = nightFacts(session.status, new Date(session.startsAt), session.manualSession)
      return ok({ answer: {}, about: { ...facts, offers: await offersAfter(context, session, null) } })
    },
    mine: async (context, { id }, { about }) => {
      const next = await offeredTo(context.db, about.offers, context.actor.kind === 'user' ? context.actor.userId : null)
      if (!hasNight(about, context.now)) return { ...NO_NIGHT, next }
      const session = await sessionFacts(context.db, id)
      const night = session && (await nightOf(context, session))
      return night?.ok ? { ...night.value, next } : null
    },
  } satisfies Apart<typeof hostingContract.raceNight, 'server' | 'live' | 'next', NightFacts & { readonly offers: readonly Offer[] }>,
}

const nightFacts = (status: SessionFacts['status'], startsAt: Date, manual: boolean): NightFacts => ({
  status,
  startsAtMs: startsAt.getTime(),
  manual,
})

async function nightOf(context: QueryContext, session: SessionFacts) {
  const server = await serverView(context, session)
  if (!server.ok) return server
  const { splitId, hosting } = server.value
  const isOn = session.status === 'IN_PROGRESS' && hosting === 'AUTOMATIC' && splitId !== null
  const live = isOn && context.actor.kind === 'user' ? await liveOf(context.db, splitId, context.actor.userId) : null
  return ok({ server: server.value, live: live?.view ?? null })
}

/** The server of a split as one person sees it: the one asked for, where they may choose, else theirs. */
async function serverView({ db, actor, now, sealer }: QueryContext, session: SessionFacts, splitNo?: number): Promise<Result<ServerView>> {
  if (actor.kind !== 'user') return refuse('NOT_FOUND')
  const { id } = session
  const role = await roleIn(db, session.leagueId, actor.userId)
  const joinedSplitNo = await splitOf(db, session, actor.userId)
  const viewer: Viewer = { role, joinedSplitNo, spectates: await isSpectator(db, id, actor.userId) }
  if (!allowed(maySeeEvent({ hidden: session.hidden, role }, session.status))) return refuse('NOT_FOUND')
  const splits = await splitsOf(db, id)
  const switches = maySwitchSplit(splits.length, session.status, viewer)
  const wanted = (switches ? splitNo : null) ?? joinedSplitNo ?? 1
  const split = splits.find((one) => one.splitNo === wanted)
  const visible = split !== undefined && maySeeServer({ ...split, isSetUp: isSetUp(session, now) }, viewer)
  const order = visible ? await launchOrder(db, sealer, id) : null
  const server = split && (visible || split.status === 'FAILED') ? await latestOf(db, split) : null
  const admin = atLeast(role, 'admin')
  const restarts = admin && mayAdminister({ role, closed: session.leagueClosed }) === true
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
      ...(order && split
        ? serverOf(order, { ...split, isOnly: session.splitCount === 1, manual: session.manual }, server, viewer)
        : { server: null }),
    },
    splitStatuses: splits.map((one) => ({ splitNo: one.splitNo, splitId: one.id, status: one.status })),
    failure: split?.status === 'FAILED' ? failureOf(split.reason ?? '', admin ? (server?.log_tail ?? '') : null) : null,
    v: session.v,
    may: {
      restart: restarts && split !== undefined && mayRestart(split, session, now) === true,
      switchSplit: switches,
      reach: isServerFor(wanted, viewer),
    },
  })
}

/** What only its host says of a failure is for admins, as its log is. */
const failureOf = (reason: string, logTail: string | null): NonNullable<ServerView['failure']> => ({
  reason: logTail !== null || isReason(reason) ? reason : '',
  logTail,
})

/** Whether a server elsewhere is there to be found, as far as anybody here knows. */
const isSetUp = ({ hosting, manual, status, startsAt }: SessionFacts, now: Date): boolean =>
  hosting === 'ELSEWHERE' && !manual && status === 'WAITING' && now.getTime() >= startsAt.getTime() - ELSEWHERE_SHOWN_MS

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
  split: SplitFacts & { readonly isOnly: boolean; readonly manual: boolean },
  row: Awaited<ReturnType<typeof latestOf>> | null,
  viewer: Viewer,
): Omit<ReachableSplit, 'status' | 'statusTime'> {
  const up = split.status === 'STARTED' || split.status === 'IN_PROGRESS'
  const at = up && row && !row.ended_at ? { address: row.address ?? row.host_address, ports: row.ports as Record<string, number> } : null
  const { join, passwords } = GAME_FACTS[order.game]
  // whatever its game: of a server of their own there is one, where somebody typed it (docs/decisions/0036)
  const kinds: typeof passwords = split.manual ? ['server'] : passwords
  const shown = kinds.filter((kind) => maySeePassword(kind, viewer) && order.passwords[kind] !== '')
  return {
    serverName: nameOfServer(order, split.isOnly ? null : split.splitNo),
    server: { host: at?.address ?? null },
    ports: at?.ports ?? {},
    drivers: at ? (row?.drivers ?? null) : 0,
    passwords: Object.fromEntries(shown.map((kind) => [kind, order.passwords[kind]])),
    joinLink: at && join?.by === 'CONTENT_MANAGER' && at.ports[join.port] ? contentManagerLink(at.address, at.ports[join.port]!) : null,
    serverList: at && join?.by === 'SERVER_LIST' && order.enableServerProtection ? { leagueServerIP: at.address } : null,
  }
}
