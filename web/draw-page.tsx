import { prerender } from 'react-dom/static'
import type { Locale } from '#core/locale.ts'
import type { MeView } from '#modules/accounts/contract.ts'
import { App, createClient, drawnOf, refusedOf, type Answer, type PageData } from './app.tsx'
import { headOf, type FullHead } from './head.ts'
import { drawWith } from './kit/ask.ts'
import { DrawnPartsContext } from './kit/lazy.tsx'
import { LeaveOutProvider, type LeaveOut } from './kit/island/leave-out.tsx'
import { ME_KEY } from './kit/me.ts'
import { standing } from './kit/place/history.ts'
import { allTexts } from './kit/texts/all.ts'
import { createTexts, type Text } from './kit/texts.tsx'
import { createPaddockRouter, type PaddockRouter } from './router.ts'
import { detour, matchRow } from './routes.tsx'

export type Drawing = {
  /** Path and query string, as `cacheKeyOf` writes them. */
  readonly url: string
  readonly locale: Locale
  readonly data: readonly Answer[]
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
  /** Of what parts it is made, as the build's manifest names them: loaded before the page is taken over. */
  readonly parts: readonly string[]
  /** Stands for what the head has for the parts of one reader's islands. */
  readonly ownParts?: string
  readonly page: PageData
  /** What is the reader's own, as it stands in the document; `null` for a visitor. */
  readonly own: string | null
  /** Whether the reader has chosen a time zone. */
  readonly hasZone: boolean
}

/** The page of an address with what is known; `leaveOut` keeps a place for what is somebody's own. */
export async function drawPage(input: Drawing, known: ReturnType<typeof drawnOf>, leaveOut?: LeaveOut) {
  const { url, locale, data, productName, now = Date.now(), clock = null } = input
  const { pathname, searchParams } = new URL(url, 'http://here')
  const matched = matchRow(pathname)
  const client = createClient()
  drawWith(client, known)
  const texts = createTexts(locale, allTexts(locale), () => Promise.resolve({}))
  const router = createPaddockRouter(client, standing(url), refusedOf(data))
  const visit = { productName, renderedAt: now, clock }
  const location = matched && detour(matched.row, url, client.getQueryData<MeView | null>(ME_KEY) ?? null)
  if (!location) await router.load()
  const app = <App router={router} client={client} texts={texts} visit={visit} />
  const tree = leaveOut ? <LeaveOutProvider leaveOut={leaveOut}>{app}</LeaveOutProvider> : app
  const { html, parts } = location ? NOTHING : await draw(tree)
  const instead = location ? null : problemOf(router, texts.ofRoom('web') as Text<'web'>)
  const ofAddress = headOf(instead ? '' : pathname, Object.fromEntries(searchParams), client, texts, productName)
  const head = instead ? { ...ofAddress, title: `${instead} · ${productName}` } : ofAddress
  client.clear()
  const drawn = {
    html,
    head,
    status: location ? 302 : statusOf(matched !== null, data),
    location,
    module: matched ? `web/pages/${matched.row.page}.tsx` : null,
    parts,
    page: { locale, productName, renderedAt: now, clock, rooms: texts.usedRooms(), data },
  }
  return { drawn, router, texts, visit }
}

type Drawn = { readonly html: string; readonly parts: readonly string[] }
const NOTHING: Drawn = { html: '', parts: [] }

/** A tree as html, with all it waits for, and the files of the parts it is made of. */
export async function draw(tree: React.ReactNode): Promise<Drawn> {
  const faults: unknown[] = []
  const parts = new Set<string>()
  const noting = <DrawnPartsContext value={(file) => void parts.add(file)}>{tree}</DrawnPartsContext>
  // Large parts would otherwise be sent late and moved into place by inline scripts, which our content security policy refuses.
  const { prelude } = await prerender(noting, { progressiveChunkSize: Number.MAX_SAFE_INTEGER, onError: (fault) => void faults.push(fault) })
  const html = await new Response(prelude).text()
  if (faults.length > 0) throw faults[0]
  return { html, parts: [...parts] }
}

function statusOf(hasRow: boolean, data: readonly Answer[]): number {
  const refused = data.find((answer) => 'refusal' in answer)
  return refused ? refused.refusal.status : hasRow ? 200 : 404
}

/** What is shown in place of the page, by its heading; `null`: the page. */
function problemOf(router: PaddockRouter, text: Text<'web'>): string | null {
  const { kind } = router.view().shown
  return kind === 'missing' ? text('notFound.title') : kind === 'fault' ? text('error.title') : null
}
