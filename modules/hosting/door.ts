import type { HostId, Id, ServerId, SessionId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import { moveSplit, splitsOf, type SessionFacts, type SplitFacts } from '#modules/sessions/door.ts'
import type { SplitStatus } from '#modules/sessions/rules.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import type { ChangeContext } from '#server/room.ts'
import { ServerEnded } from './contract/facts.ts'
import { hostingWork } from './contract/jobs.ts'
import { movesTo } from './decide.ts'
import { type Reason, RESULTS_WAIT_MS } from './rules.ts'
import { findServer, isSuperseded, lockServer, noteAssigned, saveHost, saveServer, type NewHost, type ServerRow } from './store.ts'

export type { NewHost } from './store.ts'

export type Leased = {
  readonly sessionId: SessionId
  readonly splitNo: number
  /** A restart or a later launch has replaced the server: what it brings is kept and shows nothing. */
  readonly isSuperseded: boolean
}

/**
 * Whether a host may bring something of a server: it is the host's own, under its fence, and has not failed. Refuses LEASE_LOST. The
 * server's row stays locked; that a file came is noted.
 */
export async function checkLease(tx: Tx, serverId: ServerId, hostId: HostId, fence: number, now: Date): Promise<Result<Leased>> {
  const server = await lockServer(tx, serverId)
  if (server?.host_id !== hostId || server.fence !== fence) return refuse('LEASE_LOST')
  const [isOld, splits] = await Promise.all([isSuperseded(tx, server), splitsOf(tx, server.session_id)])
  if (server.phase === 'FAILED' && !isOld) return refuse('LEASE_LOST')
  const split = splits.find(({ id }) => id === server.split_id)
  if (!split) return refuse('LEASE_LOST')
  if (!isOld) await saveServer(tx, serverId, { result_at: now })
  return ok({ sessionId: server.session_id, splitNo: split.splitNo, isSuperseded: isOld })
}

/** Whether a restart or a later launch has replaced a server. */
export async function isServerSuperseded(tx: Tx, serverId: ServerId): Promise<boolean> {
  const server = await findServer(tx, serverId)
  return server !== undefined && isSuperseded(tx, server)
}

/** Whether a server ran when it wrote something, or had ended so shortly before that this is its last word. */
export async function wasRunning(tx: Tx, serverId: ServerId, at: Date): Promise<boolean> {
  const server = await findServer(tx, serverId)
  return server !== undefined && (server.ended_at === null || at.getTime() - server.ended_at.getTime() <= RESULTS_WAIT_MS)
}

/** When a server was launched; `null` for one that is not there. */
export const launchedAt = async (tx: Tx, serverId: ServerId): Promise<Date | null> => (await findServer(tx, serverId))?.assigned_at ?? null

/** Results of a split stand: whatever its host has said of it by now, or in which order, its race is on. */
export async function resultsStand(context: Pick<ChangeContext, 'tx' | 'record' | 'now'>, sessionId: SessionId, splitNo: number): Promise<void> {
  const split = (await splitsOf(context.tx, sessionId)).find((one) => one.splitNo === splitNo)
  if (!split) return
  await Promise.all([noteAssigned(context.tx, split.id, context.now), moveTo(context, split, 'IN_PROGRESS', null)])
}

/** Registers a race host under a name, or gives the one of that name a new token; answers its id. */
export const registerHost = (db: Reader, id: Id<'host'>, host: NewHost, now: Date): Promise<HostId> => saveHost(db, id, host, now)

/** Brings a split to a state through those between; nothing happens when others have brought it further or ended the session. */
export async function moveTo(
  context: Pick<ChangeContext, 'tx' | 'record' | 'now'>,
  split: Pick<SplitFacts, 'id' | 'status'>,
  to: SplitStatus,
  reason: string | null,
): Promise<void> {
  for (const step of movesTo(split.status, to)) {
    const moved = await moveSplit(context, { splitId: split.id, to: step, reason: step === to || step === 'ENDED' ? reason : null, now: context.now })
    if (!moved.ok) return
  }
}

/** Fails a split that has not begun; its admins are told, since only they can restart it. */
export async function failSplit(context: ChangeContext, split: SplitFacts, reason: string): Promise<void> {
  await moveTo(context, split, 'FAILED', reason)
  const data = { sessionId: split.sessionId, splitId: split.id, reason, failedAt: context.now.toISOString() }
  context.later(hostingWork.alarm, data, { key: `${split.id} ${data.failedAt}` })
}

const EARLY: Reason = 'ENDED_EARLY'

export type Ending = { readonly phase: 'ENDED' | 'FAILED'; readonly reason: string | null; readonly logTail?: string }

/**
 * Ends a live server, its row and its session locked by the caller. A split that has not begun fails with it, also where it ended in peace before
 * anybody could drive; one that has keeps its state until its results are read or known to be missing.
 */
export async function endServer(context: ChangeContext, session: SessionFacts, server: ServerRow, end: Ending): Promise<void> {
  const { tx, now, record, later } = context
  const reason = end.reason ?? server.reason
  await saveServer(tx, server.id, {
    phase: end.phase,
    ended_at: now,
    reason,
    drivers: 0,
    live: null,
    live_at: null,
    ...(end.logTail === undefined ? {} : { log_tail: end.logTail }),
  })
  const split = (await splitsOf(tx, session.id)).find(({ id }) => id === server.split_id)
  const raced = server.result_at !== null || session.startsAt <= now
  const isEarly = end.phase === 'ENDED' && reason === null && !raced
  if (split && (end.phase === 'FAILED' || isEarly) && split.status !== 'IN_PROGRESS')
    await failSplit(context, split, reason ?? (isEarly ? EARLY : ''))
  else if (split && reason !== 'RESTARTED') {
    await moveTo(context, split, raced ? 'IN_PROGRESS' : 'STARTED', null)
    later(hostingWork.over, { serverId: server.id }, { at: new Date(now.getTime() + RESULTS_WAIT_MS), key: `${server.id} over` })
  }
  const at = { sessionId: session.id, leagueId: session.leagueId, serverId: server.id, hostId: server.host_id }
  record(ServerEnded, { ...at, phase: end.phase, reason })
}
