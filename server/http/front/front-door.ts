import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LOCALES, pickLocale, type Locale } from '#core/locale.ts'
import { CLOCK_COOKIE, clockText, readClock } from '#core/time-zone.ts'
import { statements } from '#server/db/prepared.ts'
import type { Machine } from '#server/machine.ts'
import { sessionCookie } from '#server/outside/login-token.ts'
import { HTML, servedAt, takesGzip } from '../answer.ts'
import type { CachedAnswer } from '../answer-cache.ts'
import { ofData, type Headers } from './headers.ts'
import { isCounted, limits, MOST_ADDRESSES, type Allowance } from './limits.ts'
import type { Pressure } from './pressure.ts'
import { sendWhole } from './whole.ts'

declare module 'fastify' {
  // only an interface adds to one of theirs
  // oxlint-disable-next-line consistent-type-definitions
  interface FastifyRequest {
    /** What metrics and logs call it, where the route does not say. */
    call: string
    statements: { count: number } | null
    allowance: Allowance | null
  }
}

/** Requests an address may send in a minute; generous for a league behind one address on race night. */
const PER_MINUTE = 1200

/** Told when an answer has gone out. */
export type Answered = (answered: {
  readonly id: string
  readonly method: string
  readonly call: string
  readonly status: number
  readonly ms: number
}) => void

/**
 * Before any other work: the address's requests are counted, and an answer that is kept goes out as it is, under the same headers as
 * when it was made. Everything else goes on, with its statements counted. Who was met before is answered before the framework has made anything
 * of the request.
 */
export function frontDoor(app: FastifyInstance, machine: Machine, headersOfAll: Headers, cacheKeyOf: CacheKeyOf, answered: Answered): void {
  const { config, answers } = machine
  const { spend } = limits(PER_MINUTE, 60_000)
  const isLimited = (url: string, address: string): boolean => !url.startsWith('/health/') && isCounted(config, address)
  const cookie = `${sessionCookie(config.publicUrl)}=`
  const localeOf = locales()
  const clockOf = clocks()
  const { met, addressOf } = addresses()
  const linesOfPages = linesOf([...headersOfAll, ...PUBLIC])
  const linesOfAllElse = linesOf([...ofData(headersOfAll), ...PUBLIC])
  app.decorateRequest('call', '')
  app.decorateRequest('statements', null)
  app.decorateRequest('allowance', null)

  /** The one that goes through the framework now, where nothing was kept for it a moment ago. */
  let missed: IncomingMessage | null = null
  beforeRouting(app, (request, reply) => {
    const beganAt = performance.now()
    const address = request.method === 'GET' ? met(request) : undefined
    const answer = address === undefined ? undefined : cachedFor(request)
    missed = address === undefined || answer ? null : request
    if (!answer) return false
    const allowance = isLimited(request.url!, address!) ? spend(address!) : null
    // the framework says no, in words
    if (allowance?.exceeded) return false
    const id = randomUUID()
    const { status, head, body } = spoken(request, answer, id, allowance)
    sendWhole(reply, status, `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}`, body)
    answered({ id, method: 'GET', call: answer.call, status, ms: performance.now() - beganAt })
    return true
  })

  app.addHook('onRequest', (request, reply, done) => {
    const address = addressOf(request)
    if (isLimited(request.url, address)) request.allowance = spend(address)
    const mayBeKept = request.method === 'GET' && !request.allowance?.exceeded && request.raw !== missed
    const answer = mayBeKept ? cachedFor(request.raw) : undefined
    if (answer) {
      request.call = answer.call
      reply.hijack()
      const { status, head, body } = spoken(request.raw, answer, request.id, request.allowance)
      return void reply.raw.writeHead(status, headersIn(head).flat()).end(body, 'latin1')
    }
    for (const [name, value] of headersOfAll) reply.header(name, value)
    request.statements = { count: 0 }
    statements.run(request.statements, done)
  })

  function cachedFor({ url, headers }: IncomingMessage): CachedAnswer | undefined {
    const data = answers.get(`url ${url}`)
    if (data || headers.cookie?.includes(cookie) || !wantsPage(headers.accept)) return data
    const locale = localeOf(headers.cookie, headers['accept-language'])
    const clock = clockOf(CLOCK.exec(headers.cookie ?? '')?.[1])
    const found = answers.get(pageKey(locale, clock, url!))
    const cacheKey = found ? null : cacheKeyOf(url!)
    return found ?? (cacheKey === null ? undefined : answers.get(pageKey(locale, clock, cacheKey)))
  }

  /** How a kept answer goes out to this request; `head`: its headers, a line each. */
  function spoken({ headers }: IncomingMessage, answer: CachedAnswer, id: string, allowance: Allowance | null) {
    machine.metrics.sentAsKept()
    const isKnown = headers['if-none-match'] === answer.etag
    const isPacked = answer.isPacked && takesGzip({ headers })
    const body = isKnown ? null : isPacked === answer.isPacked ? answer.sent : answer.unpacked()
    const now = machine.clock()
    const isPage = answer.type === HTML
    let head = `${isPage ? linesOfPages : linesOfAllElse}x-request-id: ${id}\r\ndate: ${dateOf(now)}\r\netag: ${answer.etag}\r\n`
    if (isPage) head += lineOf(servedAt(now))
    if (allowance) head += linesOfAllowance(allowance)
    if (body !== null) head += `content-type: ${answer.type}\r\ncontent-length: ${body.length}\r\n${isPacked ? PACKED : ''}`
    return { status: isKnown ? 304 : answer.status, head, body }
  }
}

/** Lets `answer` say first whether it has answered a request; a server that is stopping sends everything through the framework. */
function beforeRouting(app: FastifyInstance, answer: (request: IncomingMessage, reply: ServerResponse) => boolean): void {
  const { server } = app
  const [route] = server.listeners('request') as ((request: IncomingMessage, reply: ServerResponse) => void)[]
  if (!route) throw new Error('the framework listens to no requests')
  let isStopping = false
  app.addHook('preClose', async () => void (isStopping = true))
  server.removeListener('request', route)
  server.on('request', (request, reply) => {
    if (isStopping || !answer(request, reply)) route(request, reply)
  })
}

/** Refuses who asks too often, and new work while there is too much of it; stands behind what the answer to that needs. Operators always see how it is. */
export function stopExceeding(app: FastifyInstance, pressure: Pick<Pressure, 'isOn'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { allowance } = request
    if (allowance) for (const [name, value] of headersIn(linesOfAllowance(allowance))) reply.header(name, value)
    if (allowance?.exceeded) done(Object.assign(new Error('rate limit'), { statusCode: 429, ttl: allowance.resetMs }))
    else if (pressure.isOn() && !/^\/(health|metrics|operator)(\/|\?|$)/.test(request.url))
      done(Object.assign(new Error('busy'), { statusCode: 503 }))
    else done()
  })
}

const PUBLIC = [
  ['cache-control', 'public, no-cache'],
  ['vary', 'accept-encoding, cookie'],
] as const
const PACKED = 'content-encoding: gzip\r\n'
const lineOf = ([name, value]: Headers[number]): string => `${name}: ${value}\r\n`
const linesOf = (headers: Headers): string => headers.map(lineOf).join('')
/** The headers of such lines. */
const headersIn = (lines: string): Headers[number][] =>
  lines
    .trimEnd()
    .split('\r\n')
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])

const linesOfAllowance = ({ most, left, resetMs }: Allowance): string =>
  `x-ratelimit-limit: ${most}\r\nx-ratelimit-remaining: ${left}\r\nx-ratelimit-reset: ${Math.ceil(resetMs / 1000)}\r\n`

export const wantsPage = (accept: string | undefined): boolean => accept === undefined || accept.includes('text/html') || accept.includes('*/*')

/** Under which a visitor's page is kept: by language, by the clock its times are drawn for, and by one address for all that lead to it. */
export const pageKey = (locale: Locale, clock: string | null, cacheKey: string): string => `page ${locale} ${clock ?? ''} ${cacheKey}`
/** The place of an address; `null` where there is no page. */
export type CacheKeyOf = (url: string) => string | null

const CLOCK = new RegExp(`(?:^|;\\s*)${CLOCK_COOKIE}=([^;]*)`)
const MOST_MET = 2000
/** Real ones are shorter; longer ones are worked out each time, or strangers could fill the memory with them. */
const LONGEST_MET = 120

/** The language as `localeOf` of actor.ts finds it, remembered for each header that was met. */
function locales() {
  const met = new Map<string, Locale>()
  return (cookies: string | undefined, accepted: string | undefined): Locale => {
    const value = cookies && /(?:^|;\s*)locale=(\w+)/.exec(cookies)?.[1]
    const chosen = value && LOCALES.find((locale) => locale === value)
    if (chosen) return chosen
    const key = accepted ?? ''
    const known = met.get(key)
    if (known) return known
    const locale = pickLocale(accepted)
    if (met.size < MOST_MET && key.length <= LONGEST_MET) met.set(key, locale)
    return locale
  }
}

/** The clock a cookie speaks of, written in the one way; `null` for none that is known. Remembered for each that was met. */
export function clocks() {
  const met = new Map<string, string | null>()
  return (text: string | undefined): string | null => {
    if (text === undefined || text.length > LONGEST_MET) return null
    const known = met.get(text)
    if (known !== undefined) return known
    const read = readClock(text)
    const clock = read && clockText(read)
    if (met.size < MOST_MET) met.set(text, clock)
    return clock
  }
}

/** Whose request it is, as the framework works it out from trusted proxies' headers, remembered for each that was met. */
function addresses() {
  type Said = { readonly forwarded: string | undefined; readonly peer: string | undefined }
  const all = new Map<string, Said & { readonly address: string }>()
  const saidIn = ({ headers, socket }: IncomingMessage): Said => ({
    forwarded: headers['x-forwarded-for'] as string | undefined,
    peer: socket.remoteAddress,
  })
  const keyOf = ({ forwarded, peer }: Said): string => forwarded ?? peer ?? ''
  const met = (request: IncomingMessage): string | undefined => {
    const said = saidIn(request)
    const known = all.get(keyOf(said))
    return known?.forwarded === said.forwarded && known?.peer === said.peer ? known?.address : undefined
  }
  const addressOf = (request: FastifyRequest): string => {
    const known = met(request.raw)
    if (known !== undefined) return known
    const said = saidIn(request.raw)
    const { ip: address } = request
    const key = keyOf(said)
    if (key.length > LONGEST_MET) return address
    if (all.size >= MOST_ADDRESSES) all.delete(all.keys().next().value!)
    all.set(key, { ...said, address })
    return address
  }
  return { met, addressOf }
}

let second = 0
let date = ''
/** The header's text changes once a second. */
export function dateOf(now: Date): string {
  const at = Math.floor(now.getTime() / 1000)
  if (at !== second) {
    second = at
    date = now.toUTCString()
  }
  return date
}
