import { prerender } from 'react-dom/static'
import type { Locale } from '#core/locale.ts'
import type { MeView } from '#modules/accounts/contract.ts'
import { App, createClient, drawnOf, refusedOf, type Answer, type PageData } from './app.tsx'
import { headOf, type FullHead } from './head.ts'
import { drawWith } from './kit/ask.ts'
import { standing } from './kit/place/history.ts'
import { allTexts } from './kit/texts-all.ts'
import { createTexts } from './kit/texts.tsx'
import { createPaddockRouter } from './router.ts'
import { detour, matchRow } from './routes.tsx'

export { documentOf, SCRIPT_HASHES } from './document.ts'
export { cacheKeyOf } from './routes.tsx'
export type { Answer } from './app.tsx'

type RenderInput = {
  /** Path and query string, as `cacheKeyOf` writes them. */
  readonly url: string
  readonly locale: Locale
  readonly data: readonly Answer[]
  readonly me: unknown
  readonly productName: string
  readonly now?: number
  /** For what clock times are drawn, as core/time-zone.ts writes it; `null`: UTC. */
  readonly clock?: string | null
}
export type Rendered = {
  readonly html: string
  readonly head: FullHead
  readonly status: number
  /** Where to send the reader instead, with status 302. */
  readonly location: string | null
  /** The page's module, a key of the build's manifest, for the tags that load it early. */
  readonly module: string | null
  readonly page: PageData
}

/** The contract queries a page needs before it can be drawn: run them and hand the answers to `render`. */
export function loadersOf(
  url: string,
  signedIn: boolean,
): readonly { readonly key: readonly [string, Readonly<Record<string, unknown>>]; readonly method: 'GET' | 'POST' }[] {
  const { pathname, searchParams } = new URL(url, 'http://here')
  const matched = matchRow(pathname)
  const needs = matched?.row.load?.({ params: matched.params, search: Object.fromEntries(searchParams), signedIn }) ?? []
  return needs.map(({ contract, params }) => ({ key: [contract.path, params], method: contract.method }))
}

/** One page as html. The same input gives the same html, so it may be kept. */
export async function render(input: RenderInput): Promise<Rendered> {
  const { url, locale, data, me, productName, now = Date.now(), clock = null } = input
  const { pathname, searchParams } = new URL(url, 'http://here')
  const matched = matchRow(pathname)
  const client = createClient()
  drawWith(client, drawnOf({ me, data }))
  const texts = createTexts(locale, allTexts(locale), () => Promise.resolve({}))
  const router = createPaddockRouter(client, standing(url), refusedOf(data))
  const location = matched && detour(matched.row, url, me as MeView | null)
  if (!location) await router.load()
  const html = location ? '' : await draw(<App router={router} client={client} texts={texts} visit={{ productName, renderedAt: now, clock }} />)
  const head = headOf(pathname, Object.fromEntries(searchParams), client, texts, productName)
  client.clear()
  return {
    html,
    head,
    status: location ? 302 : statusOf(matched !== null, data),
    location,
    module: matched ? `web/pages/${matched.row.page}.tsx` : null,
    page: { locale, productName, renderedAt: now, clock, rooms: texts.usedRooms(), me, data },
  }
}

async function draw(tree: React.ReactNode): Promise<string> {
  const faults: unknown[] = []
  // Large parts would otherwise be sent late and moved into place by inline scripts, which our content security policy refuses.
  const { prelude } = await prerender(tree, { progressiveChunkSize: Number.MAX_SAFE_INTEGER, onError: (fault) => void faults.push(fault) })
  const html = await new Response(prelude).text()
  if (faults.length > 0) throw faults[0]
  return html
}

function statusOf(hasRow: boolean, data: readonly Answer[]): number {
  return !hasRow || data.some((answer) => 'refusal' in answer) ? 404 : 200
}
