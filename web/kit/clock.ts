import { useSyncExternalStore } from 'react'
import { useVisit } from './visit.tsx'

/** The server's clock minus this machine's: countdowns follow the server, whatever the phone believes. */
let offsetMs = 0

export const now = (): number => Date.now() + offsetMs

/** Learns the offset from the `Date` header of an answer that was asked for at `askedMs`. */
export const noteServerTime = (header: string | null, askedMs: number): void => learn(Date.parse(header ?? ''), askedMs, Date.now())

/** Learns it from the page's own answer (`servedAt` of server/http/answer.ts), unless the browser had kept that. */
export function noteDocumentTime(): void {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const served = page?.serverTiming.find(({ name }) => name === 'served')
  const startMs = Date.now() - performance.now()
  if (page?.transferSize && served) learn(served.duration, startMs + page.requestStart, startMs + page.responseStart)
}

/**
 * The server wrote its time down at some moment between question and answer; how long a poor line then took to bring it nobody knows. A
 * `Date` is whole seconds, and answers take their time: two seconds more are noise, as is what is no time.
 */
function learn(servedMs: number, askedMs: number, cameMs: number): void {
  if (servedMs - cameMs - offsetMs > 2000 || offsetMs - (servedMs - askedMs) > 2000) offsetMs = servedMs - cameMs
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
