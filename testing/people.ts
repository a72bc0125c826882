import { randomBytes } from 'node:crypto'
import type { UserId } from '#core/ids.ts'
import { ownNumber } from '#modules/entries/rules/numbers.ts'
import { newId } from '#server/db/change.ts'
import { cookieValue, hashOf, newToken } from '#server/outside/login-token.ts'
import { caller, type Caller } from './door.ts'
import type { Running } from '#server/start.ts'

export type Person = { readonly id: UserId; readonly name: string; readonly email: string; readonly steamId: string; readonly as: Caller }

type Facts = { readonly country?: string; readonly plan?: string; readonly onboarded?: boolean; readonly demoRole?: string }

/** A user with a linked Steam account, signed in. Made in the database: the way in has tests of its own. */
export const person = (server: { readonly running: Running }, name: string, facts: Facts = {}): Promise<Person> =>
  personOf(server.running, name, facts)

/** Somebody who was made before, by name, signed in anew. */
export async function knownPerson({ running }: { readonly running: Running }, name: string): Promise<Person> {
  const { machine, address } = running
  const row = await machine.db
    .selectFrom('users')
    .innerJoin('logins', 'logins.id', 'users.id')
    .innerJoin('linked_accounts', 'linked_accounts.user_id', 'users.id')
    .select(['users.id', 'logins.email', 'linked_accounts.subject'])
    .where('users.name', '=', name)
    .where('linked_accounts.provider', '=', 'steam')
    .executeTakeFirstOrThrow()
  return { id: row.id, name, email: row.email, steamId: row.subject, as: caller(address, await signedIn(running, row.id)) }
}

async function personOf(running: Running, name: string, facts: Facts): Promise<Person> {
  const { machine, address } = running
  const now = machine.clock()
  const id = idOf(now)
  const email = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')}.${id.slice(-12)}@example.org`
  const steamId = `7656119${BigInt(`0x${randomBytes(5).toString('hex')}`)
    .toString()
    .padStart(10, '0')
    .slice(-10)}`
  const { onboarded = true } = facts
  await machine.db.transaction().execute(async (tx) => {
    await tx.insertInto('logins').values({ id, name, email, email_verified: true, created_at: now, updated_at: now }).execute()
    await tx
      .insertInto('users')
      .values({
        id,
        name: onboarded ? name : '',
        country: onboarded ? (facts.country ?? 'DE') : null,
        birth_date: '1990-04-05',
        terms_accepted_at: onboarded ? now : null,
        plan: facts.plan ?? 'FREE',
        demo_role: facts.demoRole ?? null,
        created_at: now,
      })
      .execute()
    await tx.insertInto('linked_accounts').values({ provider: 'steam', subject: steamId, user_id: id, linked_at: now }).execute()
  })
  return { id, name, email, steamId, as: caller(address, await signedIn(running, id)) }
}

/** One whose own number (1–998, of the id alone) leaves the first and the last hundred to those a test picks. */
function idOf(now: Date): UserId {
  for (;;) {
    const id = newId<'user'>(now)
    const number = ownNumber(id)
    if (number >= 100 && number < 900) return id
  }
}

/** Links an account of another platform, RaceRoom's for example, as its owner would tell it. */
export async function linkAccount({ running }: { readonly running: Running }, who: Person, provider: string, subject: string): Promise<void> {
  const { db, clock } = running.machine
  await db
    .insertInto('linked_accounts')
    .values({ provider, subject, user_id: who.id, linked_at: clock(), proven: provider !== 'r3e' && provider !== 'iracing' })
    .execute()
}

/** A login session's cookie, as the platform would have set it. */
async function signedIn({ machine }: Running, id: UserId): Promise<string> {
  const now = machine.clock()
  const token = newToken()
  const expires = new Date(now.getTime() + 365 * 86_400_000)
  await machine.db
    .insertInto('login_sessions')
    .values({ id: newId(), user_id: id, token_hash: hashOf(token), expires_at: expires, created_at: now, updated_at: now })
    .execute()
  return `paddock.session_token=${encodeURIComponent(cookieValue(machine.config.secret, token))}`
}
