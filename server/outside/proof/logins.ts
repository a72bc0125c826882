import type { UserId } from '#core/ids.ts'
import type { Tx } from '#server/db/connect.ts'

/** Whether somebody could still log in without the accounts of this provider: by mail, or by those of another one. */
export async function hasOtherLogin(tx: Tx, id: UserId, provider: string): Promise<boolean> {
  const login = await tx.selectFrom('logins').select('email').where('id', '=', id).executeTakeFirst()
  if (!login?.email.endsWith('.invalid')) return true
  const other = await tx.selectFrom('login_accounts').select('id').where('user_id', '=', id).where('provider_id', '!=', provider).executeTakeFirst()
  return other !== undefined
}

export async function deleteLoginAccount(tx: Tx, id: UserId, provider: string): Promise<void> {
  await tx.deleteFrom('login_accounts').where('user_id', '=', id).where('provider_id', '=', provider).execute()
}

export const deleteLoginSession = (tx: Tx, id: UserId, sessionId: string) =>
  tx.deleteFrom('login_sessions').where('user_id', '=', id).where('id', '=', sessionId).executeTakeFirst()

export async function deleteLoginSessions(tx: Tx, id: UserId): Promise<void> {
  await tx.deleteFrom('login_sessions').where('user_id', '=', id).execute()
}

/** With its address, its sessions and its ways in. */
export async function deleteLogin(tx: Tx, id: UserId): Promise<void> {
  await tx.deleteFrom('logins').where('id', '=', id).execute()
}
