import { sql } from 'kysely'
import type { LeagueId, RoundId, SessionId, UserId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import { wasRaced } from '#modules/results/door.ts'
import type { SessionStatus } from '#modules/sessions/rules.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import type { RoundStatus } from './rules.ts'

/** The round's row, locked after its community and its events; nothing for a removed one. */
export const lockRow = (tx: Tx, id: RoundId) =>
  tx.selectFrom('rounds').selectAll().where('id', '=', id).where('removed_at', 'is', null).forNoKeyUpdate().executeTakeFirst()
export type RoundRow = NonNullable<Awaited<ReturnType<typeof lockRow>>>

/** Where a round belongs, read without a lock: to lock its community first. */
export const placeOf = (db: Reader, id: RoundId) =>
  db.selectFrom('rounds').select(['league_id', 'status']).where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst()

/** A community's rounds, one behind the other. The community is locked, so that nobody else changes which there are. */
export const roundsOf = (db: Reader, leagueId: LeagueId) =>
  db
    .selectFrom('rounds')
    .select(['id', 'name', 'short_name as shortName', 'status', 'start_date'])
    .where('league_id', '=', leagueId)
    .where('removed_at', 'is', null)
    .orderBy('start_date')
    .orderBy('id')
    .execute()

type Made = { readonly id: RoundId; readonly leagueId: LeagueId; readonly name: string; readonly shortName: string; readonly startDate: Date }
export const insertRound = (tx: Tx, { id, leagueId, name, shortName, startDate }: Made, by: UserId, now: Date) =>
  tx
    .insertInto('rounds')
    .values({ id, league_id: leagueId, name, short_name: shortName, start_date: startDate, created_by: by, created_at: now })
    .execute()

type Change = {
  readonly name?: string
  readonly short_name?: string
  readonly start_date?: Date
  readonly status?: RoundStatus
  readonly img?: string | null
  readonly img_small?: string | null
  readonly published_at?: Date
  readonly ended_at?: Date
  readonly removed_at?: Date
}
/** Saves over the version the caller has seen. */
export async function bump(tx: Tx, id: RoundId, v: number, change: Change): Promise<Result<{ v: number }>> {
  const row = await tx
    .updateTable('rounds')
    .set({ ...change, v: v + 1 })
    .where('id', '=', id)
    .where('v', '=', v)
    .returning('v')
    .executeTakeFirst()
  return row ? ok(row) : refuse('VERSION_CONFLICT')
}

export async function showsImage(tx: Tx, image: string): Promise<boolean> {
  const { rows } = await sql`select from rounds where img = ${image} or img_small = ${image} limit 1`.execute(tx)
  return rows.length > 0
}

export type RoundEvent = { readonly id: SessionId; readonly roundId: RoundId; readonly index: number; readonly status: SessionStatus }
/** Of these events those of which a race has a result. */
export async function racedOf(db: Reader, ids: readonly SessionId[]): Promise<ReadonlySet<SessionId>> {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', 'in', [...ids])
    .where(wasRaced('sessions.id'))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The events of all rounds of a community, in the order in which they are locked. */
export async function eventsOf(db: Reader, leagueId: LeagueId): Promise<readonly RoundEvent[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'round_id', 'round_index', 'status'])
    .where('league_id', '=', leagueId)
    .where('round_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: row.id, roundId: row.round_id!, index: row.round_index!, status: row.status as SessionStatus }))
}

/** Whether drivers went on from a round, and between which rounds its own came from and went on to it begins. */
export async function neighboursOf(db: Reader, id: RoundId): Promise<{ readonly after: Date | null; readonly before: Date | null }> {
  const { rows } = await sql<{ after: Date | null; before: Date | null }>`select
    (select max(r.start_date) from invited_drivers i join rounds r on r.id = i.from_list_id where i.list_id = ${id}) as after,
    (select min(r.start_date) from invited_drivers i join rounds r on r.id = i.list_id where i.from_list_id = ${id} and r.removed_at is null) as before`.execute(
    db,
  )
  return rows[0]!
}

/** Of these people those who are no members of the community. */
export async function strangersOf(db: Reader, leagueId: LeagueId, userIds: readonly UserId[]): Promise<readonly UserId[]> {
  const { rows } = await sql<{ id: UserId }>`select d.id from unnest(${[...userIds]}::uuid[]) d (id)
    where not exists (select from memberships m where m.league_id = ${leagueId} and m.user_id = d.id)`.execute(db)
  return rows.map(({ id }) => id)
}

/** Of these people those who drove no race of the round, as its results stand. */
export async function unclassifiedOf(db: Reader, id: RoundId, userIds: readonly UserId[]): Promise<readonly UserId[]> {
  const { rows } = await sql<{ id: UserId }>`select d.id from unnest(${[...userIds]}::uuid[]) d (id)
    where not exists (select from sessions s join results x on x.session_id = s.id and x.type = 'RACE' and x.state = 'STANDS'
      join result_rows r on r.result_id = x.id and r.status <> 'DNS' where s.round_id = ${id} and s.deleted_at is null and d.id = any (r.user_ids))`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/** The series an event is of. */
export async function seriesOf(db: Reader, id: SessionId) {
  return db
    .selectFrom('tournament_sessions')
    .innerJoin('tournaments', 'tournaments.id', 'tournament_sessions.tournament_id')
    .select(['tournaments.id', 'tournaments.type', 'tournaments.time_zone'])
    .where('tournament_sessions.session_id', '=', id)
    .where('tournaments.deleted_at', 'is', null)
    .executeTakeFirst()
}
