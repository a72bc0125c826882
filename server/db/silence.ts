import net from 'node:net'
import type { Duplex } from 'node:stream'
import pg from 'pg'

/**
 * Tells a database that is silent from one that is busy. A busy one is waited for; one that answers nothing on any connection, and does not
 * even greet a new one, is given up at once: its processes stand still, or the network swallows everything and ends nothing.
 */
export type Silence = {
  /** Something was asked of the database; to be called when nobody waits for it any more. */
  readonly asked: Asked
  /** From now on what comes over a connection is heard, and `asked` is said of it; one on which nothing comes for too long, though something was asked, is hung up. */
  readonly watch: (client: pg.ClientBase) => Asked
  /** Waits as long as the database is not given up. What comes later all the same goes to `late`. That somebody gave up waiting is no sign of life. */
  readonly unlessGone: <T>(act: (settle: Settle<T>) => void, settle: Settle<T>, late: (value: T) => void) => void
  readonly stop: () => void
}

type Asked = () => () => void
export type Settle<T> = (fault: Error | undefined, value?: T) => void

const LOOK_MS = 100
/** So long without an answer to anything makes suspicious, and so long has a greeting time: together well below two seconds, of which the request's own work wants its part. */
const SUSPICIOUS_MS = 400
const GREETING_MS = 700

/** What is under way on something, and when it was heard of last. */
const listening = () => {
  let open = 0
  let heardAt = 0
  const asked: Asked = () => {
    if (open++ === 0) heardAt = performance.now()
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      open--
    }
  }
  return {
    asked,
    heard: (): void => void (heardAt = performance.now()),
    heardAt: () => heardAt,
    isMute: (ms: number): boolean => open > 0 && performance.now() - heardAt > ms,
  }
}

/** `muteMs`: so long a single connection may say nothing to what was asked on it, though the database speaks on others. */
export function watchForSilence(url: string, muteMs: number): Silence {
  const waiting = new Set<Settle<unknown>>()
  const lines = new Map<pg.ClientBase, ReturnType<typeof listening>>()
  const all = listening()
  let looking = false
  let gone = false

  const look = async (): Promise<void> => {
    for (const [client, line] of lines) if (line.isMute(muteMs)) setImmediate(() => line.isMute(muteMs) && hangUp(client))
    if (looking || !(all.isMute(SUSPICIOUS_MS) || gone)) return
    looking = true
    const before = all.heardAt()
    const isThere = await greets(url)
    looking = false
    // an answer that came meanwhile is a sign of life too
    const wasGone = gone
    gone = !isThere && all.heardAt() === before
    if (!gone || wasGone) return
    for (const client of lines.keys()) hangUp(client)
    for (const giveUp of waiting) giveUp(lost())
    waiting.clear()
  }
  const timer = setInterval(() => void look(), LOOK_MS)
  timer.unref()
  return {
    asked: all.asked,
    watch: (client) => {
      const line = listening()
      lines.set(client, line)
      client.once('end', () => lines.delete(client))
      streamOf(client).on('data', () => {
        all.heard()
        line.heard()
      })
      return () => {
        const [over, overHere] = [all.asked(), line.asked()]
        return () => {
          over()
          overHere()
        }
      }
    },
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
