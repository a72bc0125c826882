import type { Place } from './history.ts'

const STORE = 'scrolled'

/**
 * How far each entry of the history was read, through a reload as well: Back opens a page where it was left, a link at its top. `leave` is
 * told before a page goes, `arrive` when one stands.
 */
export function followScroll(): { readonly leave: () => void; readonly arrive: (place: Place) => void } {
  const read = stored()
  let shown: Place | null = null
  let last: Place | null = null
  const keep = (): void => {
    if (shown) read[shown.key] = scrollY
  }
  history.scrollRestoration = 'manual'
  addEventListener('pagehide', () => {
    // whoever comes back from another site finds the page by the browser's own means
    history.scrollRestoration = 'auto'
    keep()
    try {
      sessionStorage.setItem(STORE, JSON.stringify(read))
    } catch {
      // a browser that keeps nothing
    }
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) history.scrollRestoration = 'manual'
  })
  return {
    leave: () => {
      keep()
      shown = null
    },
    arrive: (place) => {
      const from = last
      shown = last = place
      const at = read[place.key]
      if (at !== undefined) scrollTo(0, at)
      else if (place.hash) document.getElementById(place.hash.slice(1))?.scrollIntoView()
      // the browser has placed the first page itself; a choice on a page changes what stands where its reader looks
      else if (from && (from.pathname !== place.pathname || from.search === place.search)) scrollTo(0, 0)
    },
  }
}

function stored(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORE) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}
