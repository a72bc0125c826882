import { createHmac, randomBytes } from 'node:crypto'
import type { UserId } from '#core/ids.ts'
import { newId } from '#server/db/change.ts'
import { caller, type Caller } from './door.ts'
import type { Running } from '#server/start.ts'

export type Person = { readonly id: UserId; readonly name: string; readonly email: string; readonly steamId: string; readonly as: Caller }

type Facts = { readonly country?: string; readonly plan?: string; readonly onboarded?: boolean; readonly demoRole?: string }

/** A user with a linked Steam account, signed in. Made in the database: the way in has tests of its own. */
export const person = (server: { readonly running: Running }, name: string, facts: Facts = {}): Promise<Person> =>
  personOf(server.running, name, facts)

async function personOf({ machine, address }: Running, name: string, facts: Facts): Promise<Person> {
  const now = machine.clock()
  const id = newId<'user'>(now)
  const email = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')}.${id.slice(-6)}@example.org`
  const steamId = `7656119${BigInt(`0x${randomBytes(5).toString('hex')}`)
    .toString()
    .padStart(10, '0')
    .slice(-10)}`
  const token = randomBytes(24).toString('base64url')
  const { onboarded = true } = facts
  await machine.db.insertInto('logins').values({ id, name, email, email_verified: true, created_at: now, updated_at: now }).execute()
  await machine.db
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
  await machine.db.insertInto('linked_accounts').values({ provider: 'steam', subject: steamId, user_id: id, linked_at: now }).execute()
  const expires = new Date(now.getTime() + 365 * 86_400_000)
  await machine.db
    .insertInto('login_sessions')
    .values({ id: newId(), user_id: id, token, expires_at: expires, created_at: now, updated_at: now })
    .execute()
  const signature = createHmac('sha256', machine.config.secret).update(token).digest('base64')
  return { id, name, email, steamId, as: caller(address, `paddock.session_token=${encodeURIComponent(`${token}.${signature}`)}`) }
}
