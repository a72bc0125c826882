import type { ServerId, SessionId } from '#core/ids.ts'
import { allowed, ok, refuse } from '#core/result.ts'
import { roleIn } from '#modules/leagues/door.ts'
import { lockSession, raiseVersion, sessionFacts, splitsOf, type SessionFacts, type SplitFacts } from '#modules/sessions/door.ts'
import { maySeeEvent } from '#modules/visibility/rules.ts'
import type { ChangeContext, CommandsOf } from '#server/room.ts'
import type { hostingContract, ServerReport } from './contract.ts'
import { ServerStarting, ServerUp } from './contract/facts.ts'
import { hostingWork } from './contract/jobs.ts'
import { isFurther, type Phase } from './decide.ts'
import { endServer, moveTo } from './door.ts'
import { mayAdminister, mayRestart } from './policy.ts'
import { findServer, isSuperseded, lockLive, lockServer, saveServer, type ServerRow } from './store.ts'

export const hostingCommands: CommandsOf<typeof hostingContract> = {
  ReportStatus: async (context, { id, body }) => {
    const { tx } = context
    const { hostId } = context.actor
    const seen = await findServer(tx, id as ServerId)
    if (!seen || seen.host_id !== hostId || seen.fence !== body.fence) return refuse('LEASE_LOST')
    if (seen.ended_at) return (await isRepeated(context, seen, body)) ? ok({ wanted: 'stop' as const }) : refuse('LEASE_LOST')
    if ((body.phase === 'STARTING' || body.phase === 'STARTED') && !isFurther(seen.phase as Phase, body.phase))
      return ok(await count(context, seen, body))
    // everybody locks the session first, then its servers
    const session = await lockSession(tx, seen.session_id)
    const server = await lockServer(tx, seen.id)
    if (!session || !server || server.ended_at) return refuse('LEASE_LOST')
    const split = (await splitsOf(tx, session.id)).find((one) => one.id === server.split_id)
    if (!split) return refuse('LEASE_LOST')
    if (body.phase === 'STARTING' || body.phase === 'STARTED') return ok(await bringUp(context, session, split, server, body))
    await endServer(context, session, server, {
      phase: body.phase === 'OVER' ? 'ENDED' : 'FAILED',
      reason: body.reason ?? null,
      logTail: body.logTail,
    })
    return ok({ wanted: 'stop' as const })
  },

  RestartSession: async (context, { id, v, body }) => {
    const { tx, actor, now, later } = context
    const sessionId = id as SessionId
    // who may not see it hears the same as of one that does not exist
    const before = await sessionFacts(tx, sessionId)
    const role = before && (await roleIn(tx, before.leagueId, actor.userId))
    if (!before || !allowed(maySeeEvent({ hidden: before.hidden, role }, before.status))) return refuse('NOT_FOUND')
    const may = mayAdminister({ role, closed: before.leagueClosed })
    if (may !== true) return may
    const session = await lockSession(tx, sessionId)
    if (!session) return refuse('NOT_FOUND')
    if (session.v !== v) return refuse('VERSION_CONFLICT')
    const splits = (await splitsOf(tx, sessionId)).filter((split) => !body.splitId || split.id === body.splitId)
    if (splits.length === 0) return refuse('NOT_FOUND')
    const verdicts = splits.map((split) => ({ split, may: mayRestart(split, session, now) }))
    const due = verdicts.filter((one) => one.may === true)
    const [first] = verdicts
    if (due.length === 0 && first && first.may !== true) return first.may
    for (const { split } of due) {
      const server = await lockLive(tx, split.id)
      if (server) await endServer(context, session, server, { phase: 'ENDED', reason: 'RESTARTED' })
      await moveTo(context, split, 'SCHEDULING', 'RESTARTED')
    }
    later(hostingWork.schedule, { sessionId }, { key: `${sessionId} restart` })
    return raiseVersion(tx, sessionId, v)
  },
}

/** A last report whose answer got lost is answered again; after a later launch nothing is. */
const isRepeated = async ({ tx }: ChangeContext, server: ServerRow, report: ServerReport): Promise<boolean> =>
  server.phase === (report.phase === 'OVER' ? 'ENDED' : report.phase) && !(await isSuperseded(tx, server))

const wantedOf = (phase: string): { wanted: 'run' | 'stop' } => ({ wanted: phase === 'STOPPING' ? 'stop' : 'run' })

/** Drivers come and go, and the race goes on, without a lock or an event: whoever looks on is told, and nothing of it stays. */
async function count({ tx, now, tell }: ChangeContext, server: ServerRow, report: ServerReport): Promise<{ wanted: 'run' | 'stop' }> {
  const { drivers = server.drivers, live } = report
  if (drivers === server.drivers && live === undefined) return wantedOf(server.phase)
  await saveServer(tx, server.id, {
    ...(drivers === server.drivers ? {} : { drivers, drivers_at: now }),
    ...(live === undefined ? {} : { live, live_at: now }),
  })
  tell(`split:${server.split_id}`)
  return wantedOf(server.phase)
}

async function bringUp(
  context: ChangeContext,
  session: SessionFacts,
  split: SplitFacts,
  server: ServerRow,
  report: ServerReport,
): Promise<{ wanted: 'run' | 'stop' }> {
  const { tx, now, later, record } = context
  const up = report.phase === 'STARTED'
  const phase: Phase = !up ? 'STARTING' : session.startsAt <= now ? 'IN_PROGRESS' : 'STARTED'
  if (!isFurther(server.phase as Phase, up ? 'STARTED' : 'STARTING')) return count(context, server, report)
  await saveServer(tx, server.id, {
    phase,
    ...(report.address ? { address: report.address } : {}),
    ...(up ? { started_at: now, drivers: report.drivers ?? null, drivers_at: now } : {}),
    ...(phase === 'IN_PROGRESS' ? { begun_at: now } : {}),
  })
  await moveTo(context, split, phase, null)
  if (up) later(hostingWork.announce, { serverId: server.id }, { key: server.id })
  record(up ? ServerUp : ServerStarting, { sessionId: session.id, leagueId: session.leagueId, serverId: server.id, splitNo: split.splitNo })
  return wantedOf(phase)
}
