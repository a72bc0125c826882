import { sql } from 'kysely'
import type { EntryId, SessionId } from '#core/ids.ts'
import { rankIn } from '#modules/ranking/door.ts'
import { heldIn } from '#modules/sessions/door.ts'
import type { Reader, Tx } from '#server/db/connect.ts'

/** Who is in, as the division into splits looks at them; with the ranks of its drivers. */
export const activeField = (db: Reader, sessionId: SessionId) =>
  db
    .selectFrom('entries')
    .innerJoin('sessions', 'sessions.id', 'entries.session_id')
    .select(['entries.id', 'class_id', 'registered_at'])
    .select(
      sql<readonly (number | null)[]>`array(
        select ${rankIn('d.user_id', 'sessions.game')} from entry_drivers d where d.entry_id = entries.id and d.active order by d.user_id)`.as(
        'ranks',
      ),
    )
    .where('session_id', '=', sessionId)
    .where('entries.status', '=', 'ACTIVE')
    .orderBy('registered_at')
    .orderBy('entries.id')
    .execute()

/** Says of each entry which split it drives in, the first being number 1. */
export async function saveSplits(tx: Tx, splits: readonly (readonly EntryId[])[]): Promise<void> {
  const ids = splits.flat()
  const numbers = splits.flatMap((split, index) => split.map(() => index + 1))
  await sql`
    update entries set split_no = p.no, v = v + 1
    from unnest(${ids}::uuid[], ${numbers}::int[]) as p (id, no) where entries.id = p.id`.execute(tx)
}

/** Nobody drives in a split any more: they are to be divided anew. */
export async function forgetSplits(tx: Tx, sessionId: SessionId): Promise<void> {
  await tx
    .updateTable('entries')
    .set({ split_no: null, v: sql`v + 1` })
    .where('session_id', '=', sessionId)
    .where('split_no', 'is not', null)
    .where('status', 'in', ['ACTIVE', 'WAITING_LIST'])
    .execute()
}

/** Puts somebody who was in on the waiting list, where they stand by their registration. */
export async function sendToWait(tx: Tx, id: EntryId): Promise<void> {
  await tx
    .updateTable('entries')
    .set({ status: 'WAITING_LIST', grid_position: null, v: sql`v + 1` })
    .where('id', '=', id)
    .execute()
}

/**
 * The lowest split with room, which somebody joins whose event has divided its field; null in every other event. Its row is locked already, and is
 * read by itself: beside the series, whose length the planner overrates, reading every event looks as dear to it as reading one.
 */
export const lowestSplit = (sessionId: SessionId) => sql<number | null>`(
      with divided as materialized (
        select x.id, x.split_count, x.split_seats - ${heldIn('x')} as seats from sessions x
        where x.id = ${sessionId}::uuid and x.splits_frozen_at is not null and x.split_count > 1
      )
      select no from divided, generate_series(1, split_count) as no
      where seats > (select count(*) from entries o where o.session_id = divided.id and o.status = 'ACTIVE' and o.split_no = no)
      order by no desc limit 1)`
