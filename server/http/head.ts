import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Locale } from '#core/locale.ts'
import { proofsOf } from '../config.ts'
import type { Machine } from '../machine.ts'
import type { Actor } from '../room.ts'
import type * as WebRender from '#web/render.tsx'
import { actorOf, clockOf, localeOf, VISITOR } from './actor.ts'
import { sendCached, sendText } from './answer.ts'
import { clocks, pageKey } from './front/front-door.ts'
import { turns } from './front/turns.ts'
import { cacheable, type CachedAnswer, type Worked } from './answer-cache.ts'
import { refusalMessage } from './messages.ts'
import { allQueries, type Answer } from './query-door.ts'
import { WEB } from './static.ts'

const RENDER = path.resolve(import.meta.dirname, '../../dist/render/render.js')
const HTML = 'text/html; charset=utf-8'

type Manifest = Parameters<typeof WebRender.documentOf>[1]
export type Web = { readonly render: typeof WebRender; readonly manifest: Manifest }
export type Pages = {
  readonly isPage: (url: string) => boolean
  readonly answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}
/** For whom a page is drawn, beside who they are. */
type Reader = { readonly locale: Locale; readonly clock: string | null }
type Page = {
  readonly html: string
  readonly status: number
  readonly location: string | null
  readonly topics: readonly string[]
  /** For metrics and logs: the page's name. */
  readonly call: string
}

/** All addresses that lead nowhere show the same page. */
const NOWHERE = '/not-found'
/** Drawing is work for the one thread there is: more at once would only wait for each other, with all they hold in memory. */
const TURNS = { most: 6, mostWaiting: 120, waitMs: 8000 } as const

/** What the build made of the pages; `null` where nothing was built. */
export async function loadWeb(): Promise<Web | null> {
  if (!existsSync(RENDER)) return null
  return {
    render: (await import(pathToFileURL(RENDER).href)) as typeof WebRender,
    manifest: JSON.parse(readFileSync(path.join(WEB, 'manifest.json'), 'utf8')) as Manifest,
  }
}

/** Pages are drawn here: for visitors once until something in them changes, for the signed-in each time; a few at once, the others wait. */
export function pagesOf(machine: Machine, web: Web): Pages {
  const styles = new Map<string, string>()
  const styleOf = (file: string): string => {
    const text = styles.get(file) ?? readFileSync(path.join(WEB, file), 'utf8').trim()
    styles.set(file, text)
    return text
  }
  const answers = new Map(allQueries(machine).map((one) => [`${one.contract.method} ${one.contract.path}`, one]))

  const drawing = turns(TURNS)
  const knownClock = clocks()
  const { cacheKeyOf } = web.render
  return { isPage: (url) => cacheKeyOf(url) !== null, answer }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const actor = await actorOf(machine, request)
    const reader: Reader = { locale: localeOf(request), clock: knownClock(clockOf(request)) }
    const cacheKey = cacheKeyOf(request.url) ?? NOWHERE
    if (actor.kind === 'user') return send(request, reply, await draw(cacheKey, reader, actor))
    const key = pageKey(reader.locale, reader.clock, cacheKey)
    const cached = machine.answers.get(key)
    machine.metrics.keptHits.inc({ hit: cached ? 'kept' : 'worked-out' })
    const made = cached ?? (await machine.answers.once(key, () => drawToCache(key, cacheKey, reader)))
    if (!('etag' in made)) return send(request, reply, made)
    request.call = made.call
    return sendCached(request, reply, made)
  }

  async function drawToCache(key: string, cacheKey: string, reader: Reader): Promise<Worked<CachedAnswer | Page>> {
    const begun = machine.answers.begin()
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
    return sendText(request, reply, page.status, HTML, page.html)
  }

  function draw(cacheKey: string, reader: Reader, actor: Actor): Promise<Page> {
    return drawing.take(() => drawNow(cacheKey, reader, actor))
  }

  async function drawNow(url: string, { locale, clock }: Reader, actor: Actor): Promise<Page> {
    machine.metrics.drawn.inc()
    const topics: string[] = []
    const run = async (method: string, contractPath: string, params: unknown) => {
      const named = answers.get(`${method} ${contractPath}`)
      if (!named) throw new Error(`a page asks for ${method} ${contractPath}, which nobody answers`)
      const parsed = named.contract.params.safeParse(params)
      if (!parsed.success) return { refusal: { code: 'NOT_FOUND', params: {} } }
      // an answer that is the same for everybody is worked out as for a visitor, whoever looks
      const asks = named.contract.actor === 'anyone' ? VISITOR : actor
      const result = await (named.answer as Answer)(
        {
          db: machine.db,
          actor: asks,
          now: machine.clock(),
          locale,
          sealer: machine.sealer,
          publicUrl: machine.config.publicUrl,
          proofs: proofsOf(machine.config),
          cards: machine.cards,
          dependsOn: (...more) => void topics.push(...more),
        },
        parsed.data as never,
      )
      return result.ok ? { value: result.value } : { refusal: { ...result.refusal, message: refusalMessage(result.refusal, locale) } }
    }
    const signedIn = actor.kind === 'user'
    const needs = web.render.loadersOf(url, signedIn)
    const [me, ...data] = await Promise.all([
      signedIn ? run('GET', '/query/user/me', {}) : { value: null },
      ...needs.map(async (need) => ({ key: need.key, ...(await run(need.method, ...need.key)) })),
    ])
    const now = machine.clock().getTime()
    const rendered = await web.render.render({
      url,
      locale,
      data: data as never,
      me: 'value' in me ? me.value : null,
      productName: machine.config.productName,
      now,
      clock,
    })
    const html = rendered.location ? '' : web.render.documentOf(rendered, web.manifest, machine.config.publicUrl, url.split('?', 1)[0]!, styleOf)
    const name = rendered.module?.replace(/^web\/pages\/(.+)\.tsx$/, '$1') ?? 'none'
    return { html, status: rendered.status, location: rendered.location, topics: [...topics, 'pages'], call: `page ${name}` }
  }
}
