import { sql } from 'kysely'
import type { UserId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import { newId } from '#server/db/change.ts'
import type { Tx } from '#server/db/connect.ts'

/** `lostBy`: who had only said that the account is theirs. */
export type Linked = { readonly isNew: boolean; readonly lostBy: UserId | null }

/**
 * Links an outside account, proven just now, to a user who is signed in: whatever somebody had only said gives way. Refuses
 * ACCOUNT_ALREADY_LINKED when another has proven it, and WRONG_STATE when the user has proven another one: such accounts move only by being
 * unlinked first.
 */
export async function linkAccount(tx: Tx, user: UserId, provider: string, subject: string, now: Date): Promise<Result<Linked>> {
  const present = await tx.selectFrom('users').select('id').where('id', '=', user).where('removed_at', 'is', null).forUpdate().executeTakeFirst()
  if (!present) return refuse('ACCOUNT_NOT_FOUND')
  await oneAtATime(tx, provider, subject)
  const held = await linkOf(tx, provider, subject)
  if (held?.proven) return held.user_id === user ? ok({ isNew: false, lostBy: null }) : refuse('ACCOUNT_ALREADY_LINKED')
  const { rows } = await sql<{ proven: boolean }>`
    delete from linked_accounts where provider = ${provider} and (subject = ${subject} or user_id = ${user}) returning proven`.execute(tx)
  if (rows.some(({ proven }) => proven)) return refuse('WRONG_STATE')
  await insertLink(tx, user, provider, subject, now)
  return ok({ isNew: true, lostBy: held && held.user_id !== user ? held.user_id : null })
}

/** Whoever comes second with the same outside account waits and finds what the first has written. */
export const oneAtATime = (tx: Tx, provider: string, subject: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${provider}:${subject}`}, 0))`.execute(tx)

export const linkOf = (tx: Tx, provider: string, subject: string) =>
  tx.selectFrom('linked_accounts').select(['user_id', 'proven']).where('provider', '=', provider).where('subject', '=', subject).executeTakeFirst()

/** A proven account; one of a platform that people log in by is a way in as well. */
export async function insertLink(tx: Tx, user: UserId, provider: string, subject: string, now: Date): Promise<void> {
  await tx.insertInto('linked_accounts').values({ provider, subject, user_id: user, linked_at: now, proven: true }).execute()
  if (!LOGINS.has(provider)) return
  await tx
    .insertInto('login_accounts')
    .values({ id: newId(now), user_id: user, provider_id: provider, account_id: subject, created_at: now, updated_at: now })
    .execute()
}

const LOGINS: ReadonlySet<string> = new Set(['steam'])
