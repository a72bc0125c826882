import { sql } from 'kysely'
import type { SessionId } from '#core/ids.ts'
import { gamesWith } from '#games/facts/facts.ts'
import type { Tx } from '#server/db/connect.ts'
import { spectatorsTakeSeats } from '../rules/seats.ts'

/**
 * Takes a seat when one is free and registration stands (WAITING), of the event as it was in version `v` where that matters; `false`
 * otherwise. The check and the count are one statement.
 */
export async function takeSeat(tx: Tx, id: SessionId, v: number | null = null): Promise<boolean> {
  const done = await tx
    .updateTable('sessions')
    .set({ taken: sql`taken + 1` })
    .where('id', '=', id)
    .where('status', '=', 'WAITING')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`taken < ${seatsIn()}`)
    .$if(v !== null, (rows) => rows.where('v', '=', v))
    .executeTakeFirst()
  return done.numUpdatedRows === 1n
}

/** Gives a seat back; never below none. */
export async function freeSeat(tx: Tx, id: SessionId): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ taken: sql`greatest(taken - 1, 0)` })
    .where('id', '=', id)
    .execute()
}

/** As `takeSeat`, for somebody who watches: on every server of the event, where the game has no other place for them. */
export async function takeSpectatorSeat(tx: Tx, id: SessionId, v: number): Promise<boolean> {
  const done = await tx
    .updateTable('sessions')
    .set({ spectators: sql`spectators + 1` })
    .where('id', '=', id)
    .where('v', '=', v)
    .where('status', '=', 'WAITING')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(${hasOwnPlaces()} or taken + split_count <= ${seatsIn()})`)
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
const hasOwnPlaces = () => sql<boolean>`game in (${sql.join(OWN_PLACES)})`
/** How many may drive: `seatsOf` of the row as it is while the statement runs. */
const seatsIn = () => sql<number>`(max_entries - case when ${hasOwnPlaces()} then 0 else spectators * split_count end)`
