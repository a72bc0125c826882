import { useSyncExternalStore } from 'react'
import { afterPress } from '../focus/pressing.ts'

/** Why what is on screen may be old: no network here, no answer from the server, a server too busy for what was sent, or a newer build than this page's is out. */
export type Trouble = 'offline' | 'restarting' | 'busy' | 'newer'
/** Which build the server has: this page's, or another. */
export type Found = 'same' | 'newer'

const PAUSE_MS = { first: 1000, most: 30_000 } as const
const PATIENCE_MS = 10_000
let trouble: Trouble | null = null
let looking: Promise<Found> | null = null
const listeners = new Set<() => void>()
const waiting = new Set<() => void>()
const whenBack = new Set<() => void>()

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useTrouble = (): Trouble | null => useSyncExternalStore(subscribe, currentTrouble, () => null)
export const currentTrouble = (): Trouble | null => trouble

/**
 * Looks whether the server answers, and resolves when it does. It is asked with growing pauses, and at once when the browser is online
 * again or the page is looked at; whoever waits for an answer waits for this one. Meanwhile the page says what the matter is.
 */
export const back = (): Promise<Found> =>
  (looking ??= look().finally(() => {
    looking = null
  }))

/** Waits a while, or until there is reason to try at once. */
export function pause(afterTries: number): Promise<void> {
  const ms = Math.min(PAUSE_MS.first * 2 ** (afterTries - 1), PAUSE_MS.most)
  return new Promise((resolve) => {
    waiting.add(resolve)
    // spread out, so that a restarted server is not met by every tab in the same second
    setTimeout(resolve, ms * (0.5 + Math.random()))
  })
}
export function tryNow(): void {
  for (const resolve of waiting) resolve()
  waiting.clear()
}

/** In the browser, once: hears of the network's coming and going; `caughtUp` is called whenever an answer comes after a time without. */
export function followConnection(catchUp: () => void): void {
  whenBack.add(catchUp)
  addEventListener('offline', () => {
    // whoever looks for the server by now waits for its next try
    tryNow()
    void back()
  })
  addEventListener('online', tryNow)
  document.addEventListener('visibilitychange', () => document.hidden || tryNow())
}

export function show(next: Trouble | null): void {
  if (next === trouble) return
  trouble = next
  afterPress(() => listeners.forEach((listener) => listener()))
}

/** The file this page was started with: its name changes with every other file of a build. */
export const startedWith = (): string => [...document.scripts].findLast(({ type }) => type === 'module')?.src ?? ''

async function look(): Promise<Found> {
  for (let tries = 1; ; tries++) {
    const found = await ask()
    if (found) {
      const wasAway = trouble === 'offline' || trouble === 'restarting'
      if (found === 'newer' || wasAway) show(found === 'newer' ? found : null)
      if (wasAway) for (const told of whenBack) told()
      return found
    }
    show(navigator.onLine ? 'restarting' : 'offline')
    await pause(tries)
  }
}

async function ask(): Promise<Found | null> {
  try {
    const { status } = await fetch(startedWith(), { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })
    if (status === 404) return 'newer'
    return status >= 500 ? null : 'same'
  } catch {
    return null
  }
}
