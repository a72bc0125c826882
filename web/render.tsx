import type { MeView } from '#modules/accounts/contract.ts'
import { drawnOf, type OwnData } from './app.tsx'
import { json } from './document.ts'
import { drawPage, type Drawing, type Rendered } from './draw-page.tsx'
import { matchRow } from './routes.tsx'

export { documentOf, headOfParts, SCRIPT_HASHES } from './document.ts'
export { cacheKeyOf, isForMany } from './routes.tsx'
export { drawForMany, isPersonalRead, type ForMany } from './for-many.tsx'
export type { Answer, OwnData } from './app.tsx'

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
export async function render({ own, ...input }: Drawing & { readonly own: OwnData | null }): Promise<Rendered> {
  const me = own?.me as MeView | null | undefined
  const { drawn } = await drawPage(input, drawnOf(input.data, own))
  return { ...drawn, own: own && json(own), hasZone: Boolean(me?.settings.timeZone) }
}
