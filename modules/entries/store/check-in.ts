import { sql } from 'kysely'
import type { EntryId, SessionId, UserId } from '#core/ids.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import { inLine, type Room, type Waiting } from '../decide/line.ts'
import { registered } from '../store.ts'

type Line = { readonly line: readonly Waiting<EntryId>[]; readonly classes: Room['classes'] }

/** Who waits, in line, and how much room each class has that has a limit. */
export async function waitingLine(db: Reader, sessionId: SessionId): Promise<Line> {
  const { rows } = await sql<Waiting<EntryId>>`
    select e.id, e.class_id as "classId", e.checked_in_at is not null as "isReady", ${isLate('e')} as "isLate"
    from entries e join sessions s on s.id = e.session_id
    where e.session_id = ${sessionId} and e.status = 'WAITING_LIST' order by e.registered_at, e.id`.execute(db)
  const room = await db
    .selectFrom('session_classes')
    .select(['class_id', sql<number>`max_entries - taken`.as('left')])
    .where('session_id', '=', sessionId)
    .where('max_entries', 'is not', null)
    .execute()
  return { line: inLine(rows), classes: new Map(room.map((row) => [row.class_id, row.left])) }
}

/** Of entry `of` of session `s`: who lost a seat by not checking in, or came when the check-in had closed. */
export const isLate = (of: 'e' | 'x') =>
  sql<boolean>`(s.check_in_closed_at is not null
    and (${sql.ref(`${of}.missed_check_in_at`)} is not null or ${sql.ref(`${of}.registered_at`)} >= s.check_in_closed_at))`

export type Missing = { readonly id: EntryId; readonly classId: string | null; readonly drivers: readonly UserId[] }

/** Puts everybody who is in and has not checked in behind those who wait. */
export async function sendMissingToWait(tx: Tx, sessionId: SessionId, now: Date): Promise<readonly Missing[]> {
  const { rows } = await sql<Missing>`
    update entries e set status = 'WAITING_LIST', missed_check_in_at = ${now}, grid_position = null, split_no = null, v = e.v + 1
    where e.session_id = ${sessionId} and e.status = 'ACTIVE' and e.checked_in_at is null
    returning e.id, e.class_id as "classId",
      array(select d.user_id from entry_drivers d where d.entry_id = e.id and d.active order by d.joined_at, d.user_id) as drivers`.execute(tx)
  return rows
}

/** Drivers who are in or wait and have not checked in. */
export async function notCheckedIn(db: Reader, sessionId: SessionId): Promise<readonly UserId[]> {
  const rows = await registered(db, sessionId).where('entries.checked_in_at', 'is', null).execute()
  return rows.map((row) => row.user_id)
}

/** Another check-in is to come, or none: nobody has missed it, and whoever checked in before `opensAt` has to do so again. */
export async function forgetCheckIns(tx: Tx, sessionId: SessionId, opensAt: Date | null): Promise<void> {
  await sql`
    update entries set missed_check_in_at = null, v = v + 1,
      checked_in_at = case when checked_in_at >= ${opensAt}::timestamptz then checked_in_at end
    where session_id = ${sessionId} and status in ('ACTIVE', 'WAITING_LIST') and (checked_in_at is not null or missed_check_in_at is not null)`.execute(
    tx,
  )
}
