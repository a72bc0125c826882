import { sql } from 'kysely'
import type { SessionId } from '#core/ids.ts'
import { gamesWith } from '#games/facts/facts.ts'
import { compiledOnce } from '#server/db/built-once.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import { spectatorsTakeSeats } from '../rules/seats.ts'

/**
 * Takes a seat when one is free and registration stands (WAITING); `false` otherwise. The check and the count are one statement. Whoever has
 * looked at the event in version `v` alone gets one of that, and none once its check-in has closed: then those who wait come first.
 */
export async function takeSeat(tx: Tx, id: SessionId, v: number | null = null): Promise<boolean> {
  const statement = v === null ? seatOf(tx, [id]) : seatAsSeen(tx, [id, v])
  return (await tx.executeQuery(statement)).numAffectedRows === 1n
}

const seatTaken = (db: Reader, id: SessionId) =>
  db
    .updateTable('sessions')
    .set({ taken: sql`taken + 1` })
    .where('id', '=', id)
    .where('status', '=', 'WAITING')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`taken < ${seatsIn()}`)
const seatOf = compiledOnce((db, at) => seatTaken(db, at(0)))
const seatAsSeen = compiledOnce((db, at) => seatTaken(db, at(0)).where('v', '=', at(1)).where('check_in_closed_at', 'is', null))

/** Seats that nobody has taken. */
export async function seatsLeft(tx: Tx, id: SessionId): Promise<number> {
  const row = await tx
    .selectFrom('sessions')
    .select(sql<number>`${seatsIn()} - taken`.as('left'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.left
}

type Rows = 'sessions' | 'x'
/** `heldBySpectators` of the row `of`. */
export const heldIn = (of: Rows) => sql<number>`case when ${hasOwnPlaces(of)} then 0 else ${sql.ref(`${of}.spectators`)} end`

/** Gives a seat back; never below none. */
export async function freeSeat(tx: Tx, id: SessionId): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ taken: sql`greatest(taken - 1, 0)` })
    .where('id', '=', id)
    .execute()
}

/** Gives back the seats of several, each of a class or of none. */
export async function freeSeats(tx: Tx, id: SessionId, classIds: readonly (string | null)[]): Promise<void> {
  await sql`
    with freed as (update sessions set taken = greatest(taken - ${classIds.length}::int, 0) where id = ${id})
    update session_classes c set taken = greatest(c.taken - f.seats, 0)
    from (select class_id, count(*) as seats from unnest(${[...classIds]}::text[]) as u (class_id) group by class_id) f
    where c.session_id = ${id} and c.class_id = f.class_id`.execute(tx)
}

/**
 * As `takeSeat`, for somebody who watches: on every server of the event, where the game has no other place for them.
 */
export async function takeSpectatorSeat(tx: Tx, id: SessionId, v: number): Promise<boolean> {
  const done = await tx
    .updateTable('sessions')
    .set({ spectators: sql`spectators + 1` })
    .where('id', '=', id)
    .where('v', '=', v)
    .where('status', '=', 'WAITING')
    .where('deleted_at', 'is', null)
    .where(hasPlaceToWatch())
    .executeTakeFirst()
  return done.numUpdatedRows === 1n
}

/** Gives back what somebody who watched held. */
export async function freeSpectatorSeat(tx: Tx, id: SessionId): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ spectators: sql`greatest(spectators - 1, 0)` })
    .where('id', '=', id)
    .execute()
}

/** Takes a seat of a class; `false` when its limit is reached or there is no such class. */
export async function takeClassSeat(tx: Tx, id: SessionId, classId: string): Promise<boolean> {
  const done = await tx
    .updateTable('session_classes')
    .set({ taken: sql`taken + 1` })
    .where('session_id', '=', id)
    .where('class_id', '=', classId)
    .where(sql<boolean>`(max_entries is null or taken < max_entries)`)
    .executeTakeFirst()
  return done.numUpdatedRows === 1n
}

export async function freeClassSeat(tx: Tx, id: SessionId, classId: string): Promise<void> {
  await tx
    .updateTable('session_classes')
    .set({ taken: sql`greatest(taken - 1, 0)` })
    .where('session_id', '=', id)
    .where('class_id', '=', classId)
    .execute()
}

/** Nobody is in any more: of an event that is called off. */
export async function emptySeats(tx: Tx, id: SessionId): Promise<void> {
  await tx.updateTable('sessions').set({ taken: 0, waiting: 0, spectators: 0 }).where('id', '=', id).execute()
  await tx.updateTable('session_classes').set({ taken: 0 }).where('session_id', '=', id).execute()
}

/** Counts those waiting up or down. */
export async function addWaiting(tx: Tx, id: SessionId, delta: number): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ waiting: sql`greatest(waiting + ${delta}, 0)` })
    .where('id', '=', id)
    .execute()
}

/** Games whose servers have places for spectators beside the grid, with a password of their own: `spectatorsTakeSeats` in ../rules/seats.ts. */
const OWN_PLACES = gamesWith((facts) => !spectatorsTakeSeats(facts))
const hasOwnPlaces = (of: Rows) => sql<boolean>`${sql.ref(`${of}.game`)} in (${sql.join(OWN_PLACES)})`
/** `seatsOf` of the row as it is while the statement runs. */
const seatsIn = () => sql<number>`greatest(0, case
  when split_seats is null then max_entries - ${heldIn('sessions')}
  when splits_frozen_at is null then max_entries
  else least(max_entries, split_count * (split_seats - ${heldIn('sessions')})) end)`
/** So too `hasPlaceToWatch`. */
const hasPlaceToWatch = () => sql<boolean>`(${hasOwnPlaces('sessions')} or case
  when split_seats is null then ${wanted} < ${seatsIn()}
  else split_seats - spectators - 1 >= split_least and (splits_frozen_at is null or ${wanted} <= split_count * (split_seats - spectators - 1)) end)`
/** So too `wantedSeats`. */
const wanted = sql<number>`(taken + case when check_in_closed_at is null then 0 else waiting end)`
