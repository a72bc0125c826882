import { sql } from 'kysely'
import type { ApplicationId, LeagueId, UserId } from '#core/ids.ts'
import type { Reader, Tx } from '#server/db/connect.ts'

export type Ban = { readonly reason: string; readonly bannedAt: Date; readonly endsAt: Date | null }

/** The ban that holds now; one that has run out does not count. */
export async function banOf(db: Reader, leagueId: LeagueId, userId: UserId, now: Date): Promise<Ban | null> {
  const row = await db
    .selectFrom('bans')
    .select(['reason', 'banned_at', 'ends_at'])
    .where('league_id', '=', leagueId)
    .where('user_id', '=', userId)
    .where(({ or, eb }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .executeTakeFirst()
  return row ? { reason: row.reason, bannedAt: row.banned_at, endsAt: row.ends_at } : null
}

/** A ban over an earlier one, which goes on where that holds still; the caller holds the league's lock. */
export async function saveBan(tx: Tx, leagueId: LeagueId, userId: UserId, by: UserId, ban: Ban): Promise<void> {
  const values = { reason: ban.reason, banned_at: ban.bannedAt, banned_by: by, ends_at: ban.endsAt }
  await tx
    .insertInto('bans')
    .values({ league_id: leagueId, user_id: userId, ...values })
    .onConflict((conflict) =>
      conflict.columns(['league_id', 'user_id']).doUpdateSet({
        ...values,
        since: sql`case when bans.ends_at is null or bans.ends_at > ${ban.bannedAt} then coalesce(bans.since, bans.banned_at) end`,
      }),
    )
    .execute()
}

export async function deleteBan(tx: Tx, leagueId: LeagueId, userId: UserId): Promise<void> {
  await tx.deleteFrom('bans').where('league_id', '=', leagueId).where('user_id', '=', userId).execute()
}

export const pendingOf = (db: Reader, leagueId: LeagueId, userId: UserId) =>
  db
    .selectFrom('applications')
    .selectAll()
    .where('league_id', '=', leagueId)
    .where('user_id', '=', userId)
    .where('status', '=', 'PENDING')
    .executeTakeFirst()

export async function insertApplication(
  tx: Tx,
  id: ApplicationId,
  leagueId: LeagueId,
  userId: UserId,
  tosVersion: number | null,
  now: Date,
): Promise<void> {
  await tx.insertInto('applications').values({ id, league_id: leagueId, user_id: userId, tos_version: tosVersion, applied_at: now }).execute()
}

/** Whose application it is and of which community: to lock that before the application itself is looked at. */
export const leagueOfApplication = (db: Reader, id: ApplicationId) =>
  db.selectFrom('applications').select(['league_id', 'user_id']).where('id', '=', id).executeTakeFirst()

export const findApplication = (tx: Tx, id: ApplicationId) => tx.selectFrom('applications').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
export type ApplicationRow = Awaited<ReturnType<typeof findApplication>>

export type Outcome = {
  readonly status: 'ACCEPTED' | 'DECLINED' | 'WITHDRAWN'
  readonly reason: string
  readonly by: UserId | null
  readonly at: Date
}

/** Ends a waiting application; the caller holds the league's lock. */
export async function endApplication(tx: Tx, row: ApplicationRow, outcome: Outcome): Promise<number> {
  const values = { status: outcome.status, reason: outcome.reason, decided_at: outcome.at, decided_by: outcome.by, v: row.v + 1 }
  await tx.updateTable('applications').set(values).where('id', '=', row.id).execute()
  return row.v + 1
}

/** Communities somebody is in or waits for, in the order of their ids. */
export async function leaguesOf(db: Reader, userId: UserId): Promise<readonly LeagueId[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('league_id')
    .where('user_id', '=', userId)
    .union(db.selectFrom('applications').select('league_id').where('user_id', '=', userId).where('status', '=', 'PENDING'))
    .orderBy('league_id')
    .execute()
  return rows.map((row) => row.league_id)
}
