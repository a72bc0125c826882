import pg from 'pg'
import type { Logger } from 'pino'

export type Notice = { readonly from: string; readonly topics: readonly string[] }
export type Notices = { readonly stop: () => Promise<void> }

type Listener = {
  readonly heard: (notice: Notice) => void
  /** `false` the moment the connection is lost, `true` when it listens again: what came between was missed. */
  readonly hearing: (on: boolean) => void
}

const HEARTBEAT_MS = 1000

/** Listens on the channel every commit notifies; reconnects for ever, and asks for a sign of life once a second. */
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
