import { sql } from 'kysely'
import type { SessionId, TournamentId, UserId } from '#core/ids.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import type { ChosenCar, ClassCount } from '../decide.ts'
import { NOT_DRIVEN, type ParticipantStatus } from '../rules.ts'

export const findDriver = (db: Reader, id: TournamentId, userId: UserId) =>
  db
    .selectFrom('tournament_entries')
    .select(['status', 'class_id', 'team_name', 'car_id', 'had_left', 'had_waited'])
    .where('tournament_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Counts one more in; false: it is full. However many come at once, the row's own count decides. */
export async function takeSeat(tx: Tx, id: TournamentId): Promise<boolean> {
  const row = await tx
    .updateTable('tournaments')
    .set({ taken: sql`taken + 1` })
    .where('id', '=', id)
    .whereRef('taken', '<', 'max_entries')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function takeClassSeat(tx: Tx, id: TournamentId, classId: string): Promise<boolean> {
  const { rows } = await sql`update tournament_classes set taken = taken + 1
    where tournament_id = ${id} and class_id = ${classId} and (max_entries is null or taken < max_entries) returning class_id`.execute(tx)
  return rows.length === 1
}

export async function freeSeat(tx: Tx, id: TournamentId, classId: string | null): Promise<void> {
  await tx
    .updateTable('tournaments')
    .set({ taken: sql`taken - 1` })
    .where('id', '=', id)
    .execute()
  if (classId !== null) await freeClassSeat(tx, id, classId)
}

export async function freeClassSeat(tx: Tx, id: TournamentId, classId: string): Promise<void> {
  await tx
    .updateTable('tournament_classes')
    .set({ taken: sql`taken - 1` })
    .where('tournament_id', '=', id)
    .where('class_id', '=', classId)
    .execute()
}

type Joined = {
  readonly id: TournamentId
  readonly userId: UserId
  readonly classId: string | null
  readonly teamName: string | null
  readonly carId: string | null
  readonly status: 'ACTIVE' | 'WAITING_LIST'
}

export async function insertDriver(tx: Tx, { id, userId, classId, teamName, carId, status }: Joined, now: Date): Promise<void> {
  await tx
    .insertInto('tournament_entries')
    .values({ tournament_id: id, user_id: userId, status, class_id: classId, team_name: teamName, car_id: carId, registered_at: now })
    .execute()
}

/** Who waited gives up the place in line: nothing is left of it. */
export async function removeWaiting(tx: Tx, id: TournamentId, userId: UserId): Promise<void> {
  await tx
    .deleteFrom('tournament_entries')
    .where('tournament_id', '=', id)
    .where('user_id', '=', userId)
    .where('status', '=', 'WAITING_LIST')
    .execute()
}

/** As `removeWaiting`, of everybody who waits; gives them. */
export async function clearLine(tx: Tx, id: TournamentId): Promise<readonly UserId[]> {
  const rows = await tx
    .deleteFrom('tournament_entries')
    .where('tournament_id', '=', id)
    .where('status', '=', 'WAITING_LIST')
    .returning('user_id')
    .execute()
  return rows.map((row) => row.user_id).toSorted()
}

/** Who waits longest of those in whose class there is a seat. */
export async function firstInLine(tx: Tx, id: TournamentId): Promise<{ readonly userId: UserId; readonly classId: string | null } | null> {
  const { rows } = await sql<{ userId: UserId; classId: string | null }>`select e.user_id as "userId", e.class_id as "classId"
    from tournament_entries e left join tournament_classes c on c.tournament_id = e.tournament_id and c.class_id = e.class_id
    where e.tournament_id = ${id} and e.status = 'WAITING_LIST' and (e.class_id is null or c.max_entries is null or c.taken < c.max_entries)
    order by e.registered_at, e.user_id limit 1`.execute(tx)
  return rows[0] ?? null
}

type End = {
  readonly status: ParticipantStatus
  readonly reason: string | null
  readonly at: Date | null
  /** Before they were disqualified. */
  readonly hadLeft?: boolean
  readonly hadWaited?: boolean
}

export async function setDriver(
  tx: Tx,
  id: TournamentId,
  userId: UserId,
  { status, reason, at, hadLeft = false, hadWaited = false }: End,
): Promise<void> {
  await tx
    .updateTable('tournament_entries')
    .set({ status, left_reason: reason, left_at: at, had_left: hadLeft, had_waited: hadWaited })
    .where('tournament_id', '=', id)
    .where('user_id', '=', userId)
    .execute()
}

type Place = { readonly classId: string | null; readonly carId: string | null }
export async function setPlace(tx: Tx, id: TournamentId, userId: UserId, { classId: class_id, carId: car_id }: Place): Promise<void> {
  await tx.updateTable('tournament_entries').set({ class_id, car_id }).where('tournament_id', '=', id).where('user_id', '=', userId).execute()
}

export async function setCar(tx: Tx, id: TournamentId, userId: UserId, carId: string): Promise<void> {
  await tx.updateTable('tournament_entries').set({ car_id: carId }).where('tournament_id', '=', id).where('user_id', '=', userId).execute()
}

/** The cars of the season's events, those of the first first. */
export async function carsOfEvents(db: Reader, id: TournamentId): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('tournament_sessions')
    .innerJoin('sessions', 'sessions.id', 'tournament_sessions.session_id')
    .select('sessions.car_ids')
    .where('tournament_sessions.tournament_id', '=', id)
    .where('sessions.deleted_at', 'is', null)
    .orderBy('sessions.starts_at')
    .execute()
  return rows.flatMap((row) => row.car_ids)
}

/** Events of a season that still take drivers. */
export async function comingSessions(db: Reader, id: TournamentId): Promise<readonly SessionId[]> {
  const rows = await db
    .selectFrom('tournament_sessions')
    .innerJoin('sessions', 'sessions.id', 'tournament_sessions.session_id')
    .select('sessions.id')
    .where('tournament_sessions.tournament_id', '=', id)
    .where('sessions.deleted_at', 'is', null)
    .where('sessions.status', '=', 'WAITING')
    .orderBy('sessions.id')
    .execute()
  return rows.map((row) => row.id)
}

/** Who drives an event of a season, in the order in which they registered, and who does not any more, or stays away from it. The season is locked already. */
export async function seasonDrivers(tx: Tx, id: TournamentId, sessionId: SessionId) {
  const rows = await tx
    .selectFrom('tournament_entries as e')
    .leftJoin('tournament_skips as k', (join) => join.onRef('k.user_id', '=', 'e.user_id').on('k.session_id', '=', sessionId))
    .select(['e.user_id as userId', 'e.car_id as carId', 'e.class_id as classId', 'e.registered_at as since', 'e.status', 'k.session_id as skipped'])
    .where('e.tournament_id', '=', id)
    .where('e.status', '<>', 'WAITING_LIST')
    .orderBy('e.registered_at')
    .orderBy('e.user_id')
    .execute()
  const drives = (row: (typeof rows)[number]): boolean => row.status === 'ACTIVE' && row.skipped === null
  return {
    comes: rows.filter(drives).map(({ userId, carId, classId, since }) => ({ userId, carId, classId, since })),
    goes: rows.filter((row) => !drives(row)).map(({ userId }) => userId),
  }
}

/** Who is in a season. */
export async function activeDrivers(db: Reader, id: TournamentId): Promise<readonly UserId[]> {
  const rows = await db.selectFrom('tournament_entries').select('user_id').where('tournament_id', '=', id).where('status', '=', 'ACTIVE').execute()
  return rows.map((row) => row.user_id)
}

/** Seasons in which somebody drives, or waits for a seat, in the order in which they are locked. */
export async function drivenBy(db: Reader, userId: UserId): Promise<readonly TournamentId[]> {
  const rows = await db
    .selectFrom('tournament_entries')
    .select('tournament_id')
    .where('user_id', '=', userId)
    .where('status', 'in', ['ACTIVE', 'WAITING_LIST'])
    .orderBy('tournament_id')
    .execute()
  return rows.map((row) => row.tournament_id)
}

/** Seasons that are not over and have a table of nations, in which somebody is, or was: what they have won stays. */
export async function withNationsOf(db: Reader, userId: UserId): Promise<readonly TournamentId[]> {
  const { rows } = await sql<{ id: TournamentId }>`
    select t.id from tournament_entries e join tournaments t on t.id = e.tournament_id
    where e.user_id = ${userId} and t.deleted_at is null and t.status <> 'FINISHED' and (t.point_system ->> 'nations')::boolean order by t.id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** How many skips somebody has used: one of an event that was never driven is given back. */
export async function countSkips(db: Reader, id: TournamentId, userId: UserId): Promise<number> {
  const { rows } = await sql<{ used: number }>`select count(*)::int as used from tournament_skips k
    join tournament_sessions t on t.session_id = k.session_id join sessions s on s.id = k.session_id
    where t.tournament_id = ${id} and k.user_id = ${userId} and not s.status = any (${[...NOT_DRIVEN]}::text[])`.execute(db)
  return rows[0]!.used
}

/** False: skipped already. */
export async function insertSkip(tx: Tx, sessionId: SessionId, userId: UserId, now: Date): Promise<boolean> {
  const row = await tx
    .insertInto('tournament_skips')
    .values({ session_id: sessionId, user_id: userId, skipped_at: now })
    .onConflict((there) => there.columns(['session_id', 'user_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteSkip(tx: Tx, sessionId: SessionId, userId: UserId): Promise<boolean> {
  const gone = await tx.deleteFrom('tournament_skips').where('session_id', '=', sessionId).where('user_id', '=', userId).executeTakeFirst()
  return gone.numDeletedRows === 1n
}

/** Classes that somebody waits for, or comes back into when their disqualification is taken back. */
export async function awaitedClasses(db: Reader, id: TournamentId): Promise<ReadonlySet<string | null>> {
  const rows = await db
    .selectFrom('tournament_entries')
    .select('class_id')
    .where('tournament_id', '=', id)
    .where(({ eb, and, or }) => or([eb('status', '=', 'WAITING_LIST'), and([eb('status', '=', 'DISQUALIFIED'), eb('had_left', '=', false)])]))
    .execute()
  return new Set(rows.map((row) => row.class_id))
}

/** The cars of who drives the season, and of who may come back into it. */
export async function chosenCars(db: Reader, id: TournamentId): Promise<readonly ChosenCar[]> {
  const { rows } = await sql<ChosenCar>`select distinct class_id as "classId", car_id as "carId" from tournament_entries
    where tournament_id = ${id} and car_id is not null and (status in ('ACTIVE', 'WAITING_LIST') or (status = 'DISQUALIFIED' and not had_left))
    order by 2, 1`.execute(db)
  return rows
}

/** Puts drivers who came before there were classes into the one that alone has their car; gives how many drive in each then. */
export async function seatInClasses(tx: Tx, id: TournamentId): Promise<readonly ClassCount[]> {
  await sql`update tournament_entries e set class_id = c.class_id from tournament_classes c
    where e.tournament_id = ${id} and e.class_id is null and c.tournament_id = e.tournament_id and e.car_id = any (c.car_ids)
      and not exists (select from tournament_classes o
        where o.tournament_id = c.tournament_id and o.class_id <> c.class_id and e.car_id = any (o.car_ids))`.execute(tx)
  const { rows } = await sql<ClassCount>`select e.class_id as id, count(*)::int as taken, max(c.max_entries) as "maxEntries"
    from tournament_entries e left join tournament_classes c on c.tournament_id = e.tournament_id and c.class_id = e.class_id
    where e.tournament_id = ${id} and e.status = 'ACTIVE' group by e.class_id`.execute(tx)
  return rows
}

/** How many are in each class, counted anew. */
export async function countClasses(tx: Tx, id: TournamentId): Promise<void> {
  await sql`update tournament_classes c set taken = (select count(*) from tournament_entries e
    where e.tournament_id = c.tournament_id and e.class_id = c.class_id and e.status = 'ACTIVE') where c.tournament_id = ${id}`.execute(tx)
}
