import { sql } from 'kysely'
import type { LeagueId, SessionId, UserId } from '#core/ids.ts'
import { refuse, type Verdict } from '#core/result.ts'
import { present } from '#modules/accounts/door.ts'
import { heldIn } from '#modules/sessions/door.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import type { RatingView } from '#modules/ranking/contract.ts'
import { ratingOf } from '#modules/ranking/door.ts'
import { LEFT_WITH_COMMUNITY } from './coming.ts'

export type SpectatorRow = {
  readonly user_id: UserId
  readonly name: string | null
  readonly country: string | null
  readonly rating: RatingView | null
  readonly joined_at: Date
}

/** Who watches an event, in the order in which they came. */
export async function spectatorsIn(db: Reader, sessionId: SessionId): Promise<readonly SpectatorRow[]> {
  return await db
    .selectFrom('spectators')
    .innerJoin('users', 'users.id', 'spectators.user_id')
    .innerJoin('sessions', 'sessions.id', 'spectators.session_id')
    .select(['spectators.user_id', 'spectators.joined_at'])
    .select([
      (is) => is.case().when('users.removed_at', 'is', null).then(is.ref('users.name')).end().as('name'),
      (is) => is.case().when('users.removed_at', 'is', null).then(is.ref('users.country')).end().as('country'),
      (is) => is.case().when('users.removed_at', 'is', null).then(ratingOf('users.id', 'sessions.game')).end().as('rating'),
    ])
    .where('spectators.session_id', '=', sessionId)
    .orderBy('spectators.joined_at')
    .orderBy('spectators.user_id')
    .execute()
}

type Watcher = { readonly sessionId: SessionId; readonly leagueId: LeagueId; readonly userId: UserId }

/**
 * Writes somebody who watches; refuses what came in between: MEMBER_BANNED, MEMBER_REQUIRED, ACCOUNT_NOT_FOUND, that they drive or watch
 * already, and REGISTRATION_FULL where the place that is counted already is taken in the fullest split. The session is locked, as it is for who drives: nobody gets both.
 */
export async function insertSpectator(tx: Tx, { sessionId, leagueId, userId }: Watcher, now: Date): Promise<Verdict> {
  const { rows } = await sql<{ banned: boolean; member: boolean; present: boolean; driving: boolean; crowded: boolean; added: boolean }>`
    with banned as (
      select 1 from bans where league_id = ${leagueId} and user_id = ${userId} and (ends_at is null or ends_at > ${now})
    ), member as (
      select 1 from memberships where league_id = ${leagueId} and user_id = ${userId}
    ), driving as (
      select 1 from entry_drivers where session_id = ${sessionId} and user_id = ${userId} and active
    ), crowded as (
      select 1 from sessions x join entries e on e.session_id = x.id and e.status = 'ACTIVE'
      where x.id = ${sessionId} and x.splits_frozen_at is not null group by x.id, e.split_no having count(*) > x.split_seats - ${heldIn('x')}
    ), person as (${present(userId)}), added as (
      insert into spectators (session_id, user_id, joined_at)
      select ${sessionId}::uuid, ${userId}::uuid, ${now}::timestamptz
      where not exists (select from banned) and exists (select from member) and not exists (select from driving) and exists (select from person)
        and not exists (select from crowded)
      on conflict do nothing
      returning user_id
    )
    select exists (select from banned) as banned, exists (select from member) as member, exists (select from person) as present,
      exists (select from driving) as driving, exists (select from crowded) as crowded, exists (select from added) as added`.execute(tx)
  const [found] = rows
  if (!found?.present) return refuse('ACCOUNT_NOT_FOUND')
  if (found.banned) return refuse('MEMBER_BANNED')
  if (!found.member) return refuse('MEMBER_REQUIRED')
  if (found.driving) return refuse('ALREADY_REGISTERED')
  if (found.crowded) return refuse('REGISTRATION_FULL')
  return found.added || refuse('SPECTATING')
}

/** `false`: they did not watch. */
export async function deleteSpectator(tx: Tx, sessionId: SessionId, userId: UserId): Promise<boolean> {
  const done = await tx.deleteFrom('spectators').where('session_id', '=', sessionId).where('user_id', '=', userId).executeTakeFirst()
  return done.numDeletedRows === 1n
}

/** Nobody watches an event any more that is called off; gives whom to tell. */
export async function deleteSpectators(tx: Tx, sessionId: SessionId): Promise<readonly UserId[]> {
  const rows = await tx.deleteFrom('spectators').where('session_id', '=', sessionId).returning('user_id').execute()
  return rows.map((row) => row.user_id)
}

export type ComingWatch = { readonly sessionId: SessionId; readonly leagueId: LeagueId }

/** What somebody is going to watch: anywhere, or among the events of one community, in the order in which those are locked. */
export async function comingWatches(tx: Tx, who: { readonly userId: UserId; readonly leagueId?: LeagueId }): Promise<readonly ComingWatch[]> {
  const rows = tx
    .selectFrom('spectators')
    .innerJoin('sessions', 'sessions.id', 'spectators.session_id')
    .select(['sessions.id as sessionId', 'sessions.league_id as leagueId'])
    .where('spectators.user_id', '=', who.userId)
    .where('sessions.deleted_at', 'is', null)
    .where('sessions.status', 'in', LEFT_WITH_COMMUNITY)
    .orderBy('sessions.id')
  return await (who.leagueId ? rows.where('sessions.league_id', '=', who.leagueId) : rows).execute()
}
