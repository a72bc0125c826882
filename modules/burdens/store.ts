import type { SessionId, UserId } from '#core/ids.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Burden, BurdenKind } from './rules.ts'

export type DriverBurden = Burden & { readonly sessionId: SessionId; readonly userId: UserId }

/** Of these events all burdens of these kinds are those that are given; the others stay. Of two who say the same at once the later one holds. */
export async function replaceBurdens(
  tx: Tx,
  sessionIds: readonly SessionId[],
  kinds: readonly BurdenKind[],
  burdens: readonly DriverBurden[],
): Promise<void> {
  if (sessionIds.length === 0) return
  await tx.deleteFrom('race_burdens').where('session_id', 'in', sessionIds).where('kind', 'in', kinds).execute()
  if (burdens.length === 0) return
  await tx
    .insertInto('race_burdens')
    .values(burdens.map(({ sessionId, userId, kind, amount }) => ({ session_id: sessionId, user_id: userId, kind, amount })))
    .onConflict((there) => there.columns(['session_id', 'user_id', 'kind']).doUpdateSet((row) => ({ amount: row.ref('excluded.amount') })))
    .execute()
}
