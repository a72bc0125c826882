import type { FastifyInstance, FastifyReply } from 'fastify'
import type { RefusalCode } from '#core/refusal.ts'
import { returnPath } from '#core/return-path.ts'
import { facts } from '#games/iracing/facts.ts'
import type { Machine } from '#server/machine.ts'
import { accountOfCode, iRacingLoginUrl, verifierOf } from '#server/outside/proof/iracing.ts'
import { newState, STATE_SECONDS, tripOf } from '#server/outside/proof/trip.ts'
import { actorOf } from '../actor.ts'
import { isFirst, link, LINKED_AT, linkFailed, ownCookie, sentElsewhere } from './linking.ts'

const { platform } = facts
const STATE_COOKIE = `paddock.${platform}`

/** To iRacing and back, to link the account to the user who is signed in; nobody signs in by it. Without a client of iRacing there is no way. */
export function iRacingDoor(app: FastifyInstance, machine: Machine): void {
  const { iracing: client, publicUrl, secret } = machine.config
  if (!client) return
  // as it was registered there, to the letter: the state comes as a parameter of its own
  const callback = `${publicUrl}/auth/iracing/callback`
  app.get<{ Querystring: { returnTo?: unknown } }>('/auth/iracing/start', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const actor = await actorOf(machine, request)
    const elsewhere = sentElsewhere(request, reply, actor)
    if (elsewhere || actor.kind !== 'user') return elsewhere
    const state = newState(secret, platform, 'link', actor.loginSessionId, machine.clock())
    const returnTo = returnPath(typeof request.query.returnTo === 'string' ? request.query.returnTo : LINKED_AT)
    reply.setCookie(STATE_COOKIE, `${state} ${returnTo}`, { ...ownCookie(machine), path: '/auth', maxAge: STATE_SECONDS })
    return reply.redirect(iRacingLoginUrl(client, callback, state, verifierOf(secret, state)))
  })
  app.get('/auth/iracing/callback', async (request, reply) => {
    const [state = '', ...rest] = (request.cookies[STATE_COOKIE] ?? '').split(' ')
    reply.clearCookie(STATE_COOKIE, { path: '/auth' }).header('cache-control', 'no-store')
    const returnTo = state === '' ? LINKED_AT : returnPath(rest.join(' '))
    const failed = (code: RefusalCode): FastifyReply => reply.redirect(linkFailed(code, returnTo))
    const actor = await actorOf(machine, request)
    if (actor.kind !== 'user') return failed('IRACING_LOGIN_REFUSED')
    const query = new URL(request.url, publicUrl).searchParams
    const trip = tripOf(secret, platform, state, actor.loginSessionId, machine.clock())
    const code = query.get('code')
    const isOne = query.getAll('state').length === 1 && query.getAll('code').length === 1
    if (!trip || !code || !isOne || query.get('state') !== state) return failed('IRACING_LOGIN_REFUSED')
    if (!(await isFirst(machine, `state:${trip.nonce}`))) return failed('IRACING_LOGIN_REFUSED')
    const answer = await accountOfCode(client, callback, code, verifierOf(secret, state), fetch)
    if (!answer.ok) return failed(answer.why === 'down' ? 'IRACING_LOGIN_DOWN' : 'IRACING_LOGIN_REFUSED')
    const linked = await link(machine, request, actor.userId, platform, answer.accountId)
    return linked.ok ? reply.redirect(returnTo) : failed(linked.refusal.code)
  })
}
