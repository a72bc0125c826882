import { sql, type RawBuilder } from 'kysely'
import type { SessionId } from '#core/ids.ts'
import type { Tx } from '#server/db/connect.ts'
import type { ConfirmationView } from '../contract/confirmation.ts'

export type Confirmation = {
  readonly until: Date
  readonly isDisputed: boolean
  readonly confirmedAt: Date | null
  readonly takesProtests: boolean
}

/** What was said of an event last, locked until the change commits; `null` before anything was. */
export async function lockConfirmation(tx: Tx, sessionId: SessionId, now: Date): Promise<Confirmation | null> {
  const [made, row] = await Promise.all([
    tx
      .insertInto('result_confirmations')
      .values({ session_id: sessionId, until: now })
      .onConflict((on) => on.column('session_id').doNothing())
      .executeTakeFirst(),
    tx.selectFrom('result_confirmations').selectAll().where('session_id', '=', sessionId).forUpdate().executeTakeFirstOrThrow(),
  ])
  if (made.numInsertedOrUpdatedRows !== 0n) return null
  return { until: row.until, isDisputed: row.disputed, confirmedAt: row.confirmed_at, takesProtests: row.takes_protests }
}

export const saveConfirmation = (tx: Tx, sessionId: SessionId, { until, isDisputed, confirmedAt, takesProtests }: Confirmation) =>
  tx
    .updateTable('result_confirmations')
    // what changed before they were final is no change of what is
    .set({ until, disputed: isDisputed, confirmed_at: confirmedAt, takes_protests: takesProtests, ...(confirmedAt ? {} : { changed_at: null }) })
    .where('session_id', '=', sessionId)
    .execute()

/** Results are other ones than they were: of an event that was final before this change, after a time for protests, that is kept. */
export const markChanged = (tx: Tx, sessionId: SessionId, now: Date) =>
  tx
    .updateTable('result_confirmations')
    .set({ changed_at: now })
    .where('session_id', '=', sessionId)
    .where('confirmed_at', '<', now)
    .where('takes_protests', '=', true)
    .execute()

/** Whether they changed after they were final. */
export const changedSinceFinal = async (tx: Tx, sessionId: SessionId): Promise<boolean> =>
  (await tx
    .selectFrom('result_confirmations')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .where('changed_at', 'is not', null)
    .executeTakeFirst()) !== undefined

/** For a statement: of an event by its id; null where nothing was said, or there are no results. */
export const confirmationOf = (sessionId: string): RawBuilder<ConfirmationView | null> => sql<ConfirmationView | null>`(
  select json_build_object('until', ${iso('c.until')}, 'isDisputed', c.disputed, 'confirmedAt', ${iso('c.confirmed_at')},
    'changedAt', ${iso('c.changed_at')}, 'takesProtests', c.takes_protests)
  from result_confirmations c where c.session_id = ${sql.ref(sessionId)}
    and exists (select from results r where r.session_id = c.session_id and r.state = 'STANDS'))`

const iso = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
