import { useSyncExternalStore } from 'react'
import { useVisit } from './visit.tsx'

/** The server's clock minus this machine's: countdowns follow the server, whatever the phone believes. */
let offsetMs = 0

export const now = (): number => Date.now() + offsetMs

/** Learns the offset from a `Date` header, which is whole seconds: smaller differences than two seconds are noise. */
export function noteServerTime(header: string | null): void {
  const served = header ? Date.parse(header) : Number.NaN
  if (Number.isNaN(served)) return
  if (Math.abs(served - now()) > 2000) offsetMs = served - Date.now()
}

/**
 * The time in milliseconds, new every `everyMs`. One timer per period serves all components. The first paint in the browser repeats the
 * moment of the server's render, so both draw the same.
 */
export function useNow(everyMs = 1000): number {
  const { renderedAt } = useVisit()
  return useSyncExternalStore(
    (changed) => subscribe(everyMs, changed),
    () => Math.floor(now() / everyMs) * everyMs,
    () => Math.floor(renderedAt / everyMs) * everyMs,
  )
}

type Ticker = { readonly listeners: Set<() => void>; timer: ReturnType<typeof setTimeout> }
const tickers = new Map<number, Ticker>()

function subscribe(everyMs: number, changed: () => void): () => void {
  const ticker = tickers.get(everyMs) ?? start(everyMs)
  ticker.listeners.add(changed)
  return () => {
    ticker.listeners.delete(changed)
    if (ticker.listeners.size > 0) return
    clearTimeout(ticker.timer)
    tickers.delete(everyMs)
  }
}

function start(everyMs: number): Ticker {
  const ticker: Ticker = { listeners: new Set(), timer: setTimeout(tick, untilNext(everyMs)) }
  function tick() {
    ticker.timer = setTimeout(tick, untilNext(everyMs))
    for (const listener of ticker.listeners) listener()
  }
  tickers.set(everyMs, ticker)
  return ticker
}

const untilNext = (everyMs: number): number => everyMs - (now() % everyMs) + 5
