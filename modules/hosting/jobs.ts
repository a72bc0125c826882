import { gameOf } from '#games/index.ts'
import { activeEntries, isSettled, settleField } from '#modules/entries/door.ts'
import { adminsOf, leaguePlan } from '#modules/leagues/door.ts'
import { notify } from '#modules/notifications/door.ts'
import { SessionDeclined, SessionPlanned } from '#modules/sessions/contract/facts.ts'
import {
  declineSession,
  lockSession,
  moveSplit,
  sessionFacts,
  sessionsBegun,
  sessionsToLaunch,
  splitsOf,
  type SessionFacts,
  type SplitFacts,
} from '#modules/sessions/door.ts'
import { isOver, LAUNCH_LEAD_MS } from '#modules/sessions/rules.ts'
import { does, on, within, type ChangeContext, type Keep, type Listener, type Within } from '#server/room.ts'
import { hostingNotices } from './contract/notices.ts'
import { ServerAssigned, ServerStopping } from './contract/facts.ts'
import { hostingWork } from './contract/jobs.ts'
import { freePorts, inOrder, watch, type Phase } from './decide.ts'
import { endServer, failSplit, moveTo } from './door.ts'
import { mayLaunch } from './policy.ts'
import { isReachable, isReason, LATE_MS, LAUNCH_PATIENCE_MS, nameOfServer, READING_WAIT_MS, REASON_SENTENCES, RETRY_MS, WATCH_MS } from './rules.ts'
import {
  dropLogs,
  findServer,
  insertServer,
  isSuperseded,
  listHosts,
  listLive,
  lockHost,
  lockLive,
  lockServer,
  saveServer,
  type ServerRow,
} from './store.ts'

/** Work of this room for later. Every job looks at everything again: it may be late, or run twice. */
export const hostingJobs = does(hostingWork, {
  /** Gives each split of a session its server; ordered for five minutes before the start and by a restart. */
  schedule: async (context, { sessionId }) => {
    let session = await lockSession(context.tx, sessionId)
    // it stands already, unless that job was lost
    if (session && !isSettled(session)) {
      await settleField(context, sessionId)
      session = await lockSession(context.tx, sessionId)
    }
    if (session?.hosting !== 'AUTOMATIC' || !(await isDue(context, session))) return
    let waits = false
    for (const split of await splitsOf(context.tx, sessionId)) waits = (await launch(context, session, split)) === 'waits' || waits
    const { later, now } = context
    if (waits) later(hostingWork.schedule, { sessionId }, { at: new Date(now.getTime() + RETRY_MS), key: `${sessionId} again` })
  },

  /** The start time: servers that are up begin. */
  begin: async (context, { sessionId }) => {
    const session = await lockSession(context.tx, sessionId)
    if (!session || session.startsAt > context.now) return
    for (const split of await splitsOf(context.tx, sessionId)) {
      const server = await lockLive(context.tx, split.id)
      if (server?.phase === 'STARTED') await begin(context, server, split)
    }
  },

  /** Orders what is due and was lost: the launch of splits that still wait for a server, the beginning of those whose server is up, the look at live servers. What waits already is not ordered twice. */
  sweep: async ({ tx, now, later }) => {
    const live = await listLive(tx)
    const served = new Set(live.map(({ split_id }) => split_id))
    const due = new Set((await sessionsToLaunch(tx, now)).filter(({ splitId }) => !served.has(splitId)).map(({ sessionId }) => sessionId))
    for (const sessionId of due) later(hostingWork.schedule, { sessionId }, { key: `${sessionId} sweep` })
    const up = live.filter(({ phase }) => phase === 'STARTED').map(({ session_id }) => session_id)
    for (const sessionId of await sessionsBegun(tx, up, now)) later(hostingWork.begin, { sessionId }, { key: `${sessionId} sweep` })
    if (live.length > 0) later(hostingWork.watch, {}, { key: 'watch' })
  },

  /** One look at all live servers; orders the next one while there are any. */
  watch: async (context) => {
    const { tx, later, now } = context
    const live = await listLive(tx)
    if (live.length > 0) later(hostingWork.watch, {}, { at: new Date(now.getTime() + WATCH_MS), key: 'watch' })
    for (const server of live) await lookAt(context, server)
  },

  /** Ends a split whose server is over and whose results did not end it: there are none, or not all can be read. */
  over: async (context, { serverId }) => {
    const found = await findServer(context.tx, serverId)
    const session = found && (await lockSession(context.tx, found.session_id))
    // a file on its way holds the server: whether results came is known once it is in
    const server = session && (await lockServer(context.tx, serverId))
    const split = server && (await splitsOf(context.tx, session.id)).find(({ id }) => id === server.split_id)
    // restarted meanwhile: a split that waits for a host, or whose later server failed, is not over with this one
    if (!server?.ended_at || !split || !isReachable(split.status) || (await isSuperseded(context.tx, server))) return
    const untilMs = server.ended_at.getTime() + READING_WAIT_MS
    if (server.result_at && context.now.getTime() < untilMs)
      return context.later(hostingWork.over, { serverId }, { at: new Date(untilMs), key: `${serverId} read` })
    await moveTo(context, split, 'ENDED', server.reason ?? (server.placed_at ? null : 'NO_RESULTS'))
  },

  /** Tells the drivers of a split that their server is up, once for each server. */
  announce: async (context, { serverId }) => {
    const server = await findServer(context.tx, serverId)
    const session = server && (await sessionFacts(context.tx, server.session_id))
    const split = session && (await splitsOf(context.tx, session.id)).find(({ id }) => id === server.split_id)
    // a report that was late on its way: nobody can join any more
    if (!session || !split || split.status === 'ENDED' || server?.ended_at) return
    const entries = (await activeEntries(context.tx, session.id)).filter((entry) => session.splitCount === 1 || entry.splitNo === split.splitNo)
    for (const { userId } of entries.flatMap((entry) => entry.drivers))
      notify(context, hostingNotices.up, {
        userId,
        params: { event: session.name, serverName: nameOfServer(session, session.splitCount > 1 ? split.splitNo : null) },
        link: `/events/${session.id}`,
        effectKey: `server-up:${serverId}:${userId}`,
      })
  },

  /** Tells the admins that a server did not start, once for each failure. */
  alarm: async (context, { sessionId, splitId, reason, failedAt }) => {
    const session = await sessionFacts(context.tx, sessionId)
    if (!session) return
    for (const userId of await adminsOf(context.tx, session.leagueId))
      notify(context, hostingNotices.failed, {
        userId,
        params: { event: session.name, reason },
        inMail: isReason(reason) ? { reason: REASON_SENTENCES[reason] } : {},
        link: `/events/${session.id}`,
        effectKey: `server-failed:${splitId}:${failedAt}:${userId}`,
      })
  },
})

export const hostingListeners: readonly Listener[] = [
  /** The plan did not carry an event: those who look after it hear of it, its drivers from the list they are in. */
  on(SessionDeclined, 'hosting.event-declined', async (context, { sessionId, leagueId }) => {
    const session = await sessionFacts(context.tx, sessionId)
    if (!session) return
    for (const userId of await adminsOf(context.tx, leagueId))
      notify(context, hostingNotices.declined, {
        userId,
        params: { event: session.name },
        link: `/events/${sessionId}`,
        effectKey: `launch-declined:${sessionId}:${userId}`,
      })
  }),
]

export const hostingWithin: readonly Within[] = [
  /** A server of ours is chosen shortly before the start. */
  within(SessionPlanned, async ({ later }, { sessionId, hosting, startsAt }) => {
    if (hosting !== 'AUTOMATIC') return
    const at = new Date(Date.parse(startsAt) - LAUNCH_LEAD_MS)
    later(hostingWork.schedule, { sessionId }, { at, key: `${sessionId} ${startsAt}` })
  }),
]

export const hostingKeeps: readonly Keep[] = [
  {
    what: 'servers.log_tail',
    days: 90,
    why: 'a failed start is looked into within weeks; who ran where stays',
    prune: ({ tx }, before, most) => dropLogs(tx, before, most),
  },
]

/** Whether a session's servers may be launched now; one that its community's plan no longer carries is declined. */
async function isDue(context: ChangeContext, session: SessionFacts): Promise<boolean> {
  const { tx, now } = context
  if (isOver(session.status) || session.status === 'DRAFT' || session.status === 'RECURRING') return false
  if (now.getTime() < session.startsAt.getTime() - LAUNCH_LEAD_MS) return false
  if (session.status !== 'WAITING') return true
  const plan = await leaguePlan(tx, session.leagueId, now)
  if (plan && mayLaunch(plan.plan, session)) return true
  await declineSession(context, session.id, 'league_limits_missing_declined_msg')
  return false
}

/** One split's step towards its server. `waits`: no host is free, ask again. */
async function launch(context: ChangeContext, session: SessionFacts, before: SplitFacts): Promise<'waits' | 'done'> {
  const { tx, now, later, newId, record } = context
  if (before.status !== 'WAITING' && before.status !== 'SCHEDULING') return 'done'
  if (await lockLive(tx, before.id)) return 'done'
  if (before.status === 'WAITING' && now.getTime() - session.startsAt.getTime() >= LATE_MS) {
    await failSplit(context, before, 'NO_HOST')
    return 'done'
  }
  if (before.status === 'WAITING') await moveTo(context, before, 'SCHEDULING', null)
  else if (now.getTime() - before.statusAt.getTime() >= LAUNCH_PATIENCE_MS) {
    await failSplit(context, before, 'NO_HOST')
    return 'done'
  }
  const target = await chooseTarget(context, session)
  if (!target) return 'waits'
  const server = { id: newId<'server'>(), splitId: before.id, sessionId: session.id, ...target }
  if (!(await insertServer(tx, server, now))) return 'done'
  const at = { sessionId: session.id, leagueId: session.leagueId, serverId: server.id, hostId: target.hostId }
  record(ServerAssigned, { ...at, splitNo: before.splitNo })
  later(hostingWork.begin, { sessionId: session.id }, { at: session.startsAt, key: `${session.id} ${session.startsAt.toISOString()}` })
  later(hostingWork.watch, {}, { at: new Date(now.getTime() + WATCH_MS), key: 'watch' })
  return 'done'
}

/** A host with room and its ports: in the wanted region where there is one. Launches of the same moment share the hosts of a region instead of queueing for one. */
async function chooseTarget({ tx, now }: ChangeContext, { region, game }: SessionFacts) {
  const names = gameOf(game)?.server?.launch.ports.map((port) => port.name)
  if (!names) return null
  const candidates = inOrder(await listHosts(tx), { region, game }, now)
  const asNear = candidates.filter((one) => (one.region === region) === (candidates[0]?.region === region))
  for (const [when, { id }] of [...asNear.map((one) => ['now', one] as const), ...candidates.map((one) => ['in turn', one] as const)]) {
    const host = await lockHost(tx, id, when)
    if (!host || inOrder([host], { region, game }, now).length === 0) continue
    const ports = freePorts(names, { from: host.portFrom, to: host.portTo }, new Set(host.portsInUse))
    if (ports) return { hostId: host.id, ports }
  }
  return null
}

async function begin(context: ChangeContext, server: ServerRow, split: SplitFacts): Promise<void> {
  await saveServer(context.tx, server.id, { phase: 'IN_PROGRESS', begun_at: context.now })
  await moveSplit(context, { splitId: split.id, to: 'IN_PROGRESS', now: context.now })
}

/** Looks first without a lock: nearly every look changes nothing. */
async function lookAt(context: ChangeContext, seen: ServerRow): Promise<void> {
  if (findingOf(seen, context.now).do === 'nothing') return
  const session = await lockSession(context.tx, seen.session_id)
  const server = await lockServer(context.tx, seen.id)
  if (!session || !server || server.ended_at) return
  const finding = findingOf(server, context.now)
  if (finding.do === 'miss') await saveServer(context.tx, server.id, { misses: server.misses + 1 })
  if (finding.do === 'fail') await endServer(context, session, server, { phase: 'FAILED', reason: finding.reason })
  if (finding.do === 'stop') {
    await saveServer(context.tx, server.id, { phase: 'STOPPING', reason: finding.reason })
    const at = { sessionId: session.id, leagueId: session.leagueId, serverId: server.id, hostId: server.host_id }
    context.record(ServerStopping, { ...at, reason: finding.reason })
  }
}

const findingOf = (server: ServerRow, now: Date) =>
  watch(
    {
      phase: server.phase as Phase,
      assignedAt: server.assigned_at,
      leaseUntil: server.lease_until,
      misses: server.misses,
      begunAt: server.begun_at,
      drivers: server.drivers,
      driversAt: server.drivers_at,
    },
    now,
  )
