export type LiveBus = {
  readonly tell: (topics: readonly string[]) => void
  /** Everybody asks again for what they show: some notice may have been missed. */
  readonly tellAll: () => void
  /** Listens to topics; what was told of them after `sinceMs` is told at once, all of it where that is too long ago to know. */
  readonly open: (topics: ReadonlySet<string>, sinceMs: number | null, send: (topics: readonly string[]) => void) => () => void
  readonly size: () => number
  /** The process ends: whoever waits for news is told that there is none. */
  readonly closeAll: () => void
  readonly isClosed: () => boolean
}

type Listener = { readonly topics: ReadonlySet<string>; readonly send: (topics: readonly string[]) => void }

/** Topics whose last change is remembered; beyond that, whoever asks is told that anything may have changed. */
const MOST_REMEMBERED = 20_000

export function liveBus(clock: () => Date): LiveBus {
  const listeners = new Set<Listener>()
  // a page is drawn, kept, sent, and only then listens: what happened since must reach it, and nothing else, for each look costs a question
  const lastTold = new Map<string, number>()
  let sinceMs = clock().getTime()
  let closed = false
  const forget = (): void => {
    lastTold.clear()
    sinceMs = clock().getTime()
  }
  return {
    tell: (topics) => {
      const atMs = clock().getTime()
      if (lastTold.size > MOST_REMEMBERED) forget()
      for (const topic of topics) lastTold.set(topic, atMs)
      for (const listener of listeners) {
        const wanted = topics.filter((topic) => listener.topics.has(topic))
        if (wanted.length > 0) listener.send(wanted)
      }
    },
    tellAll: () => {
      forget()
      for (const listener of listeners) listener.send([...listener.topics])
    },
    open: (topics, wantedMs, send) => {
      const listener = { topics, send }
      listeners.add(listener)
      if (wantedMs !== null) {
        const missed = [...topics].filter((topic) => wantedMs < sinceMs || (lastTold.get(topic) ?? -Infinity) >= wantedMs)
        if (missed.length > 0) send(missed)
      }
      return () => listeners.delete(listener)
    },
    size: () => listeners.size,
    closeAll: () => {
      closed = true
      for (const listener of listeners) listener.send([])
      listeners.clear()
    },
    isClosed: () => closed,
  }
}
