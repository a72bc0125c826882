import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { userId, type UserId } from '#core/ids.ts'
import { refuse } from '#core/result.ts'
import type { Machine } from '#server/machine.ts'
import { cookieValue, sessionCookie } from '#server/outside/login-token.ts'
import { loginWith, openSession, SESSION_SECONDS, type Login } from '#server/outside/login.ts'
import { loginHash } from '../actor.ts'
import { sendJson } from '../answer.ts'
import { refused } from '../command-door.ts'
import { malformed } from '../malformed.ts'
import { emailDoor, type SignIn } from './email.ts'
import { iRacingDoor } from './iracing.ts'
import { ownCookie } from './linking.ts'
import { ownPost } from './own-post.ts'
import { steamDoor } from './steam.ts'
import { readAs } from '#server/outside/read-as.ts'

const YEAR_SECONDS = 31_536_000

/** Everything below `/auth`: codes by mail, Steam, iRacing, and the demo world's named people. */
export async function authDoor(app: FastifyInstance, machine: Machine): Promise<void> {
  const { config } = machine
  const login = loginWith(config, machine.db)

  const enter: SignIn = (request, reply, find) => signIn(machine, login, request, reply, find)
  emailDoor(app, machine, enter)
  app.post('/auth/sign-out', ownPost(machine), async (request, reply) => {
    await endLogin(machine, request)
    return sendJson(request, reply.clearCookie(sessionCookie(config.publicUrl), { ...ownCookie(machine), path: '/' }), 200, { success: true })
  })
  steamDoor(app, machine, enter)
  iRacingDoor(app, machine)
  if (config.demoWorld && !config.production) demoDoor(app, machine, login)
}

/** Whoever erases their account in the very moment of a login signs in anew, as a moment later. */
async function signIn(
  machine: Machine,
  login: Login,
  request: FastifyRequest,
  reply: FastifyReply,
  find: () => Promise<UserId | null>,
): Promise<boolean> {
  for (let user = await find(); user !== null; user = await find()) {
    const token = await openSession(login, user, { ip: request.ip, userAgent: userAgentOf(request) })
    if (token === null) continue
    await letIn(machine, request, reply, user, token)
    return true
  }
  return false
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

/** The demo world's named people with one click; these routes do not exist anywhere else. */
function demoDoor(app: FastifyInstance, machine: Machine, login: Login): void {
  const people = machine.db
    .selectFrom('users')
    .select(['id', 'name', 'country', 'demo_role as role'])
    .where('demo_role', 'is not', null)
    .orderBy('created_at')
  app.get('/auth/demo/people', async (request, reply) => sendJson(request, reply, 200, { people: await people.execute() }))
  app.post('/auth/demo/sign-in', ownPost(machine), async (request, reply) => {
    const body = readAs(z.strictObject({ userId }), request.body)
    if (!body.success) return refused(machine, request, reply, malformed(body.error))
    const find = async (): Promise<UserId | null> => (await people.where('id', '=', body.data.userId).executeTakeFirst())?.id ?? null
    if (!(await signIn(machine, login, request, reply, find))) return refused(machine, request, reply, refuse('ACCOUNT_NOT_FOUND'))
    return sendJson(request, reply, 200, { success: true })
  })
}
