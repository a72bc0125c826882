import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { HostId } from '#core/ids.ts'
import { pickLocale, LOCALES, type Locale } from '#core/locale.ts'
import { CLOCK_COOKIE } from '#core/time-zone.ts'
import { builtOnce } from '../db/built-once.ts'
import type { Machine } from '../machine.ts'
import { hashOf, loginHolds, sessionCookie, tokenOf } from '../outside/login-token.ts'
import { openKey } from '../outside/one-call.ts'
import type { Actor } from '../room.ts'

export const VISITOR: Actor = { kind: 'visitor' }

/** Who asks, and until when their login holds. */
export type Asker = { readonly actor: Actor; readonly endsAt: Date | null }

export const actorOf = async (machine: Machine, request: FastifyRequest): Promise<Actor> => (await askerOf(machine, request)).actor

/** Who asks: read from the database at every request, so that a revoked login or a changed plan counts at once. */
export async function askerOf(machine: Machine, request: FastifyRequest): Promise<Asker> {
  const hash = loginHash(machine, request)
  if (!hash) return (await holderOf(machine, request)) ?? { actor: await hostOf(machine, request), endsAt: null }
  const [row] = await loginRows(machine.db, [hash, machine.clock()])
  if (!row) return { actor: VISITOR, endsAt: null }
  const actor: Actor = { kind: 'user', userId: row.user_id, loginSessionId: row.id, onboarded: row.onboarded, plan: row.plan }
  return { actor, endsAt: row.expires_at }
}

const loginRows = builtOnce((db, at) =>
  db
    .selectFrom('login_sessions')
    .innerJoin('users', 'users.id', 'login_sessions.user_id')
    .select(['login_sessions.id', 'login_sessions.expires_at', 'login_sessions.user_id', 'users.plan'])
    .select(sql<boolean>`users.terms_accepted_at is not null`.as('onboarded'))
    .where(loginHolds(at(0), at(1))),
)

const MOST_SIGNED = 5000
/** Cookies whose signatures were worked out lately: whoever is here now asks again in a moment. Whether the login still holds is for the database. */
const signed = new Map<string, string>()

/** The hash of a login's token where the cookie's signature holds. */
export function loginHash(machine: Machine, request: FastifyRequest): string | null {
  const value = request.cookies[sessionCookie(machine.config.publicUrl)]
  if (!value) return null
  const key = `${machine.config.secret} ${value}`
  const known = signed.get(key)
  if (known) return known
  const token = tokenOf(machine.config.secret, value)
  if (!token) return null
  const hash = hashOf(token)
  if (signed.size >= MOST_SIGNED) signed.clear()
  signed.set(key, hash)
  return hash
}

/** Who made the key that a program shows, for the one call and the one thing it was made for. */
async function holderOf(machine: Machine, request: FastifyRequest): Promise<Asker | null> {
  const key = /^Bearer (k1\.[\w-]{40,1000})$/.exec(String(request.headers.authorization ?? ''))?.[1]
  const opened = key ? openKey(machine.sealer, key, machine.clock()) : null
  if (!opened || opened.call !== request.routeOptions.config.call) return null
  if (opened.id !== (request.params as Readonly<Record<string, string>>)['id']?.toLowerCase()) return null
  const { rows } = await machine.pool.query<{ onboarded: boolean; plan: string }>({
    name: 'key-holder',
    text: 'select terms_accepted_at is not null as onboarded, plan from users where id = $1 and removed_at is null',
    values: [opened.userId],
  })
  const [row] = rows
  return row ? { actor: { kind: 'user', userId: opened.userId, loginSessionId: '', ...row }, endsAt: opened.until } : null
}

/** A race host proves itself by a bearer token, of which only the hash is stored. */
async function hostOf(machine: Machine, request: FastifyRequest): Promise<Actor> {
  const token = /^Bearer ([\w-]{20,200})$/.exec(String(request.headers.authorization ?? ''))?.[1]
  if (!token || !request.url.startsWith('/host/')) return VISITOR
  const hash = createHash('sha256').update(token).digest('hex')
  const { rows } = await machine.pool.query<{ id: HostId }>({
    name: 'host-actor',
    text: 'select id from hosts where token_hash = $1 and revoked_at is null',
    values: [hash],
  })
  return rows[0] ? { kind: 'host', hostId: rows[0].id } : VISITOR
}

/** The language: the cookie a signed-in choice leaves, else what the browser asks for. */
export function localeOf(request: FastifyRequest): Locale {
  const chosen = LOCALES.find((locale) => locale === request.cookies?.['locale'])
  return chosen ?? pickLocale(request.headers['accept-language'])
}

/** The reader's clock as its cookie says it, not looked at yet. */
export const clockOf = (request: FastifyRequest): string | undefined => request.cookies?.[CLOCK_COOKIE]
