import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import { hrefOf, type Place, type PlaceHistory } from './place/history.ts'

/** Every page gets the parameters of its path and of its query string. */
export type PageProps = { readonly params: Readonly<Record<string, string>>; readonly search: Search }
export type Search = Readonly<Record<string, string | undefined>>

export type Navigation = Omit<PlaceHistory, 'follow'> & {
  /** Fetches the file and the data of an address early. */
  readonly warm: (to: string) => void
  /** The page that is shown anew, after a fault. */
  readonly again: () => void
}
export const NavigationContext = createContext<Navigation | null>(null)
/**
 * The address of what is shown, which is not yet that of a page on its way. Its hash is followed by those who read it: with a context React looks
 * for its readers in the whole page, and takes over at once what it has not yet.
 */
export type ShownPlace = Pick<Place, 'pathname' | 'search'> & { readonly hash: () => string; readonly follow: (changed: () => void) => () => void }
export const PlaceContext = createContext<ShownPlace | null>(null)

export const useNavigation = (): Navigation => use(NavigationContext)!
const usePlace = (): ShownPlace => use(PlaceContext)!

/** Goes to an address of ours: path, query string and hash as they stand in a link. */
export const useGo = (): Navigation['go'] => useNavigation().go

export const usePath = (): string => usePlace().pathname

/** Path and query string: where somebody comes back to. */
export function useAddress(): string {
  const { pathname, search } = usePlace()
  return `${pathname}${search}`
}

/** The query string as texts, and a way to change some of it; an empty value takes the name out. Typing in a filter does not fill the history. */
export function useSearch(): [Search, (change: Search) => void] {
  const shown = usePlace().search
  const { place, go } = useNavigation()
  const change = useCallback(
    (next: Search) => {
      const { pathname, search: before, hash } = place()
      const search = new URLSearchParams(before)
      for (const [name, value] of Object.entries(next)) {
        if (value === undefined || value === '') search.delete(name)
        else search.set(name, value)
      }
      void go(hrefOf({ pathname, search: search.size > 0 ? `?${search}` : '', hash }), { replace: true })
    },
    [place, go],
  )
  return [searchOf(shown), change]
}

export const searchOf = (text: string): Search => Object.fromEntries(new URLSearchParams(text))

/** The hash without `#`; empty on the server and in the first paint, since a server never hears of it. */
export function useHash(): string {
  const { follow, hash } = usePlace()
  return useSyncExternalStore(
    follow,
    () => hash().slice(1),
    () => '',
  )
}
