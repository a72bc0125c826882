import { useSyncExternalStore } from 'react'

/** From here on a second column has room; CSS says the same width. */
const WIDE = '(min-width: 1600px)'

/** Whether what stands beside is drawn. The server does not know, and so neither does the first paint: the place is kept by CSS. */
export const useIsWide = (): boolean => useSyncExternalStore(follow, isWide, onServer)

const isWide = (): boolean => matchMedia(WIDE).matches
const onServer = (): boolean => false

function follow(changed: () => void): () => void {
  const query = matchMedia(WIDE)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
