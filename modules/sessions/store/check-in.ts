import type { SessionId } from '#core/ids.ts'
import type { Tx } from '#server/db/connect.ts'

/** When the check-in of an event closes, and since when it has. Its row is locked already. */
export const saveCheckIn = (tx: Tx, id: SessionId, { closesAt, closedAt }: { readonly closesAt: Date | null; readonly closedAt: Date | null }) =>
  tx.updateTable('sessions').set({ check_in_closes_at: closesAt, check_in_closed_at: closedAt }).where('id', '=', id).execute()
