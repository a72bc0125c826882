import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Locale } from '#core/locale.ts'
import { refusalStatus, type Refusal } from '#core/refusal.ts'
import type { Machine } from '../machine.ts'
import type { Actor, Room } from '../room.ts'
import { clockOf, localeOf, loginHash, VISITOR } from './actor.ts'
import { HTML, sendCached, sendPacked, sendText, servedAt } from './answer.ts'
import { clocks, pageKey } from './front/front-door.ts'
import { turns } from './front/turns.ts'
import { cacheable, type CachedAnswer, type Worked } from './answer-cache.ts'
import { refusalMessage } from './messages.ts'
import { allQueries, contextOf } from '../queries.ts'
import { pagesForMany, type Me } from './signed-in/for-many.ts'
import { WEB } from './static.ts'
import { callOf, type Reader, type Web } from './web.ts'

export type Pages = {
  readonly isPage: (url: string) => boolean
  readonly answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}
type Page = {
  readonly html: string
  readonly status: number
  readonly location: string | null
  readonly topics: readonly string[]
  /** For metrics and logs: the page's name. */
  readonly call: string
}

type SignedIn = NonNullable<Awaited<ReturnType<NonNullable<Room['signedIn']>>>>
type Outcome = { readonly value: unknown } | { readonly refusal: Refusal & { readonly message?: string; readonly status: number } }

/** All addresses that lead nowhere show the same page. */
const NOWHERE = '/not-found'
/** Drawing is work for the one thread there is: more at once would only wait for each other, with all they hold in memory. */
const TURNS = { most: 6, mostWaiting: 120, waitMs: 8000 } as const

/** Pages are drawn here: for visitors once until something in them changes, for the signed-in what is their own each time; a few at once, the others wait. */
export function pagesOf(machine: Machine, web: Web): Pages {
  const styles = new Map<string, string>()
  const styleOf = (file: string): string => {
    const text = styles.get(file) ?? readFileSync(path.join(WEB, file), 'utf8').trim()
    styles.set(file, text)
    return text
  }
  const answers = new Map(allQueries(machine).map((one) => [`${one.contract.method} ${one.contract.path}`, one]))
  const signedIn: NonNullable<Room['signedIn']> = machine.rooms.find((room) => room.signedIn)?.signedIn ?? (async () => null)
  const drawing = turns(TURNS)
  const knownClock = clocks()
  const { cacheKeyOf } = web.render
  const forMany = pagesForMany(machine, web, { answers, styleOf, take: drawing.take })
  const timed = (reply: FastifyReply): FastifyReply => reply.header(...servedAt(machine.clock()))
  return { isPage: (url) => cacheKeyOf(url) !== null, answer }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const reader: Reader = { locale: localeOf(request), clock: knownClock(clockOf(request)), askedMs: machine.clock().getTime() }
    const cacheKey = cacheKeyOf(request.url) ?? NOWHERE
    const login = loginHash(machine, request)
    const asker = login && (await signedIn(contextOf(machine, VISITOR, reader.locale), login))
    if (asker) return answerSignedIn(request, reply, cacheKey, reader, asker)
    const key = pageKey(reader.locale, reader.clock, cacheKey)
    const cached = machine.answers.get(key)
    machine.metrics.keptHits.inc({ hit: cached ? 'kept' : 'worked-out' })
    const made = cached ?? (await machine.answers.ahead(key, () => drawToCache(key, cacheKey, reader)))
    if (!('etag' in made)) return send(request, reply, made)
    request.call = made.call
    return sendCached(request, timed(reply), made)
  }

  async function answerSignedIn(
    request: FastifyRequest,
    reply: FastifyReply,
    cacheKey: string,
    reader: Reader,
    { actor, me }: SignedIn,
  ): Promise<FastifyReply> {
    const page = await forMany(cacheKey, reader, actor, me as Me)
    if (!page) return send(request, reply, await draw(cacheKey, reader, actor, me))
    request.call = page.call
    return sendPacked(request, timed(reply), HTML, page.gzip)
  }

  async function drawToCache(key: string, cacheKey: string, asked: Reader): Promise<Worked<CachedAnswer | Page>> {
    const begun = machine.answers.begin()
    const reader = { ...asked, askedMs: machine.clock().getTime() }
    const page = await draw(cacheKey, reader, VISITOR)
    // a thing that is missing is not kept, or guessed ids would push out what people read; who asked meanwhile may have it
    const isCacheable = cacheKey === NOWHERE || (page.status === 200 && !page.location)
    if (!isCacheable) return { value: page, shared: machine.answers.stands(page.topics, begun) }
    const made = cacheable(page.status, HTML, page.html, page.call)
    return { value: made, shared: machine.answers.put(key, page.topics, made, begun) }
  }

  function send(request: FastifyRequest, reply: FastifyReply, page: Page): Promise<FastifyReply> | FastifyReply {
    request.call = page.call
    if (page.location) return reply.header('cache-control', 'no-store').redirect(page.location)
    return sendText(request, timed(reply), page.status, HTML, page.html)
  }

  function draw(cacheKey: string, reader: Reader, actor: Actor, me: object | null = null): Promise<Page> {
    return drawing.take(() => drawNow(cacheKey, reader, actor, me))
  }

  async function run(method: string, contractPath: string, params: unknown, locale: Locale, actor: Actor, topics: string[] = []): Promise<Outcome> {
    const named = answers.get(`${method} ${contractPath}`)
    if (!named) throw new Error(`a page asks for ${method} ${contractPath}, which nobody answers`)
    const parsed = named.contract.params.safeParse(params)
    if (!parsed.success) return { refusal: { code: 'NOT_FOUND', params: {}, status: refusalStatus('NOT_FOUND') } }
    // an answer that is the same for everybody is worked out as for a visitor, whoever looks
    const asks = named.contract.actor === 'anyone' ? VISITOR : actor
    const result = await named.answer(contextOf(machine, asks, locale, topics), parsed.data as never)
    if (result.ok) return { value: result.value }
    const { refusal } = result
    return { refusal: { ...refusal, message: refusalMessage(refusal, locale), status: refusalStatus(refusal.code) } }
  }

  async function drawNow(url: string, { locale, clock, askedMs: now }: Reader, actor: Actor, me: object | null): Promise<Page> {
    machine.metrics.drawn.inc()
    const topics: string[] = []
    const needs = web.render.loadersOf(url, actor.kind === 'user')
    const data = await Promise.all(needs.map(async ({ key, method }) => ({ key, ...(await run(method, ...key, locale, actor, topics)) })))
    const own = me && { me, answers: {} }
    const { productName, publicUrl } = machine.config
    const rendered = await web.render.render({ url, locale, data, own, productName, now, clock })
    const html = rendered.location ? '' : web.render.documentOf(rendered, web.manifest, publicUrl, url.split('?', 1)[0]!, styleOf)
    return { html, status: rendered.status, location: rendered.location, topics: [...topics, 'pages'], call: callOf(rendered.module) }
  }
}
