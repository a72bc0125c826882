import type { LeagueId, SessionId } from '#core/ids.ts'
import { all, ok, refuse, type Result } from '#core/result.ts'
import { roleIn } from '#modules/leagues/door.ts'
import { maySeeEvent } from '#modules/visibility/rules.ts'
import type { ChangeContext, CommandContext } from '#server/room.ts'
import { type EndedSeason, SessionDeleted, SessionPlanned, SessionPublished } from '../contract/facts.ts'
import { sessionsWork } from '../contract/jobs.ts'
import { afterOrder, type SessionOrder } from '../decide.ts'
import { mayAdminister } from '../policy.ts'
import type { Hosting, SessionStatus } from '../rules.ts'
import { appendHistory, insertSplit, lockLeague, lockRow, leagueAndStatusOf, saveStatus, type SessionRow } from '../store.ts'

export type League = NonNullable<Awaited<ReturnType<typeof lockLeague>>>

/** The community, locked, when the actor is an admin of it; `status` is that of the event the command is about: who may not see it hears that there is none. */
export async function administered({ tx, actor }: CommandContext, leagueId: LeagueId, status?: SessionStatus): Promise<Result<League>> {
  const league = await lockLeague(tx, leagueId)
  if (!league) return refuse('NOT_FOUND')
  const facts = { ...league, role: await roleIn(tx, leagueId, actor.userId) }
  const may = all(status ? maySeeEvent(facts, status) : true, mayAdminister(facts))
  return may === true ? ok(league) : may
}

/** Community and session, both locked, when the actor is an admin and the session's state allows the order. */
export async function ordered(context: CommandContext, id: SessionId, order: SessionOrder): Promise<Result<{ league: League; session: SessionRow }>> {
  const event = await leagueAndStatusOf(context.tx, id)
  if (!event) return refuse('NOT_FOUND')
  const league = await administered(context, event.leagueId, event.status)
  if (!league.ok) return league
  const session = await lockRow(context.tx, id)
  if (!session) return refuse('NOT_FOUND')
  const after = afterOrder(session.status as SessionStatus, order)
  return after.ok ? ok({ league: league.value, session }) : after
}

type Published = { readonly id: SessionId; readonly leagueId: LeagueId; readonly hosting: Hosting; readonly startsAt: Date }

export async function publishNow(context: ChangeContext, session: Published): Promise<void> {
  const { tx, now, newId } = context
  const { id, leagueId, startsAt } = session
  await insertSplit(tx, newId<'split'>(), id, now)
  await saveStatus(tx, id, { session: 'WAITING', reason: null }, now)
  await appendHistory(tx, id, 1, 'WAITING', now, null)
  context.record(SessionPublished, { sessionId: id, leagueId, startsAt: startsAt.toISOString() })
  schedule(context, session)
}

/** An event elsewhere begins at its start, for ours a server is found; both look again, since either may have changed meanwhile. */
export function schedule(
  { later, record }: Pick<ChangeContext, 'later' | 'record'>,
  { id: sessionId, leagueId, hosting, startsAt }: Published,
): void {
  record(SessionPlanned, { sessionId, leagueId, hosting, startsAt: startsAt.toISOString() })
  if (hosting === 'ELSEWHERE') later(sessionsWork.begin, { sessionId }, { at: startsAt, key: `${sessionId} ${startsAt.toISOString()}` })
}

export const cancelled = (
  { record }: Pick<ChangeContext, 'record'>,
  session: Pick<SessionRow, 'id' | 'league_id' | 'name'>,
  season: EndedSeason | null = null,
): void => record(SessionDeleted, { ...at(session), event: session.name, ...(season && { season }) })

/** Where a session stands, for the facts about it. */
export const at = ({ id, league_id }: Pick<SessionRow, 'id' | 'league_id'>) => ({ sessionId: id, leagueId: league_id })
