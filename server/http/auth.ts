import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { userId, type UserId } from '#core/ids.ts'
import { refuse, type Result } from '#core/result.ts'
import { returnPath } from '#core/return-path.ts'
import { spend } from '../db/budget.ts'
import type { Machine } from '../machine.ts'
import { checkEmail } from '../outside/email-address.ts'
import { loginWith, openSession, userOfAccount, type Login } from '../outside/login.ts'
import { checkSteamLogin, steamLoginUrl } from '../outside/steam.ts'
import { sessionCookie } from './actor.ts'
import { sendJson } from './answer.ts'
import { refused } from './command-door.ts'
import { malformed } from './malformed.ts'
import { crossSite } from './same-site.ts'

const HOUR_MS = 3_600_000
const STATE_COOKIE = 'paddock.steam'
const askCode = z.strictObject({ email: z.string().max(254), type: z.literal('sign-in').default('sign-in') })
const giveCode = z.strictObject({ email: z.string().max(254), otp: z.string().trim().max(20) })

/** Everything below `/auth`: better-auth's own paths behind our checks and budgets, Steam, and the demo world's named people. */
export async function authDoor(app: FastifyInstance, machine: Machine): Promise<void> {
  const { config, db } = machine
  const login = loginWith(config, db, machine.clock)

  app.post('/auth/email-otp/send-verification-otp', async (request, reply) => {
    const result = await askForCode(machine, login, request)
    return result.ok ? sendJson(request, reply, 200, { success: true }) : refused(machine, request, reply, result)
  })
  app.post('/auth/sign-in/email-otp', async (request, reply) => {
    const result = await signInWithCode(machine, login, request, reply)
    return result.ok ? sendJson(request, reply, 200, { success: true }) : refused(machine, request, reply, result)
  })
  app.post('/auth/sign-out', async (request, reply) => {
    if (crossSite(config, request)) return refused(machine, request, reply, refuse('CROSS_SITE'))
    await forward(login, request, '/auth/sign-out', {})
    return sendJson(request, reply.clearCookie(sessionCookie(config.publicUrl), { path: '/' }), 200, { success: true })
  })
  steamDoor(app, machine, login)
  if (config.demoWorld && !config.production) demoDoor(app, machine, login)
}

async function askForCode(machine: Machine, login: Login, request: FastifyRequest): Promise<Result<null>> {
  if (crossSite(machine.config, request)) return refuse('CROSS_SITE')
  const body = askCode.safeParse(request.body)
  if (!body.success) return malformed(body.error)
  const email = checkEmail(body.data.email)
  if (!email.ok) return email
  const now = machine.clock()
  const address = createHash('sha256').update(email.value).digest('hex').slice(0, 32)
  for (const [key, most, windowMs] of [
    [`code:minute:${address}`, 1, 60_000],
    [`code:hour:${address}`, 5, HOUR_MS],
    [`code:ip:${request.ip}`, machine.config.production ? 30 : 3000, HOUR_MS],
  ] as const) {
    const verdict = await spend(machine.db, now, key, most, windowMs)
    if (verdict !== true) return verdict
  }
  const answer = await forward(login, request, '/auth/email-otp/send-verification-otp', { email: email.value, type: 'sign-in' })
  return answer.ok ? { ok: true, value: null } : refuse('UNAVAILABLE')
}

async function signInWithCode(machine: Machine, login: Login, request: FastifyRequest, reply: FastifyReply): Promise<Result<null>> {
  if (crossSite(machine.config, request)) return refuse('CROSS_SITE')
  const body = giveCode.safeParse(request.body)
  if (!body.success) return malformed(body.error)
  const email = checkEmail(body.data.email)
  if (!email.ok) return email
  const tries = await spend(machine.db, machine.clock(), `code:try:${request.ip}`, machine.config.production ? 60 : 6000, HOUR_MS)
  if (tries !== true) return tries
  const answer = await forward(login, request, '/auth/sign-in/email-otp', { email: email.value, otp: body.data.otp.replaceAll(/\s/g, '') })
  if (!answer.ok) {
    const { code } = (await answer.json()) as { code?: string }
    return refuse(code === 'OTP_EXPIRED' || code === 'TOO_MANY_ATTEMPTS' ? 'EMAIL_CODE_EXPIRED' : 'EMAIL_CODE_INVALID', { field: 'otp' })
  }
  for (const line of answer.headers.getSetCookie()) reply.header('set-cookie', line)
  return { ok: true, value: null }
}

/** Hands a checked body to better-auth's own handler. */
function forward(login: Login, request: FastifyRequest, path: string, body: object): Promise<Response> {
  const { baseURL } = login.options
  const headers = new Headers({
    'content-type': 'application/json',
    origin: new URL(baseURL).origin,
    'x-paddock-ip': request.ip,
    'user-agent': String(request.headers['user-agent'] ?? '').slice(0, 200),
  })
  if (request.headers.cookie) headers.set('cookie', request.headers.cookie)
  return login.handler(new Request(new URL(path, baseURL), { method: 'POST', headers, body: JSON.stringify(body) }))
}

async function signIn(machine: Machine, login: Login, reply: FastifyReply, user: UserId): Promise<void> {
  const session = await openSession(login, user)
  const signature = createHmac('sha256', machine.config.secret).update(session.token).digest('base64')
  const secure = machine.config.publicUrl.startsWith('https:')
  reply.setCookie(sessionCookie(machine.config.publicUrl), `${session.token}.${signature}`, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: session.maxAgeSeconds,
  })
}

/** State in a cookie of this browser and in the address Steam sends back: somebody else's callback does not sign anybody in here. */
function steamDoor(app: FastifyInstance, machine: Machine, login: Login): void {
  const { config } = machine
  const callbackOf = (state: string): string => `${config.publicUrl}/auth/steam/callback?state=${state}`
  app.get<{ Querystring: { returnTo?: string } }>('/auth/steam/start', async (request, reply) => {
    const state = randomBytes(24).toString('base64url')
    const secure = config.publicUrl.startsWith('https:')
    reply.setCookie(STATE_COOKIE, `${state} ${returnPath(request.query.returnTo)}`, {
      path: '/auth',
      httpOnly: true,
      sameSite: 'lax',
      secure,
      maxAge: 600,
    })
    return reply.header('cache-control', 'no-store').redirect(steamLoginUrl(config.steamEndpoint, callbackOf(state), config.publicUrl))
  })
  app.get('/auth/steam/callback', async (request, reply) => {
    const [state = '', ...rest] = (request.cookies[STATE_COOKIE] ?? '').split(' ')
    reply.clearCookie(STATE_COOKIE, { path: '/auth' }).header('cache-control', 'no-store')
    const failed = (code: string): FastifyReply => reply.redirect(`/login?error=${code}`)
    const query = new URL(request.url, config.publicUrl).searchParams
    if (!state || query.get('state') !== state || query.getAll('state').length !== 1) return failed('STEAM_LOGIN_REFUSED')
    const now = machine.clock()
    const answer = await checkSteamLogin(config.steamEndpoint, callbackOf(state), query, now, fetch)
    if (!answer.ok) return failed(answer.why === 'down' ? 'STEAM_LOGIN_DOWN' : 'STEAM_LOGIN_REFUSED')
    const fresh = await machine.db
      .insertInto('login_nonces')
      .values({ nonce: answer.nonce, at: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (fresh.numInsertedOrUpdatedRows !== 1n) return failed('STEAM_LOGIN_REFUSED')
    await signIn(machine, login, reply, await userOfAccount(login, machine.db, 'steam', answer.steamId, now))
    return reply.redirect(returnPath(rest.join(' ')))
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
  app.post('/auth/demo/sign-in', async (request, reply) => {
    if (crossSite(machine.config, request)) return refused(machine, request, reply, refuse('CROSS_SITE'))
    const body = z.strictObject({ userId }).safeParse(request.body)
    if (!body.success) return malformed(body.error)
    const person = await people.where('id', '=', body.data.userId).executeTakeFirst()
    if (!person) return refused(machine, request, reply, refuse('ACCOUNT_NOT_FOUND'))
    await signIn(machine, login, reply, person.id)
    return sendJson(request, reply, 200, { success: true })
  })
}
