import { useState, useSyncExternalStore } from 'react'

const PREFIX = 'under-way '

/**
 * Whether the reader is in the middle of something that leads over a login: it is kept with the tab, so that it goes on where it was when the
 * page is loaded anew, after the login or because a phone had dropped it. Nobody is in the first paint, which is the server's.
 */
export function useUnderWay(what: string): readonly [boolean, (is: boolean) => void] {
  const key = PREFIX + what
  const found = useSyncExternalStore(
    never,
    () => kept(key),
    () => false,
  )
  const [is, setIs] = useState<boolean | null>(null)
  const put = (next: boolean): void => {
    keep(key, next)
    setIs(next)
  }
  return [is ?? found, put]
}

const never = () => () => {}

// a browser that keeps nothing begins anew
function kept(key: string): boolean {
  try {
    return sessionStorage.getItem(key) !== null
  } catch {
    return false
  }
}

function keep(key: string, is: boolean): void {
  try {
    if (is) sessionStorage.setItem(key, '1')
    else sessionStorage.removeItem(key)
  } catch {}
}
