import type { QueryClient } from '@tanstack/react-query'
import { announce } from './kit/focus/announce.ts'
import { keyOf } from './kit/ask.ts'
import { focusOn } from './kit/focus/focus.ts'
import { ME_KEY } from './kit/me.ts'
import { searchOf, type Search } from './kit/navigation.ts'
import type { Place } from './kit/place/history.ts'
import type { Text, Texts } from './kit/texts.tsx'
import { followTitle } from './kit/title.ts'
import { matchRow, type Head } from './routes.tsx'

export type FullHead = Required<Pick<Head, 'title' | 'description'>> & Pick<Head, 'image' | 'imageAlt' | 'address' | 'jsonLd'>

/** Title and preview of an address, from what is in the cache. */
export function headOf(path: string, search: Search, client: QueryClient, texts: Texts, productName: string): FullHead {
  const text = texts.ofRoom('web') as Text<'web'>
  const matched = matchRow(path)
  const head = matched?.row.head?.({
    params: matched.params,
    search,
    signedIn: Boolean(client.getQueryData(ME_KEY)),
    text,
    read: (contract, params) => client.getQueryData(keyOf(contract, params)),
  })
  return {
    ...head,
    title: head?.title ? `${head.title} · ${productName}` : text('head.title', { productName }),
    description: head?.description ?? text('head.description', { productName }),
  }
}

/**
 * Keeps the tab's title right as the visitor moves on, says it to who does not see the page change, and goes on from the new page's heading.
 * The rest of the head matters only to who reads the server's html.
 */
export function followHead(client: QueryClient, texts: Texts, productName: string): (to: Place, from: Place | null) => void {
  let instead = ''
  followTitle((title) => {
    instead = title
    // what follows it names itself
    if (title) announce((document.title = `${title} · ${productName}`))
  })
  return (to, from) => {
    try {
      document.title = instead ? `${instead} · ${productName}` : headOf(to.pathname, searchOf(to.search), client, texts, productName).title
    } catch {
      // an answer without what a title needs breaks the page that shows it, which says so; nothing else goes with it
    }
    if (!from || from.pathname === to.pathname) return
    announce(document.title)
    const start = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    if (start && !document.querySelector('dialog[open]')) focusOn(start)
  }
}
