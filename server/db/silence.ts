import net from 'node:net'
import type { Duplex } from 'node:stream'
import pg from 'pg'

/**
 * Tells a database that is silent from one that is busy. A busy one is waited for; one that answers nothing on any connection, and does not
 * even greet a new one, is given up at once: its processes stand still, or the network swallows everything and ends nothing.
 */
export type Silence = {
  /** Something was asked of the database; to be called when nobody waits for it any more. */
  readonly asked: () => () => void
  /** Something came from the database. That somebody gave up waiting is no sign of life. */
  readonly heard: () => void
  /** Waits as long as the database is not given up. What comes later all the same goes to `late`. */
  readonly unlessGone: <T>(act: (settle: Settle<T>) => void, settle: Settle<T>, late: (value: T) => void) => void
  readonly stop: () => void
}

export type Settle<T> = (fault: Error | undefined, value?: T) => void

const LOOK_MS = 100
/** So long without an answer to anything makes suspicious, and so long has a greeting time: together well below two seconds, of which the request's own work wants its part. */
const SUSPICIOUS_MS = 400
const GREETING_MS = 700

export function watchForSilence(url: string, onGone: () => void): Silence {
  const waiting = new Set<Settle<unknown>>()
  let open = 0
  let heardAt = 0
  let looking = false
  let gone = false

  const look = async (): Promise<void> => {
    const isSuspicious = open > 0 && performance.now() - heardAt > SUSPICIOUS_MS
    if (looking || !(isSuspicious || gone)) return
    looking = true
    const before = heardAt
    const isThere = await greets(url)
    looking = false
    // an answer that came meanwhile is a sign of life too
    const wasGone = gone
    gone = !isThere && heardAt === before
    if (!gone || wasGone) return
    onGone()
    for (const giveUp of waiting) giveUp(lost())
    waiting.clear()
  }
  const timer = setInterval(() => void look(), LOOK_MS)
  timer.unref()
  return {
    asked: () => {
      if (open++ === 0) heardAt = performance.now()
      let isOpen = true
      return () => {
        if (!isOpen) return
        isOpen = false
        open--
      }
    },
    heard: () => void (heardAt = performance.now()),
    unlessGone: (act, settle, late) => {
      if (gone) return settle(lost())
      waiting.add(settle as Settle<unknown>)
      act((fault, value) => {
        if (waiting.delete(settle as Settle<unknown>)) settle(fault, value)
        else if (!fault) late(value!)
      })
    },
    stop: () => clearInterval(timer),
  }
}

const lost = (): Error => new Error('Connection terminated: the database answers nothing')

/** The question whether it speaks TLS, which PostgreSQL answers with one byte before it asks who is there. */
const TLS_QUESTION = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/** A server that refuses is there to say so, or ends connections by itself: only one that says nothing is silent. */
function greets(url: string): Promise<boolean> {
  const { host, port } = new pg.Client({ connectionString: url })
  return new Promise((resolve) => {
    const socket = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host)
    const end = (isThere: boolean) => (): void => {
      socket.destroy()
      resolve(isThere)
    }
    // what arrived while this process was held up by work of its own is read first
    socket.setTimeout(GREETING_MS, () => setImmediate(end(false)))
    socket.on('error', end(true))
    socket.on('data', end(true))
    socket.on('close', end(true))
    socket.on('connect', () => socket.write(TLS_QUESTION))
  })
}

/** The socket below a connection. */
export const streamOf = (client: pg.ClientBase): Duplex =>
  (client as unknown as { readonly connection: { readonly stream: Duplex } }).connection.stream

/** Ends a connection at once, whether the server still answers or not; it has nothing of ours that is not committed. */
export const hangUp = (client: pg.ClientBase): void => void streamOf(client).destroy()
