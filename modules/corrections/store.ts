import { sql } from 'kysely'
import type { CorrectionId, SessionId, UserId } from '#core/ids.ts'
import type { PlacedCorrection } from '#modules/results/rules/standing.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import type { CorrectionKind } from './rules.ts'
import { ABOUT } from './rules/about.ts'

export type Kept = {
  readonly id: CorrectionId
  readonly sessionId: SessionId
  readonly splitNo: number
  readonly raceNo: number | null
  readonly keys: readonly string[]
  readonly kind: CorrectionKind
  readonly value: number | null
  readonly reason: string
  readonly revokedAt: Date | null
}

const COLUMNS = sql`c.id, c.session_id as "sessionId", c.split_no as "splitNo", c.race_no as "raceNo", c.match_keys as keys, c.kind, c.value::float8 as value, c.reason,
  c.revoked_at as "revokedAt"`

/** What stands against the results of an event, the oldest first. */
export async function findInForce(db: Reader, sessionId: SessionId): Promise<readonly (PlacedCorrection & Pick<Kept, 'id'>)[]> {
  const { rows } = await sql<PlacedCorrection & Pick<Kept, 'id'>>`
    select ${COLUMNS} from result_corrections c where c.session_id = ${sessionId} and c.revoked_at is null order by c.created_at, c.id`.execute(db)
  return rows
}

export async function findCorrection(db: Reader, id: CorrectionId): Promise<Kept | undefined> {
  const { rows } = await sql<Kept>`select ${COLUMNS} from result_corrections c where c.id = ${id}`.execute(db)
  return rows[0]
}

export async function insertCorrection(tx: Tx, { keys, ...one }: Omit<Kept, 'revokedAt'>, by: UserId | null, now: Date): Promise<void> {
  await tx
    .insertInto('result_corrections')
    .values({
      id: one.id,
      session_id: one.sessionId,
      split_no: one.splitNo,
      race_no: one.raceNo,
      match_keys: [...keys],
      kind: one.kind,
      value: one.value,
      reason: one.reason,
      created_by: by,
      created_at: now,
    })
    .execute()
}

/** Whether it stood until now. */
export async function markRevoked(tx: Tx, id: CorrectionId, by: UserId | null, reason: string, now: Date): Promise<boolean> {
  const done = await tx
    .updateTable('result_corrections')
    .set({ revoked_at: now, revoked_by: by, revoked_reason: reason })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows === 1n
}

/** What files called somebody who erases the account stands in no correction any more: it knows them by what results call them now. */
export async function forgetKeys(tx: Tx, userId: UserId): Promise<void> {
  await sql`
    update result_corrections c set match_keys = k.keys
    from (select a.id, array_agg(distinct a.match_key) as keys from (
        select c.id, x.match_key, x.user_ids, ${sql.raw(ABOUT.place)} as place
        from result_corrections c join result_rows x on x.session_id = c.session_id and ${sql.raw(ABOUT.any)}
        where exists (select from result_rows y where y.session_id = c.session_id and y.user_ids @> array[${userId}::uuid])) a
      where a.place = 1 and a.user_ids @> array[${userId}::uuid] group by a.id) k
    where k.id = c.id and k.keys <> c.match_keys`.execute(tx)
}
