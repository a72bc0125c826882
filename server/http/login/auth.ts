import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { userId, type UserId } from '#core/ids.ts'
import type { RefusalCode } from '#core/refusal.ts'
import { refuse, type Result } from '#core/result.ts'
import { returnPath } from '#core/return-path.ts'
import { change } from '#server/db/change.ts'
import type { Machine } from '#server/machine.ts'
import { cookieValue, sessionCookie } from '#server/outside/login-token.ts'
import { linkAccount, loginWith, openSession, SESSION_SECONDS, userOfAccount, type Login } from '#server/outside/login.ts'
import { newState, STATE_SECONDS, tripOf } from '#server/outside/steam-state.ts'
import { checkSteamLogin, steamLoginUrl } from '#server/outside/steam.ts'
import { actorOf, loginHash } from '../actor.ts'
import { sendJson } from '../answer.ts'
import { refused } from '../command-door.ts'
import { malformed } from '../malformed.ts'
import { emailDoor } from './email.ts'
import { ownPost } from './own-post.ts'

const YEAR_SECONDS = 31_536_000
const STATE_COOKIE = 'paddock.steam'

/** Everything below `/auth`: codes by mail, Steam, and the demo world's named people. */
export async function authDoor(app: FastifyInstance, machine: Machine): Promise<void> {
  const { config } = machine
  const login = loginWith(config, machine.db)

  emailDoor(app, machine, (request, reply, user) => signIn(machine, login, request, reply, user))
  app.post('/auth/sign-out', ownPost(machine), async (request, reply) => {
    await endLogin(machine, request)
    return sendJson(request, reply.clearCookie(sessionCookie(config.publicUrl), { ...ownCookie(machine), path: '/' }), 200, { success: true })
  })
  steamDoor(app, machine, login)
  if (config.demoWorld && !config.production) demoDoor(app, machine, login)
}

async function signIn(machine: Machine, login: Login, request: FastifyRequest, reply: FastifyReply, user: UserId): Promise<void> {
  await letIn(machine, request, reply, user, await openSession(login, user, { ip: request.ip, userAgent: userAgentOf(request) }))
}

/** Sets the cookie of a login that has just been opened. The one it takes the place of is over: nobody could sign it out any more. */
async function letIn(machine: Machine, request: FastifyRequest, reply: FastifyReply, user: UserId, token: string): Promise<void> {
  await endLogin(machine, request)
  reply.setCookie(sessionCookie(machine.config.publicUrl), cookieValue(machine.config.secret, token), {
    ...ownCookie(machine),
    path: '/',
    maxAge: SESSION_SECONDS,
  })
  await bringChoices(machine, reply, user)
}

/** Ends the login of this browser, if it has one; pages it still shows elsewhere are told. */
async function endLogin(machine: Machine, request: FastifyRequest): Promise<void> {
  const hash = loginHash(machine, request)
  if (!hash) return
  const ended = await machine.db.deleteFrom('login_sessions').where('token_hash', '=', hash).returning('user_id').execute()
  if (ended.length > 0)
    machine.changed(
      ended.map((login) => `user:${login.user_id}`),
      [],
    )
}

/** The language and the colours somebody chose elsewhere come along: pages are drawn by these two cookies. */
async function bringChoices(machine: Machine, reply: FastifyReply, user: UserId): Promise<void> {
  const row = await machine.db.selectFrom('users').select('settings').where('id', '=', user).executeTakeFirst()
  const chosen = (row?.settings ?? {}) as Readonly<Record<string, unknown>>
  for (const name of ['locale', 'theme'] as const) {
    const value = chosen[name]
    if (typeof value === 'string') reply.setCookie(name, value, { path: '/', sameSite: 'lax', maxAge: YEAR_SECONDS })
  }
}

const userAgentOf = (request: FastifyRequest): string => String(request.headers['user-agent'] ?? '').slice(0, 200)

const ownCookie = (machine: Machine) => ({ httpOnly: true, sameSite: 'lax', secure: machine.config.publicUrl.startsWith('https:') }) as const

/**
 * To Steam and back, to sign in or, with `link=1`, to link the account to the user who is signed in. The state stands in a cookie of this
 * browser and in the address Steam sends back, names the purpose and, for linking, the login session: nobody ends another's trip.
 */
function steamDoor(app: FastifyInstance, machine: Machine, login: Login): void {
  const { config } = machine
  const callbackOf = (state: string): string => `${config.publicUrl}/auth/steam/callback?state=${encodeURIComponent(state)}`
  app.get<{ Querystring: { returnTo?: unknown; link?: unknown } }>('/auth/steam/start', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { query } = request
    const wanted = typeof query.returnTo === 'string' ? query.returnTo : null
    const actor = await actorOf(machine, request)
    const session = actor.kind === 'user' ? actor.loginSessionId : null
    const purpose = query.link === undefined ? 'login' : 'link'
    if (purpose === 'link') {
      if (!['same-origin', 'none', undefined].includes(request.headers['sec-fetch-site'] as string | undefined))
        return reply.redirect(linkFailed('CROSS_SITE'))
      if (actor.kind !== 'user') return reply.redirect(`/login?returnTo=${encodeURIComponent(LINKED_AT)}`)
      if (!actor.onboarded) return reply.redirect(`/welcome?returnTo=${encodeURIComponent(LINKED_AT)}`)
    }
    const state = newState(config.secret, purpose, session, machine.clock())
    const returnTo = returnPath(wanted ?? (purpose === 'link' ? LINKED_AT : '/'))
    reply.setCookie(STATE_COOKIE, `${state} ${returnTo}`, { ...ownCookie(machine), path: '/auth', maxAge: STATE_SECONDS })
    return reply.redirect(steamLoginUrl(config.steamEndpoint, callbackOf(state), config.publicUrl))
  })
  app.get('/auth/steam/callback', async (request, reply) => {
    const [state = '', ...rest] = (request.cookies[STATE_COOKIE] ?? '').split(' ')
    const returnTo = returnPath(rest.join(' '))
    reply.clearCookie(STATE_COOKIE, { path: '/auth' }).header('cache-control', 'no-store')
    const actor = await actorOf(machine, request)
    const session = actor.kind === 'user' ? actor.loginSessionId : null
    const query = new URL(request.url, config.publicUrl).searchParams
    const trip = tripOf(config.secret, state, session, machine.clock())
    const failed = (code: RefusalCode): FastifyReply =>
      reply.redirect(trip?.purpose === 'link' ? linkFailed(code) : `/login?error=${code}&returnTo=${encodeURIComponent(returnTo)}`)
    if (!trip || query.get('state') !== state || query.getAll('state').length !== 1) return failed('STEAM_LOGIN_REFUSED')
    if (!(await isFirst(machine, `state:${trip.nonce}`))) return failed('STEAM_LOGIN_REFUSED')
    const now = machine.clock()
    const answer = await checkSteamLogin(config.steamEndpoint, callbackOf(state), query, now, fetch)
    if (!answer.ok) return failed(answer.why === 'down' ? 'STEAM_LOGIN_DOWN' : 'STEAM_LOGIN_REFUSED')
    if (!(await isFirst(machine, answer.nonce))) return failed('STEAM_LOGIN_REFUSED')
    if (trip.purpose === 'link' && actor.kind === 'user') {
      const linked = await link(machine, request, actor.userId, answer.steamId)
      return linked.ok ? reply.redirect(returnTo) : failed(linked.refusal.code)
    }
    await signIn(machine, login, request, reply, await userOfAccount(machine.db, 'steam', answer.steamId, now))
    return reply.redirect(returnTo)
  })
}

const LINKED_AT = '/settings#social-settings'
const linkFailed = (code: RefusalCode): string => `/settings?error=${code}#social-settings`

async function isFirst(machine: Machine, nonce: string): Promise<boolean> {
  const fresh = await machine.db
    .insertInto('login_nonces')
    .values({ nonce, at: machine.clock() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return fresh.numInsertedOrUpdatedRows === 1n
}

async function link(machine: Machine, request: FastifyRequest, user: UserId, steamId: string): Promise<Result<boolean>> {
  const now = machine.clock()
  const cause = { requestId: request.id, actorId: user, command: 'LinkAccount', objectId: user }
  return change({ ...machine, now, publicUrl: machine.config.publicUrl }, cause, async ({ tx, record }) => {
    const linked = await linkAccount(tx, user, 'steam', steamId, now)
    if (linked.ok && linked.value)
      record({ type: 'AccountLinked', aggregate: 'user', aggregateId: user, data: { provider: 'steam' }, topics: [`user:${user}`] })
    return linked
  })
}

/** The demo world's named people with one click; these routes do not exist anywhere else. */
function demoDoor(app: FastifyInstance, machine: Machine, login: Login): void {
  const people = machine.db
    .selectFrom('users')
    .select(['id', 'name', 'country', 'demo_role as role'])
    .where('demo_role', 'is not', null)
    .orderBy('created_at')
  app.get('/auth/demo/people', async (request, reply) => sendJson(request, reply, 200, { people: await people.execute() }))
  app.post('/auth/demo/sign-in', ownPost(machine), async (request, reply) => {
    const body = z.strictObject({ userId }).safeParse(request.body)
    if (!body.success) return refused(machine, request, reply, malformed(body.error))
    const person = await people.where('id', '=', body.data.userId).executeTakeFirst()
    if (!person) return refused(machine, request, reply, refuse('ACCOUNT_NOT_FOUND'))
    await signIn(machine, login, request, reply, person.id)
    return sendJson(request, reply, 200, { success: true })
  })
}
