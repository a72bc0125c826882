import type { FastifyInstance, FastifyReply } from 'fastify'
import type { RefusalCode } from '#core/refusal.ts'
import { returnPath } from '#core/return-path.ts'
import type { Machine } from '#server/machine.ts'
import { userOfAccount } from '#server/outside/login.ts'
import { checkSteamLogin, steamLoginUrl } from '#server/outside/proof/steam.ts'
import { newState, STATE_SECONDS, tripOf } from '#server/outside/proof/trip.ts'
import { actorOf } from '../actor.ts'
import type { SignIn } from './email.ts'
import { isFirst, link, LINKED_AT, linkFailed, ownCookie, sentElsewhere } from './linking.ts'

const STATE_COOKIE = 'paddock.steam'

/**
 * To Steam and back, to sign in or, with `link=1`, to link the account to the user who is signed in. The state stands in a cookie of this
 * browser and in the address Steam sends back, names the purpose and, for linking, the login session: nobody ends another's trip.
 */
export function steamDoor(app: FastifyInstance, machine: Machine, signIn: SignIn): void {
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
      const elsewhere = sentElsewhere(request, reply, actor)
      if (elsewhere) return elsewhere
    }
    const state = newState(config.secret, 'steam', purpose, session, machine.clock())
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
    const trip = tripOf(config.secret, 'steam', state, session, machine.clock())
    const failed = (code: RefusalCode): FastifyReply =>
      reply.redirect(trip?.purpose === 'link' ? linkFailed(code, returnTo) : `/login?error=${code}&returnTo=${encodeURIComponent(returnTo)}`)
    if (!trip || query.get('state') !== state || query.getAll('state').length !== 1) return failed('STEAM_LOGIN_REFUSED')
    if (!(await isFirst(machine, `state:${trip.nonce}`))) return failed('STEAM_LOGIN_REFUSED')
    const now = machine.clock()
    const answer = await checkSteamLogin(config.steamEndpoint, callbackOf(state), query, now, fetch)
    if (!answer.ok) return failed(answer.why === 'down' ? 'STEAM_LOGIN_DOWN' : 'STEAM_LOGIN_REFUSED')
    if (!(await isFirst(machine, answer.nonce))) return failed('STEAM_LOGIN_REFUSED')
    if (trip.purpose === 'link' && actor.kind === 'user') {
      const linked = await link(machine, request, actor.userId, 'steam', answer.steamId)
      return linked.ok ? reply.redirect(returnTo) : failed(linked.refusal.code)
    }
    await signIn(request, reply, () => userOfAccount(machine.db, 'steam', answer.steamId, now))
    return reply.redirect(returnTo)
  })
}
