import { sql } from 'kysely'
import type { UserId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import type { Tx } from '#server/db/connect.ts'
import { deleteLogin } from '#server/outside/proof/logins.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Updateable } from 'kysely'

/** The account for itself alone: whoever holds it (`holdPerson`) is waited for, whoever wants to hold it waits and sees what came of it. */
export const lockUser = (tx: Tx, id: UserId) =>
  tx.selectFrom('users').selectAll().where('id', '=', id).where('removed_at', 'is', null).forUpdate().executeTakeFirst()

/** Saves over the version the caller has seen; refuses VERSION_CONFLICT. */
export async function updateUser(tx: Tx, id: UserId, v: number, values: Updateable<Tables['users']>): Promise<Result<{ v: number }>> {
  const row = await tx
    .updateTable('users')
    .set({ ...values, v: v + 1 })
    .where('id', '=', id)
    .where('v', '=', v)
    .returning('v')
    .executeTakeFirst()
  return row ? ok(row) : refuse('VERSION_CONFLICT')
}

/**
 * Keeps which account at a platform is somebody's as they or an admin tell it, in place of another that was told; `null`: none. Gives the one
 * before. Refuses ACCOUNT_ALREADY_LINKED, and WRONG_STATE where they have proven one. The person is locked already.
 */
export async function saveStated(tx: Tx, id: UserId, provider: string, subject: string | null, now: Date): Promise<Result<string | null>> {
  const before = await tx
    .deleteFrom('linked_accounts')
    .where('user_id', '=', id)
    .where('provider', '=', provider)
    .returning(['subject', 'proven'])
    .executeTakeFirst()
  if (before?.proven) return refuse('WRONG_STATE')
  if (subject === null) return ok(before?.subject ?? null)
  const saved = await tx
    .insertInto('linked_accounts')
    .values({ provider, subject, user_id: id, linked_at: now, proven: false })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return saved.numInsertedOrUpdatedRows === 1n ? ok(before?.subject ?? null) : refuse('ACCOUNT_ALREADY_LINKED', { field: 'subject' })
}

export const deleteLink = (tx: Tx, id: UserId, provider: string) =>
  tx.deleteFrom('linked_accounts').where('user_id', '=', id).where('provider', '=', provider).executeTakeFirst()

/** Hashes of outside accounts whose owners were erased. */
export async function insertTombstones(
  tx: Tx,
  accounts: readonly { readonly provider: string; readonly subject: string }[],
  now: Date,
): Promise<void> {
  const names = accounts.map(({ provider, subject }) => `${provider}:${subject}`)
  await sql`insert into tombstones (hash, at)
    select encode(sha256(convert_to(name, 'UTF8')), 'hex'), ${now} from unnest(${names}::text[]) as name on conflict do nothing`.execute(tx)
}

/** What is personal goes: the login with its address and sessions, outside accounts (kept as hashes so that no import brings them back), name, country, birth date. */
export async function eraseUser(tx: Tx, id: UserId, now: Date): Promise<void> {
  await insertTombstones(tx, await tx.selectFrom('linked_accounts').select(['provider', 'subject']).where('user_id', '=', id).execute(), now)
  await tx.deleteFrom('linked_accounts').where('user_id', '=', id).execute()
  await deleteLogin(tx, id)
  await tx
    .updateTable('users')
    .set({ name: '', country: null, birth_date: null, settings: '{}', reads_in: null, removed_at: now, demo_role: null })
    .where('id', '=', id)
    .execute()
}
