import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Locale } from '#core/locale.ts'
import type { Machine } from '../machine.ts'
import type { Actor } from '../room.ts'
import type * as WebRender from '#web/render.tsx'
import { actorOf, localeOf, VISITOR } from './actor.ts'
import { sendJson, sendKept, sendText } from './answer.ts'
import { pageKey, wantsPage } from './front/front-door.ts'
import { keepable, type KeptAnswer, type Worked } from './kept.ts'
import { refusalMessage } from './messages.ts'
import { allQueries, type Answer } from './query-door.ts'
import { WEB } from './static.ts'

const RENDER = path.resolve(import.meta.dirname, '../../dist/render/render.js')
const HTML = 'text/html; charset=utf-8'

type Manifest = Parameters<typeof WebRender.documentOf>[1]
type Web = { readonly render: typeof WebRender; readonly manifest: Manifest }
type Page = {
  readonly html: string
  readonly status: number
  readonly location: string | null
  readonly topics: readonly string[]
  /** For metrics and logs: the page's name. */
  readonly call: string
}

/** Every other address is a page: rendered here, for visitors once until something in it changes, for the signed-in each time. */
export async function pageDoor(app: FastifyInstance, machine: Machine): Promise<void> {
  if (!existsSync(RENDER)) {
    app.setNotFoundHandler(async (request, reply) =>
      sendJson(request, reply, 404, { code: 'NOT_FOUND', params: {}, message: refusalMessage({ code: 'NOT_FOUND', params: {} }, localeOf(request)) }),
    )
    return
  }
  const web: Web = {
    render: (await import(pathToFileURL(RENDER).href)) as typeof WebRender,
    manifest: JSON.parse(readFileSync(path.join(WEB, 'manifest.json'), 'utf8')) as Manifest,
  }
  const styles = new Map<string, string>()
  const styleOf = (file: string): string => {
    const text = styles.get(file) ?? readFileSync(path.join(WEB, file), 'utf8').trim()
    styles.set(file, text)
    return text
  }
  const answers = new Map(allQueries(machine).map((one) => [`${one.contract.method} ${one.contract.path}`, one]))

  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      wantsPage(request.headers.accept) &&
      !/^\/(command|query|public|auth|host|assets)\//.test(request.url)
    if (!isPage)
      return sendJson(request, reply, 404, {
        code: 'NOT_FOUND',
        params: {},
        message: refusalMessage({ code: 'NOT_FOUND', params: {} }, localeOf(request)),
      })
    return answerPage(request, reply)
  })

  async function answerPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const actor = await actorOf(machine, request)
    const locale = localeOf(request)
    if (actor.kind === 'user') return send(request, reply, await draw(request.url, locale, actor))
    const key = pageKey(locale, request.url)
    const kept = machine.kept.get(key)
    machine.metrics.keptHits.inc({ hit: kept ? 'kept' : 'worked-out' })
    const made = kept ?? (await machine.kept.once(key, () => drawToKeep(key, request.url, locale)))
    if (!('etag' in made)) return send(request, reply, made)
    request.call = made.call
    return sendKept(request, reply, made)
  }

  async function drawToKeep(key: string, url: string, locale: Locale): Promise<Worked<KeptAnswer | Page>> {
    const begun = machine.kept.begin()
    const page = await draw(url, locale, VISITOR)
    if (page.location || page.status !== 200) return { value: page, shared: false }
    const made = keepable(page.status, HTML, page.html, page.call)
    return { value: made, shared: machine.kept.put([key], page.topics, made, begun) }
  }

  function send(request: FastifyRequest, reply: FastifyReply, page: Page): Promise<FastifyReply> | FastifyReply {
    request.call = page.call
    if (page.location) return reply.header('cache-control', 'no-store').redirect(page.location)
    return sendText(request, reply, page.status, HTML, page.html)
  }

  async function draw(url: string, locale: Locale, actor: Actor): Promise<Page> {
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
    })
    const html = rendered.location
      ? ''
      : web.render.documentOf(rendered, web.manifest, machine.config.publicUrl, new URL(url, machine.config.publicUrl).pathname, styleOf)
    const name = rendered.module?.replace(/^web\/pages\/(.+)\.tsx$/, '$1') ?? 'none'
    return { html, status: rendered.status, location: rendered.location, topics: [...topics, 'pages'], call: `page ${name}` }
  }
}

/** Hashes of the page's inline scripts for the content security policy. */
export async function scriptHashes(): Promise<readonly string[]> {
  if (!existsSync(RENDER)) return []
  return ((await import(pathToFileURL(RENDER).href)) as typeof WebRender).SCRIPT_HASHES
}
