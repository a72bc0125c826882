import type { SessionId, UserId } from '#core/ids.ts'
import type { Reader } from '#server/db/connect.ts'
import type { Burden, BurdenKind } from './rules.ts'

export { replaceBurdens, type DriverBurden } from './store.ts'

/** What each driver carries into an event. */
export async function burdensIn(db: Reader, sessionId: SessionId): Promise<ReadonlyMap<UserId, readonly Burden[]>> {
  const rows = await db
    .selectFrom('race_burdens')
    .select(['user_id', 'kind', 'amount'])
    .where('session_id', '=', sessionId)
    .orderBy('user_id')
    .orderBy('kind')
    .execute()
  const byDriver = Map.groupBy(rows, (row) => row.user_id)
  return new Map([...byDriver].map(([id, all]) => [id, all.map(({ kind, amount }) => ({ kind: kind as BurdenKind, amount }))]))
}
