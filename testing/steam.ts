import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Caller } from './door.ts'

export const NS = 'http://specs.openid.net/auth/2.0'
export const SIGNED = ['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle']

export type Trip = { readonly state: string; readonly cookie: string; readonly callback: string; readonly location: string }
/** The platform and its time, of which a test server is one. */
type Asked = { readonly visitor: Caller; readonly clock: { readonly now: () => Date } }
export type Landing = { readonly location: string; readonly session: string | null; readonly reply: Response }

/** A whole answer, or what is done in its place. */
type CannedReply = { readonly status: number; readonly body: string } | { readonly answers: (reply: ServerResponse) => void }

/** An OpenID provider in Steam's place that finds everything valid, so that what is forged must fall by our own checks. */
export async function fakeSteam() {
  let answer: CannedReply = { status: 200, body: `ns:${NS}\nis_valid:true\n` }
  const provider = createServer((_, reply) => {
    if ('answers' in answer) answer.answers(reply)
    else reply.writeHead(answer.status).end(answer.body)
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => provider.once('listening', listening))
  return {
    endpoint: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/openid/login`,
    /** What it says while `during` runs. */
    says: async <T>(other: CannedReply, during: () => Promise<T>): Promise<T> => {
      const usual = answer
      answer = other
      return during().finally(() => {
        answer = usual
      })
    },
    stop: () => {
      provider.close()
      provider.closeAllConnections()
    },
  }
}

let steamIds = 76561190000000000n
let nonces = 0
export const newSteamId = (): string => String(++steamIds)
export const claimOf = (steamId: string): string => `https://steamcommunity.com/openid/id/${steamId}`
export const nonceAt = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z${++nonces}abc`

/** A browser's way to Steam and back, `as` the owner of a session cookie or as a visitor. */
export function steamTrips(server: Asked, endpoint: string) {
  const begin = async (query = '', as: string | null = null): Promise<Trip> => {
    const reply = await server.visitor.fetch(`/auth/steam/start${query}`, { headers: { cookie: as ?? '' } })
    const location = reply.headers.get('location') ?? ''
    const cookie = cookieOf(reply, 'paddock.steam') ?? ''
    const callback = URL.canParse(location) ? (new URL(location).searchParams.get('openid.return_to') ?? '') : ''
    return { state: callback && (new URL(callback).searchParams.get('state') ?? ''), cookie, callback, location }
  }
  const assertion = (trip: Trip, steamId: string, changed: Readonly<Record<string, string>> = {}): URLSearchParams => {
    const fields = {
      ns: NS,
      mode: 'id_res',
      op_endpoint: endpoint,
      claimed_id: claimOf(steamId),
      identity: claimOf(steamId),
      return_to: trip.callback,
      response_nonce: nonceAt(server.clock.now().getTime()),
      assoc_handle: '1234567890',
      signed: SIGNED.join(','),
      sig: 'bm90IGNoZWNrZWQ=',
      ...changed,
    }
    return new URLSearchParams([['state', trip.state], ...Object.entries(fields).map(([name, value]) => [`openid.${name}`, value])])
  }
  const land = async (query: URLSearchParams | string, cookie: string): Promise<Landing> => {
    const reply = await server.visitor.fetch(`/auth/steam/callback?${query}`, { headers: { cookie } })
    assert.equal(reply.status, 302)
    return { location: reply.headers.get('location') ?? '', session: cookieOf(reply, 'paddock.session_token'), reply }
  }
  return { begin, assertion, land }
}

/** A cookie an answer sets, as `name=value`; `null` when it sets none or takes it away. */
export const cookieOf = (reply: Response, name: string): string | null =>
  reply.headers
    .getSetCookie()
    .find((line) => line.startsWith(`${name}=`) && !/max-age=0/i.test(line))
    ?.split(';')[0] ?? null
