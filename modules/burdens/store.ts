import type { SessionId, UserId } from '#core/ids.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Burden, BurdenKind } from './rules.ts'

export type DriverBurden = Burden & { readonly sessionId: SessionId; readonly userId: UserId }

/** Of these events all burdens of these kinds are those that are given; the others stay. The caller has a lock under which nobody else says the same. */
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
    .execute()
}
