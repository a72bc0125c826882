import { useLayoutEffect } from 'react'

let tell: (instead: string) => void = () => undefined

/** In the browser, once: `then` hears what the page is called while it cannot be what its address stands for; `''`: it is that again. */
export function followTitle(then: (instead: string) => void): void {
  tell = then
}

/** A page that stands in for the one that was wanted says so in its title too; `null`: nothing to say. */
export function useTitle(title: string | null): void {
  // before the router's view tells that it is painted
  useLayoutEffect(() => {
    if (!title) return
    tell(title)
    return () => tell('')
  }, [title])
}
