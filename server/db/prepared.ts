import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Config, Done } from './statements/planned.ts'
import { sentInTurns } from './statements/turns.ts'
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
  const asked = silence.watch(client)
  const bare = client.query.bind(client) as unknown as (what: pg.Query | Config, callback?: Done) => unknown
  // a BEGIN that failed leaves the statements behind it outside any transaction: they must not go on
  const turns = sentInTurns(client, bare, () => void broken.add(client))
  const send = (config: Config, done: Done): void => {
    if (broken.has(client)) return process.nextTick(done, new Error('Connection terminated before this statement'))
    const answered = asked()
    turns.send(config, (fault, result) => {
      answered()
      if (fault && isConnectionLost(fault)) broken.add(client)
      done(fault, result)
    })
  }
  const ask = (config: Config, done: Done): void => {
    const counted = statements.getStore()
    if (counted && !CONTROL.test(config.text)) counted.count++
    if (!config.name) return send(config, done)
    const isInTransaction = turns.isInTransaction()
    send(config, (fault, result) => {
      if (!isOutdated(fault)) return done(fault, result)
      named.forget()
      // outside a transaction nothing has happened yet and it is sent again; inside, the change as a whole is tried again
      if (!isInTransaction && statusOf(client) === 'I') send({ text: config.text, values: config.values }, done)
      else done(fault)
    })
  }
  const query = (first: string | Config, second?: unknown[] | Done, third?: Done): unknown => {
    if (typeof first !== 'string' && 'submit' in first) {
      turns.flush()
      return bare(first)
    }
    const done = typeof second === 'function' ? second : third
    const config = configOf(first, typeof second === 'function' ? undefined : second, named)
    if (done) return ask(config, done)
    return new Promise((resolve, reject) => ask(config, (fault, result) => (fault ? reject(fault) : resolve(result))))
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
