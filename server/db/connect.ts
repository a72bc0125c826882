import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { CompiledQuery, Kysely, PostgresDialect, type Dialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>
/** What a read needs: the database or a transaction on it. */
export type Reader = Db | Tx

// 64-bit counters of ours stay far below 2^53; as text they would be compared as text
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// points have two decimals at most
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
// a date is a day, not a moment in this machine's zone
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export type Connection = { readonly db: Db; readonly pool: pg.Pool; readonly close: () => Promise<void> }

/** How many statements the work at hand has sent; the HTTP doors open one for each request. */
export const statements = new AsyncLocalStorage<{ count: number }>()

export function connect(url: string, poolSize: number): Connection {
  // one plan for every value: our statements differ in text where they differ in kind, and planning costs more than most of them take;
  // `pipeline`: a statement is sent without waiting for the answer to the one before it, where nobody waits for that
  const limits = {
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
    pipeline: true,
    options: '-c plan_cache_mode=force_generic_plan',
  }
  const pool = new pg.Pool({ connectionString: url, max: poolSize, ...limits })
  // an idle connection that the server closes is replaced at the next use; without a listener the process would end
  pool.on('error', () => undefined)
  const named = names()
  pool.on('connect', (client) => prepareStatements(client, named))
  const db = new Kysely<Tables>({ dialect: dialectOn(pool) })
  return { db, pool, close: () => db.destroy() }
}

/** BEGIN goes out together with the first statement of its transaction. */
function dialectOn(pool: pg.Pool): Dialect {
  const dialect = new PostgresDialect({ pool })
  return {
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createDriver: () => {
      const driver = dialect.createDriver()
      const begin = driver.beginTransaction.bind(driver)
      driver.beginTransaction = async (connection, settings) => {
        if (settings.isolationLevel || settings.accessMode) return begin(connection, settings)
        // where it fails, so does the statement behind it on the same connection
        connection.executeQuery(CompiledQuery.raw('begin')).catch(() => undefined)
      }
      return driver
    },
  }
}

type Named = ReturnType<typeof names>
type Config = { readonly name?: string | undefined; readonly text: string; readonly values?: unknown[] | undefined }
type Callback = (fault: Error | null, result?: unknown) => void
type Send = (config: Config, callback?: Callback) => Promise<unknown> | undefined

/** Statements a connection keeps parsed and planned: those sent more than once, so that lists of every length do not pile up there. */
const MOST_NAMED = 400
const MOST_KNOWN = 4000

function names() {
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
function prepareStatements(client: pg.PoolClient, named: Named): void {
  const send = client.query.bind(client) as unknown as Send
  const status = () => (client as unknown as { getTransactionStatus: () => string | null }).getTransactionStatus()
  const query = (first: string | Config, second?: unknown[] | Callback, third?: Callback): Promise<unknown> | undefined => {
    if (typeof first !== 'string' && 'submit' in first) return send(first)
    const callback = typeof second === 'function' ? second : third
    const config = configOf(first, typeof second === 'function' ? undefined : second, named)
    const counted = statements.getStore()
    if (counted && !CONTROL.test(config.text)) counted.count++
    if (!config.name) return callback ? send(config, callback) : send(config)
    // outside a transaction nothing has happened yet and it is sent again; inside, the change as a whole is tried again
    const again = (fault: unknown): boolean => {
      if (!isOutdated(fault)) return false
      named.forget()
      return status() === 'I'
    }
    const bare = { text: config.text, values: config.values }
    if (!callback) return send(config)?.catch((fault: unknown) => (again(fault) ? send(bare) : Promise.reject(fault as Error)))
    return send(config, (fault, result) => (again(fault) ? void send(bare, callback) : callback(fault, result)))
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
