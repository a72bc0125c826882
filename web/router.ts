import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { MeView } from '#modules/accounts/contract.ts'
import { ensure, keyOf, type Need } from './kit/ask.ts'
import { loadPart } from './kit/connection/persist.ts'
import { RefusalError } from './kit/http.ts'
import { ME_KEY } from './kit/me.ts'
import { searchOf, type Navigation, type PageProps, type Search, type ShownPlace } from './kit/navigation.ts'
import { hrefOf, type Place, type PlaceHistory } from './kit/place/history.ts'
import { componentName, detour, matchRow, pageFiles, type Matched, type Row } from './routes.tsx'

/** Refusals met while the server gathered the data of a page, by query hash. */
export type Refused = ReadonlyMap<string, RefusalError>

/** What stands between the top bar and the footer. */
export type Shown = PageShown | { readonly kind: 'fault'; readonly fault: unknown } | { readonly kind: 'waiting' } | { readonly kind: 'missing' }
type PageShown = {
  readonly kind: 'page'
  /** Which load it is: one page in two states keeps what is typed into it, a page loaded anew starts from nothing. */
  readonly load: number
  readonly row: Row
  readonly params: PageProps['params']
  readonly Page: ComponentType<PageProps>
}
export type View = { readonly place: Place; readonly shown: Shown }

export type PaddockRouter = Navigation & {
  /** Loads where the visit begins; without it there is no view. */
  readonly load: () => Promise<void>
  readonly view: () => View
  /** Told of what is shown, at once and whenever it changes. */
  readonly follow: (changed: Changed) => () => void
}
type Changed = (next: View, last: View) => void

/** A page that comes within this time replaces the last one; a skeleton stands in for a later one, and long enough to be seen. */
const SOON_MS = 150
const SEEN_MS = 200

/** Shows the pages of routes.tsx where the history is, for one visit in the browser or one render on the server. */
export function createPaddockRouter(client: QueryClient, history: PlaceHistory, refused: Refused = new Map()): PaddockRouter {
  const followers = new Set<Changed>()
  let view: View = { place: history.place(), shown: { kind: 'waiting' } }
  let newest = view.place
  let loads = 0

  const show = (next: View): void => {
    const last = view
    view = next
    for (const changed of followers) changed(next, last)
  }
  const elsewhere = ({ row }: Matched, place: Place): string | null => detour(row, hrefOf(place), client.getQueryData<MeView | null>(ME_KEY) ?? null)
  const shownAt = async (matched: Matched | null, place: Place): Promise<Shown> => {
    if (!matched) return { kind: 'missing' }
    const { row, params } = matched
    try {
      const needs = needsOf(row, params, knownSearch(row, place.search), client).map((one) => ready(one, client, refused))
      const [Page] = await Promise.all([pageOf(row), ...needs])
      return { kind: 'page', load: ++loads, row, params, Page }
    } catch (fault) {
      // an id that cannot be one names nothing
      if (fault instanceof RefusalError && (fault.status === 404 || fault.code === 'MALFORMED')) return { kind: 'missing' }
      return { kind: 'fault', fault }
    }
  }
  const open = async (place: Place): Promise<void> => {
    newest = place
    const matched = matchRow(place.pathname)
    const instead = matched && elsewhere(matched, place)
    if (instead) return history.go(instead, { replace: true, unasked: true })
    const loading = shownAt(matched, place)
    const isSoon = await Promise.race([loading.then(() => true), after(SOON_MS)])
    if (!isSoon && newest === place) {
      show({ place, shown: { kind: 'waiting' } })
      await after(SEEN_MS)
    }
    const shown = await loading
    if (newest === place) show({ place, shown })
  }
  history.follow((place) => {
    const matched = matchRow(place.pathname)
    if (!matched || view.shown.kind !== 'page' || !isSame(matched, view.shown)) return void open(place)
    // another tab or filter: the page asks for what it does not have
    newest = place
    show({ place, shown: view.shown })
  })
  return {
    place: history.place,
    go: history.go,
    guard: history.guard,
    view: () => view,
    load: async () => show({ place: newest, shown: await shownAt(matchRow(newest.pathname), newest) }),
    again: () => void open(view.place),
    follow: (changed) => {
      followers.add(changed)
      changed(view, view)
      return () => followers.delete(changed)
    },
    warm: (to) => {
      const { pathname, search, hash } = new URL(to, location.href)
      const [place, matched] = [{ ...history.place(), pathname, search, hash }, matchRow(pathname)]
      if (matched && !elsewhere(matched, place)) void shownAt(matched, place)
    },
  }
}

/** Of one page in one state; what is shown after it does not change its hash. */
export function placeOf(router: PaddockRouter, shown: Shown, { pathname, search }: Pick<Place, 'pathname' | 'search'>): ShownPlace {
  let hash = ''
  const newest = (): string => {
    const now = router.view()
    if (now.shown === shown) ({ hash } = now.place)
    return hash
  }
  return { pathname, search, hash: newest, follow: router.follow }
}

export const knownSearch = (row: Row, search: string): Search => row.search?.(searchOf(search)) ?? {}

export const needsOf = (row: Row, params: PageProps['params'], search: Search, client: QueryClient): readonly Need[] =>
  row.load?.({ params, search, signedIn: Boolean(client.getQueryData(ME_KEY)) }) ?? []

const isSame = (one: Matched, other: Matched): boolean => one.row === other.row && JSON.stringify(one.params) === JSON.stringify(other.params)

/** What a page cannot do without is in the cache before it is drawn. On the server it already is, or was refused. */
async function ready(one: Need, client: QueryClient, refused: Refused): Promise<void> {
  const refusal = refused.get(JSON.stringify(keyOf(one.contract, one.params)))
  if (refusal) throw refusal
  if (!import.meta.env.SSR) await ensure(one, client)
}

async function pageOf(row: Row): Promise<ComponentType<PageProps>> {
  const file = await loadPart(async () => pageFiles[row.page]?.(), true)
  const found = file?.[componentName(row.page)]
  if (!found) throw new Error(`web/pages/${row.page}.tsx must export ${componentName(row.page)}`)
  return found
}

const after = (ms: number): Promise<false> => new Promise((done) => setTimeout(done, ms, false))
