/** An address of ours as it stands in the browser's history: `key` names the entry, `index` counts them. */
export type Place = { readonly pathname: string; readonly search: string; readonly hash: string; readonly key: string; readonly index: number }

export type How = {
  readonly replace?: boolean
  /** Goes though a guard would keep the reader here: they have been asked, or it was not them. */
  readonly unasked?: boolean
}
/** Something typed that a way elsewhere would lose. */
export type Guard = {
  /** Whether the browser asks before the window is left. */
  readonly isLost: () => boolean
  readonly stays: (from: Place, to: Place) => boolean | Promise<boolean>
}
export type PlaceHistory = {
  readonly place: () => Place
  readonly go: (to: string, how?: How) => Promise<void>
  readonly guard: (guard: Guard) => () => void
  /** Tells where the reader has gone, by us or by the browser's buttons. */
  readonly follow: (went: (place: Place) => void) => void
}

export const hrefOf = ({ pathname, search, hash }: Pick<Place, 'pathname' | 'search' | 'hash'>): string => `${pathname}${search}${hash}`

/** One address that nobody leaves: what the server draws. */
export function standing(url: string): PlaceHistory {
  const { pathname, search } = new URL(url, 'http://here')
  const place: Place = { pathname, search, hash: '', key: '', index: 0 }
  return { place: () => place, go: () => Promise.resolve(), guard: () => () => {}, follow: () => {} }
}

/** The window's own history; once in a visit. */
export function browserHistory(): PlaceHistory {
  const guards = new Set<Guard>()
  let place = here(0)
  let isTakenBack = false
  let went = (_: Place): void => {}

  const leaves = async (to: Place): Promise<boolean> => {
    for (const guard of guards) if (await guard.stays(place, to)) return false
    return true
  }
  const arrive = (to: Place): void => {
    place = to
    went(to)
  }
  addEventListener('popstate', async () => {
    if (isTakenBack) return void (isTakenBack = false)
    const next = here(place.index + 1)
    if (guards.size > 0 && !(await leaves(next))) {
      // the browser has gone already
      isTakenBack = true
      return history.go(place.index - next.index)
    }
    arrive(next)
  })
  return {
    place: () => place,
    go: async (to, { replace = false, unasked = false } = {}) => {
      const { pathname, search, hash } = new URL(to, location.href)
      const next = { pathname, search, hash, ...newEntry(place.index + (replace ? 0 : 1)) }
      if (!unasked && guards.size > 0 && !(await leaves(next))) return
      const { key, index } = next
      history[replace ? 'replaceState' : 'pushState']({ key, index }, '', hrefOf(next))
      arrive(next)
    },
    guard: (guard) => {
      const ask = (event: BeforeUnloadEvent): void => {
        if (guard.isLost()) event.preventDefault()
      }
      guards.add(guard)
      addEventListener('beforeunload', ask)
      return () => {
        guards.delete(guard)
        removeEventListener('beforeunload', ask)
      }
    },
    follow: (told) => {
      went = told
    },
  }
}

/** Where the window is. What the browser opened by itself, a link to a heading for example, becomes an entry of ours. */
function here(index: number): Place {
  const known = history.state as Partial<Place> | null
  if (!known?.key) history.replaceState(newEntry(index), '')
  const { pathname, search, hash } = location
  return { pathname, search, hash, ...(history.state as Pick<Place, 'key' | 'index'>) }
}

const newEntry = (index: number): Pick<Place, 'key' | 'index'> => ({ key: Math.random().toString(36).slice(2), index })
