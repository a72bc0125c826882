import pg from 'pg'
import type { Logger } from 'pino'

/** `all`: somebody may have ended between a commit and its notice, so anything may have changed. */
type Notice = { readonly from: string; readonly topics: readonly string[]; readonly all?: true }
export type Notices = { readonly stop: () => Promise<void> }

type Listener = {
  readonly heard: (notice: Notice) => void
  /** `false` the moment the connection is lost, `true` when it listens again: what came between was missed. */
  readonly hearing: (on: boolean) => void
}

const HEARTBEAT_MS = 1000

/** Listens on the channel that is told of every commit; reconnects for ever, and asks for a sign of life once a second. */
export function listenForNotices(url: string, log: Logger, listener: Listener): Notices {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const lost = (fault: unknown): void => {
    if (!client) return
    const gone = client
    client = undefined
    clearTimeout(timer)
    listener.hearing(false)
    gone.removeAllListeners('end')
    gone.end().catch(() => undefined)
    if (stopped) return
    log.warn({ err: fault }, 'notices lost, listening again')
    timer = setTimeout(open, 100)
  }
  const beat = (): void => {
    const asked = client
    const silence = setTimeout(() => lost(new Error('no sign of life')), HEARTBEAT_MS)
    asked?.query('select 1').then(
      () => {
        clearTimeout(silence)
        if (client === asked && !stopped) timer = setTimeout(beat, HEARTBEAT_MS)
      },
      (fault: unknown) => {
        clearTimeout(silence)
        if (client === asked) lost(fault)
      },
    )
  }
  const open = (): void => {
    const next = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000, application_name: 'paddock-notices' })
    client = next
    next.on('error', lost)
    next.on('end', () => lost(new Error('connection ended')))
    next.on('notification', (message) => listener.heard(JSON.parse(message.payload ?? '{}') as Notice))
    next
      .connect()
      .then(() => next.query('listen paddock'))
      .then(() => {
        if (client !== next) return
        listener.hearing(true)
        beat()
      })
      .catch(lost)
  }
  open()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      const last = client
      client = undefined
      last?.removeAllListeners('end')
      await last?.end()
    },
  }
}

/** A notice holds 8,000 bytes at most; a topic has about fifty. */
const MOST_TOPICS = 120
const AGAIN_MS = 50

export type Teller = { readonly tell: (topics: readonly string[]) => void; readonly stop: () => Promise<void> }

/**
 * Tells all processes what has been committed, in the order of the commits and many at once. Not inside the change's own transaction:
 * PostgreSQL lets transactions that notify commit only one after another. A process that starts says that anything may have changed,
 * for the one before it may have ended between a commit and its notice.
 */
export function tellNotices(pool: pg.Pool, from: string, log: Logger): Teller {
  let waiting = new Set<string>()
  let sending: Promise<void> | null = null
  let stopped = false

  const send = async (notice: Notice): Promise<void> => {
    // nothing in it that a crash of the database could lose: nobody waits for a disk
    const text = `begin; set local synchronous_commit = off; select pg_notify('paddock', ${pg.escapeLiteral(JSON.stringify(notice))}); commit`
    for (;;) {
      try {
        await pool.query(text)
        return
      } catch (fault) {
        log.warn({ err: fault }, 'notice not sent, trying again')
        // the next process to start says that anything may have changed
        if (stopped) return
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
      }
    }
  }
  const drain = async (): Promise<void> => {
    // whatever is committed in the same moment goes along
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.size > 0) {
      const topics = [...waiting]
      waiting = new Set()
      for (let at = 0; at < topics.length; at += MOST_TOPICS) await send({ from, topics: topics.slice(at, at + MOST_TOPICS) })
    }
    sending = null
  }
  sending = send({ from, topics: [], all: true }).then(drain)
  return {
    tell: (topics) => {
      for (const topic of topics) waiting.add(topic)
      sending ??= drain()
    },
    stop: async () => {
      stopped = true
      await sending
    },
  }
}
