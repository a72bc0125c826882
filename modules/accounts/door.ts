import { sql } from 'kysely'
import type { UserId } from '#core/ids.ts'
import { DEFAULT_LOCALE, type Locale } from '#core/locale.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import { STATED, type Stated } from '#games/facts/platform.ts'
import { isClosed } from '#modules/visibility/door.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import type { Settings } from './contract.ts'
import { lockUser, saveStated, updateUser } from './store.ts'

/** Whose an account at a platform is, and whether they have proven it. */
export { linkOf as accountHolder } from '#server/outside/proof/link.ts'

/** Whether somebody still owns a community: then the account cannot be removed before it is handed over or closed. */
export async function ownsALeague(db: Reader, userId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('memberships')
    .innerJoin('leagues', 'leagues.id', 'memberships.league_id')
    .select('leagues.id')
    .where('memberships.user_id', '=', userId)
    .where('memberships.role', '=', 'owner')
    .where(isClosed(), 'is', false)
    .executeTakeFirst()
  return row !== undefined
}

/** For a statement that writes something of a person: their id while the account is there, held until the change commits. */
export const present = (userId: UserId) => sql<{ id: UserId }>`select id from users where id = ${userId}::uuid and removed_at is null for key share`

/** As `present`, of several: held in one order, so that nobody waits in a ring. */
export const allPresent = (userIds: readonly UserId[]) =>
  sql<{ id: UserId }>`select id from users where id = any(${[...new Set(userIds)]}::uuid[]) and removed_at is null order by id for key share`

/**
 * Whether somebody's account is there and stays until this change commits: asked by whatever makes them a member, an applicant, an owner.
 * An account that is being removed is waited for. Persons are held last (ARCHITECTURE.md, "Locks").
 */
export const holdPerson = async (tx: Tx, userId: UserId): Promise<boolean> => (await present(userId).execute(tx)).rows.length === 1

/** Outside accounts of somebody who was erased: no file names them again. */
export { insertTombstones as entomb } from './store.ts'

/**
 * An admin says which account at a platform is somebody's; `null`: not the one they told. Gives the one before, and the person's version, which
 * moves where anything did. `v`: the version the admin has seen, where what was said is about this person. Refuses ACCOUNT_NOT_FOUND,
 * VERSION_CONFLICT, ACCOUNT_ALREADY_LINKED, and WRONG_STATE for one that is proven. Holds the account for itself: persons come last.
 */
export async function correctAccount(
  tx: Tx,
  { userId, v = null, provider, subject }: Correction,
  now: Date,
): Promise<Result<{ readonly before: string | null; readonly v: number }>> {
  const user = await lockUser(tx, userId)
  if (!user) return refuse('ACCOUNT_NOT_FOUND')
  if (v !== null && user.v !== v) return refuse('VERSION_CONFLICT')
  const saved = await saveStated(tx, userId, provider, subject, now)
  if (!saved.ok) return saved
  if (saved.value === subject) return ok({ before: subject, v: user.v })
  const next = await updateUser(tx, userId, user.v, {})
  return next.ok ? ok({ before: saved.value, v: next.value.v }) : next
}
type Correction = { readonly userId: UserId; readonly v?: number | null; readonly provider: Stated; readonly subject: string | null }

/** The accounts of somebody that an admin may look at, those that can be told, and so be wrong; with the person's version. */
export async function statedAccounts(db: Reader, userId: UserId) {
  const rows = await db
    .selectFrom('users')
    .leftJoin('linked_accounts', (join) => join.onRef('user_id', '=', 'users.id').on('provider', 'in', [...STATED]))
    .select(['v', 'provider', 'subject', 'proven'])
    .where('users.id', '=', userId)
    .$narrowType<{ provider: Stated | null }>()
    .orderBy('provider')
    .execute()
  const accounts = rows.flatMap(({ provider, subject, proven }) => (provider && subject ? [{ provider, subject, proven: proven === true }] : []))
  return { v: rows[0]?.v ?? 0, accounts }
}

/** Accounts whose owners were erased: their names are not brought back (only hashes are kept). */
export async function erasedOf(tx: Reader, provider: string, platformIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${[...platformIds]}::text[]) as id
    where exists (select 1 from tombstones where hash = encode(sha256(convert_to(${provider} || ':' || id, 'UTF8')), 'hex'))`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Account id at a game's platform (`steam`, `r3e`, `iracing`), by user. */
export async function platformIds(db: Reader, userIds: readonly UserId[], provider: string): Promise<ReadonlyMap<UserId, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('linked_accounts')
    .select(['user_id', 'subject'])
    .where('provider', '=', provider)
    .where('user_id', 'in', userIds)
    .execute()
  return new Map(rows.map((row) => [row.user_id, row.subject]))
}

/** Name of somebody who can be spoken of at all; `null` for an account that is not there or was erased. */
export async function nameOf(db: Reader, userId: UserId): Promise<string | null> {
  const row = await db.selectFrom('users').select('name').where('id', '=', userId).where('removed_at', 'is', null).executeTakeFirst()
  return row?.name ?? null
}

export type Person = { readonly name: string | null; readonly country: string | null }

/** People of ours as they are called today; without a name who erased the account. */
export async function peopleOf(db: Reader, ids: readonly UserId[]): Promise<ReadonlyMap<UserId, Person>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'country', 'removed_at'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row.removed_at ? { name: null, country: null } : { name: row.name, country: row.country }]))
}

export type MailReader = { readonly to: string; readonly locale: Locale; readonly timeZone: string | null }

/** Where those of them take mails who do, and in which language and zone they read: what they have chosen, else the language of their first day. */
export async function mailReaders(db: Reader, userIds: readonly UserId[]): Promise<ReadonlyMap<UserId, MailReader>> {
  const rows = await db
    .selectFrom('logins')
    .innerJoin('users', (join) => join.onRef('users.id', '=', 'logins.id'))
    .select(['users.id', 'logins.email', 'users.settings', 'users.reads_in'])
    .where('users.id', '=', sql<UserId>`any(${[...userIds]}::uuid[])`)
    .where('users.removed_at', 'is', null)
    .execute()
  return new Map(
    rows.flatMap(({ id, email, settings, reads_in: first }) => {
      const { notifications, locale, timeZone = null } = settings as Partial<Settings>
      const takes = !email.endsWith('.invalid') && notifications?.mail !== false
      return takes ? [[id, { to: email, locale: locale ?? (first as Locale | null) ?? DEFAULT_LOCALE, timeZone }]] : []
    }),
  )
}
