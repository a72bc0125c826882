import { useState, useSyncExternalStore } from 'react'
import { now } from '#web/kit/clock.ts'

/** How long a code is good; the server holds the same line. */
const GOOD_MS = 10 * 60_000
/** The browser's, as the code is: whoever asked is nobody yet. */
const KEY = 'login-code'

/** `key`: what its code is given with, so that it may be given again when the answer was lost. */
export type Asked = { readonly email: string; readonly at: number; readonly key?: string }

/**
 * The code that this browser has asked for and not yet given: who reads the mail comes back to a page that the phone has dropped, perhaps to
 * another one. Of a code that is good no more the address is left.
 */
export function useAskedCode() {
  const [find] = useState(() => once(read))
  const found = useSyncExternalStore(never, find, () => null)
  const [held, setHeld] = useState<Asked | null>()
  const asked = held === undefined ? found : held
  return {
    asked: asked && (held || now() < asked.at + GOOD_MS) ? asked : null,
    email: found?.email ?? '',
    put: (email: string): void => {
      const next = { email, at: now(), key: crypto.randomUUID() }
      keep(next)
      setHeld(next)
    },
    forget: (): void => {
      keep(null)
      setHeld(null)
    },
  }
}

const never = () => () => {}

// a browser that keeps nothing asks again
function read(): Asked | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as Asked | null
  } catch {
    return null
  }
}

function keep(asked: Asked | null): void {
  try {
    if (asked) localStorage.setItem(KEY, JSON.stringify(asked))
    else localStorage.removeItem(KEY)
  } catch {}
}

/** From then on what stands there is this form's own. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: make() }).value
}
