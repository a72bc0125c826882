import { sql } from 'kysely'
import type { SessionId } from '#core/ids.ts'
import type { Reader } from '#server/db/connect.ts'

/** A row of results of somebody who has erased the account since: what it is known by, and its car. */
export type ErasedRow = { readonly key: string; readonly raceNumber: number | null; readonly carId: string | null }

/** Rows of a split that were somebody's who has erased the account, of its segments each once. */
export async function erasedRows(db: Reader, sessionId: SessionId, splitNo: number): Promise<readonly ErasedRow[]> {
  const { rows } = await sql<ErasedRow>`
    select distinct x.match_key as key, x.race_number as "raceNumber", x.car_id as "carId"
    from results r join result_rows x on x.result_id = r.id
    where r.session_id = ${sessionId} and r.split_no = ${splitNo} and x.match_key ~ '^(user|entry):'
      and not exists (select from users u where u.id = any (x.user_ids) and u.removed_at is null)`.execute(db)
  return rows
}
