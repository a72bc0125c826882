import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Silence } from './silence.ts'
import { isConnectionLost } from './unavailable.ts'

/** How many statements the work at hand has sent; the HTTP doors open one for each request. */
export const statements = new AsyncLocalStorage<{ count: number }>()

/** Connections on which something was lost: nothing more is sent on them. */
export const broken = new WeakSet<pg.PoolClient>()

/** Inside a transaction or not, as the server said it last: `I` is outside. */
export const statusOf = (client: pg.PoolClient): string | null =>
  (client as unknown as { getTransactionStatus: () => string | null }).getTransactionStatus()

type Named = ReturnType<typeof names>
type Config = { readonly name?: string | undefined; readonly text: string; readonly values?: unknown[] | undefined }
type Callback = (fault: Error | null, result?: unknown) => void
type Send = (config: Config, callback?: Callback) => Promise<unknown> | undefined

/** Statements a connection keeps parsed and planned: those sent more than once, so that lists of every length do not pile up there. */
const MOST_NAMED = 400
const MOST_KNOWN = 4000

export function names() {
  const sent = new Map<string, string | null>()
  let generation = 0
  let count = 0
  return {
    of: (text: string): string | undefined => {
      const name = sent.get(text)
      if (name) return name
      if (name === undefined) {
        if (sent.size < MOST_KNOWN) sent.set(text, null)
        return undefined
      }
      if (count === MOST_NAMED) return undefined
      count++
      const made = `${createHash('sha256').update(text).digest('base64url').slice(0, 16)}.${generation}`
      sent.set(text, made)
      return made
    },
    /** A migration changed what a statement gives: from now on everything is planned anew, under other names. */
    forget: (): void => {
      generation++
      count = 0
      sent.clear()
    },
  }
}

const CONTROL = /^\s*(begin|start|commit|rollback|savepoint|release)\b/i

/** Every statement with parameters is planned once for each connection, and counted for the request that sends it. */
export function prepareStatements(client: pg.PoolClient, named: Named, silence: Silence): void {
  const bare = client.query.bind(client) as unknown as Send
  const sendOn: Send = (config, callback) => {
    const answered = silence.asked()
    if (!callback) return bare(config)?.finally(answered)
    return bare(config, (fault, result) => {
      answered()
      callback(fault, result)
    })
  }
  // a BEGIN that failed leaves the statements behind it outside any transaction: they must not go on
  const ends = (config: Config, fault: unknown): boolean => isConnectionLost(fault) || config.text === 'begin'
  const send: Send = (config, callback) => {
    const lost = broken.has(client) ? new Error('Connection terminated before this statement') : null
    if (callback) {
      if (lost) return void process.nextTick(callback, lost)
      return sendOn(config, (fault, result) => {
        if (fault && ends(config, fault)) broken.add(client)
        callback(fault, result)
      })
    }
    if (lost) return Promise.reject(lost)
    return sendOn(config)?.catch((fault: unknown) => {
      if (ends(config, fault)) broken.add(client)
      throw fault
    })
  }
  const query = (first: string | Config, second?: unknown[] | Callback, third?: Callback): Promise<unknown> | undefined => {
    if (typeof first !== 'string' && 'submit' in first) return bare(first)
    const callback = typeof second === 'function' ? second : third
    const config = configOf(first, typeof second === 'function' ? undefined : second, named)
    const counted = statements.getStore()
    if (counted && !CONTROL.test(config.text)) counted.count++
    if (!config.name) return callback ? send(config, callback) : send(config)
    // outside a transaction nothing has happened yet and it is sent again; inside, the change as a whole is tried again
    const again = (fault: unknown): boolean => {
      if (!isOutdated(fault)) return false
      named.forget()
      return statusOf(client) === 'I'
    }
    const plain = { text: config.text, values: config.values }
    if (!callback) return send(config)?.catch((fault: unknown) => (again(fault) ? send(plain) : Promise.reject(fault as Error)))
    return send(config, (fault, result) => (again(fault) ? void send(plain, callback) : callback(fault, result)))
  }
  client.query = query as typeof client.query
}

function configOf(first: string | Config, values: unknown[] | undefined, named: Named): Config {
  const config = typeof first === 'string' ? { text: first, values } : first
  if (config.name || !config.values || config.values.length === 0) return config.values?.length === 0 ? { ...config, values: undefined } : config
  return { ...config, name: named.of(config.text) }
}

const isOutdated = (fault: unknown): boolean =>
  (fault as { code?: string } | null)?.code === '0A000' && String((fault as Error).message).includes('cached plan')
