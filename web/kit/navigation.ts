import { useLocation, useRouter } from '@tanstack/react-router'
import { useCallback, useSyncExternalStore } from 'react'

/** Every page gets the parameters of its path and of its query string. */
export type PageProps = { readonly params: Readonly<Record<string, string>>; readonly search: Search }
export type Search = Readonly<Record<string, string | undefined>>

/** Goes to an address of ours: path, query string and hash as they stand in a link. */
export function useGo(): (to: string, how?: { readonly replace?: boolean }) => void {
  const router = useRouter()
  return useCallback((to, how) => (how?.replace ? router.history.replace(to) : router.history.push(to)), [router])
}

export const usePath = (): string => useLocation({ select: (place) => place.pathname })

/** The query string as texts, and a way to change some of it; an empty value takes the name out. Typing in a filter does not fill the history. */
export function useSearch(): [Search, (change: Search) => void] {
  const href = useLocation({ select: (place) => place.searchStr })
  const router = useRouter()
  const change = useCallback(
    (next: Search) => {
      const { pathname, searchStr, hash } = router.history.location.pathname ? split(router.history.location.href) : split('/')
      const search = new URLSearchParams(searchStr)
      for (const [name, value] of Object.entries(next)) {
        if (value === undefined || value === '') search.delete(name)
        else search.set(name, value)
      }
      router.history.replace(`${pathname}${search.size > 0 ? `?${search}` : ''}${hash}`)
    },
    [router],
  )
  return [Object.fromEntries(new URLSearchParams(href)), change]
}

/** The hash without `#`; empty on the server and in the first paint, since a server never hears of it. */
export function useHash(): string {
  const router = useRouter()
  const hash = useLocation({ select: (place) => place.hash })
  return useSyncExternalStore(
    (changed) => router.history.subscribe(changed),
    () => hash,
    () => '',
  )
}

function split(href: string): { pathname: string; searchStr: string; hash: string } {
  const url = new URL(href, 'http://here')
  return { pathname: url.pathname, searchStr: url.search, hash: url.hash }
}
