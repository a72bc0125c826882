import { afterPress } from './focus/pressing.ts'
import { isRefusal, type RefusalError } from './http.ts'

/** A short message at the edge of the page. A refusal brings its own words; without one, `text` says it. */
export type Toast = {
  readonly tone: 'good' | 'bad' | 'plain'
  readonly text?: string
  readonly refusal?: RefusalError | undefined
  /** The form it is about is gone, and what was typed into it. */
  readonly isGone?: boolean
  readonly action?: { readonly label: string; readonly run: () => void }
}
export type ShownToast = Toast & { readonly id: number }

let shown: readonly ShownToast[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Shows it; its number is for dismissing it again. */
export function toast(message: Toast): number {
  lastId += 1
  // Three at most, and none twice: a burst of refusals must not bury the page.
  const others = shown.filter(({ tone, text }) => text === undefined || tone !== message.tone || text !== message.text)
  change([...others, { ...message, id: lastId }].slice(-3))
  return lastId
}
/** Puts away the word that nobody answered and what was typed is still here; `id`: that one only. */
export const dismissLost = (id?: number | null): void =>
  change(shown.filter((one) => one.refusal?.status !== 0 || (id !== undefined && one.id !== id)))
export const dismissToast = (id: number): void => change(shown.filter((one) => one.id !== id))

/** In the browser, once: that a call was refused, or never answered, is said here where whoever made it says nothing. */
export const sayUnsaid = (): void =>
  addEventListener('unhandledrejection', (event) => {
    if (!isRefusal(event.reason)) return
    event.preventDefault()
    toast({ tone: 'bad', refusal: event.reason })
  })

export const toasts = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: () => shown,
  none: () => NONE,
}
const NONE: readonly ShownToast[] = []

function change(next: readonly ShownToast[]): void {
  shown = next
  afterPress(() => listeners.forEach((listener) => listener()))
}
