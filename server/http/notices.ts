import pg from 'pg'
import type { Logger } from 'pino'
import { hangUp } from '../db/silence.ts'
import { lookOf, type Look, type EventLedger } from '../db/event-ledger.ts'

/** `events`: their numbers. `all`: somebody may have ended between a commit and its notice, so anything may have changed. */
type Notice = { readonly from: string; readonly topics: readonly string[]; readonly events?: readonly number[]; readonly all?: true }
export type Notices = { readonly stop: () => void }

/**
 * `yes`: this process is told of every commit. `no`: it is not, and others may be changing things.
 * `cut off`: it reaches no database at all; what it knows is the last there is.
 */
export type Hearing = 'yes' | 'no' | 'cut off'

type Listener = {
  readonly heard: (notice: Notice) => void
  readonly hearing: (state: Hearing) => void
  /** Something was committed of which this process was not told. */
  readonly missed: () => void
  readonly ledger: EventLedger
  /** Whether this process reaches the database over its other connections. */
  readonly reachable: () => Promise<boolean>
}

const HEARTBEAT_MS = 1000
const REOPEN_MS = 100

/**
 * Listens on the channel that is told of every commit; reconnects for ever. Once a second it looks at the numbers of the newest events:
 * a sign of life, and the proof that it was told of all of them, whoever died before telling.
 */
export function listenForNotices(url: string, log: Logger, listener: Listener): Notices {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let current: pg.Client | null = null
  let isListening = false
  // somebody may have told of what records no event, a log that was read, while the database went on and this process did not hear it
  let isDeaf = false

  const open = (): void => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000, application_name: 'paddock-notices' })
    current = client
    const lost = (fault: unknown): void => {
      if (current !== client) return
      current = null
      clearTimeout(timer)
      client.end().catch(() => undefined)
      hangUp(client)
      if (isListening) {
        listener.hearing('no')
        log.warn({ err: fault }, 'notices lost, listening again')
      }
      isListening = false
      void again()
    }
    // these two stay for the client's whole life: what is lost may say so more than once
    client.on('error', lost)
    client.on('end', () => lost(new Error('connection ended')))
    client.on('notification', (message) => {
      if (current === client) listener.heard(JSON.parse(message.payload ?? '{}') as Notice)
    })
    const look = async (): Promise<Look> => {
      const silence = setTimeout(() => lost(new Error('no sign of life')), HEARTBEAT_MS)
      const { rows } = await client.query<Parameters<typeof lookOf>[0]>(listener.ledger.question()).finally(() => clearTimeout(silence))
      return lookOf(rows[0]!)
    }
    const beat = async (): Promise<void> => {
      const seen = await look()
      if (current !== client) return
      if (!listener.ledger.agrees(seen)) listener.missed()
      timer = setTimeout(() => void beat().catch(lost), HEARTBEAT_MS)
    }
    const listen = async (): Promise<void> => {
      await client.connect()
      if (current !== client) return
      listener.hearing('no')
      await client.query('listen paddock')
      // what was committed before this look is in it, what comes after is told
      const seen = await look()
      if (current !== client) return
      isListening = true
      if (!listener.ledger.agreesAtOnce(seen) || isDeaf) listener.missed()
      isDeaf = false
      listener.hearing('yes')
      timer = setTimeout(() => void beat().catch(lost), HEARTBEAT_MS)
    }
    listen().catch(lost)
  }
  const again = async (): Promise<void> => {
    const isCutOff = !(await listener.reachable())
    if (stopped) return
    isDeaf ||= !isCutOff
    listener.hearing(isCutOff ? 'cut off' : 'no')
    timer = setTimeout(open, REOPEN_MS)
  }
  open()
  return {
    stop: () => {
      stopped = true
      clearTimeout(timer)
      const last = current
      current = null
      last?.end().catch(() => undefined)
      if (last) hangUp(last)
    },
  }
}

/** A notice holds 8,000 bytes at most; a topic has about fifty, a number about ten. */
const MOST_TOPICS = 100
const MOST_EVENTS = 150
const AGAIN_MS = 50

export type Teller = { readonly tell: (topics: readonly string[], events: readonly number[]) => void; readonly stop: () => Promise<void> }

/**
 * Tells all processes what has been committed, in the order of the commits and many at once. Not inside the change's own transaction:
 * PostgreSQL lets transactions that notify commit only one after another. A process that starts says that anything may have changed,
 * for the one before it may have ended between a commit and its notice.
 */
export function tellNotices(pool: pg.Pool, from: string, log: Logger): Teller {
  const waiting = new Set<string>()
  const numbers: number[] = []
  let sending: Promise<void> | null = null
  let stopped = false

  const send = async (notice: Notice): Promise<void> => {
    // nothing in it that a crash of the database could lose: nobody waits for a disk
    const text = `begin; set local synchronous_commit = off; select pg_notify('paddock', ${pg.escapeLiteral(JSON.stringify(notice))}); commit`
    for (let attempt = 1; ; attempt++) {
      try {
        await pool.query(text)
        return
      } catch (fault) {
        if (attempt === 1) log.warn({ err: fault }, 'notice not sent, trying again')
        // the others find the events that nobody told them of
        if (stopped) return
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
      }
    }
  }
  const drain = async (): Promise<void> => {
    // whatever is committed in the same moment goes along
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.size > 0 || numbers.length > 0) {
      const topics = [...waiting].slice(0, MOST_TOPICS)
      for (const topic of topics) waiting.delete(topic)
      // a number goes out no earlier than the last of its topics
      const events = waiting.size > 0 ? [] : numbers.splice(0, MOST_EVENTS)
      await send({ from, topics, events })
    }
    sending = null
  }
  sending = send({ from, topics: [], all: true }).then(drain)
  return {
    tell: (topics, events) => {
      for (const topic of topics) waiting.add(topic)
      numbers.push(...events)
      sending ??= drain()
    },
    stop: async () => {
      stopped = true
      await sending
    },
  }
}
