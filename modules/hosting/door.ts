import type { HostId, Id, ServerId, SessionId, SplitId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import type { GameId } from '#games/game.ts'
import { moveSplit, sessionFacts, splitsOf, topicsOf, type SessionFacts, type SplitFacts } from '#modules/sessions/door.ts'
import type { SplitStatus } from '#modules/sessions/rules.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import type { ChangeContext } from '#server/room.ts'
import { movesTo } from './decide.ts'
import { RESULTS_WAIT_MS } from './rules.ts'
import { isSuperseded, lockServer, saveHost, saveServer, type NewHost, type ServerRow } from './store.ts'

export type { NewHost } from './store.ts'

export type Leased = { readonly sessionId: SessionId; readonly splitNo: number; readonly splitId: SplitId; readonly game: GameId }

/**
 * Whether a host may still bring something of a server: it is the host's own, under its fence, no later server of the split was
 * launched, and it has not failed. Refuses LEASE_LOST. The server's row stays locked; that a file came is noted.
 */
export async function checkLease(tx: Tx, serverId: ServerId, hostId: HostId, fence: number, now: Date): Promise<Result<Leased>> {
  const server = await lockServer(tx, serverId)
  const mine = server?.host_id === hostId && server.fence === fence && server.phase !== 'FAILED' && !(await isSuperseded(tx, server))
  if (!server || !mine) return refuse('LEASE_LOST')
  const session = await sessionFacts(tx, server.session_id)
  const split = (await splitsOf(tx, server.session_id)).find(({ id }) => id === server.split_id)
  if (!session || !split) return refuse('LEASE_LOST')
  await saveServer(tx, serverId, { result_at: now })
  return ok({ sessionId: session.id, splitNo: split.splitNo, splitId: split.id, game: session.game })
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
  context.later({ job: 'hosting.alarm', data, key: `${split.id} ${data.failedAt}` })
}

export type Ending = { readonly phase: 'ENDED' | 'FAILED'; readonly reason: string | null; readonly logTail?: string }

/**
 * Ends a live server, its row and its session locked by the caller. A split that has not begun fails with it; one that has keeps its
 * state until its results are read or known to be missing.
 */
export async function endServer(context: ChangeContext, session: SessionFacts, server: ServerRow, end: Ending): Promise<void> {
  const { tx, now, record, later } = context
  const reason = end.reason ?? server.reason
  await saveServer(tx, server.id, {
    phase: end.phase,
    ended_at: now,
    reason,
    drivers: 0,
    ...(end.logTail === undefined ? {} : { log_tail: end.logTail }),
  })
  const split = (await splitsOf(tx, session.id)).find(({ id }) => id === server.split_id)
  const raced = server.result_at !== null || session.startsAt <= now
  if (split && end.phase === 'FAILED' && split.status !== 'IN_PROGRESS') await failSplit(context, split, reason ?? '')
  else if (split && reason !== 'RESTARTED') {
    await moveTo(context, split, raced ? 'IN_PROGRESS' : 'STARTED', null)
    later({ job: 'hosting.over', data: { serverId: server.id }, at: new Date(now.getTime() + RESULTS_WAIT_MS), key: `${server.id} over` })
  }
  record({
    type: 'ServerEnded',
    aggregate: 'race',
    aggregateId: session.id,
    leagueId: session.leagueId,
    data: { serverId: server.id, phase: end.phase, reason },
    topics: [...topicsOf(session.id, session.leagueId), `host:${server.host_id}`],
  })
}
