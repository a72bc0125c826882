import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { CompiledQuery, Kysely, PostgresDialect, type Dialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'
import { isConnectionLost } from './unavailable.ts'

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

/** Whoever waits longer for a database that gives no sign of life is told that there is none. */
const MOST_WAIT_MS = 2000
/** In a crowd, while connections come free, one waits its turn for so long. */
const MOST_TURN_MS = 10_000
const STATEMENT_MS = 15_000

export function connect(url: string, poolSize: number): Connection {
  // one plan for every value: our statements differ in text where they differ in kind, and planning costs more than most of them take;
  // `pipeline`: a statement is sent without waiting for the answer to the one before it, where nobody waits for that
  const limits = {
    connectionTimeoutMillis: MOST_WAIT_MS,
    statement_timeout: STATEMENT_MS,
    // a server that does not even say that the time is over is not there any more
    query_timeout: STATEMENT_MS + 2000,
    idle_in_transaction_session_timeout: 30_000,
    pipeline: true,
    options: '-c plan_cache_mode=force_generic_plan',
  }
  const pool = new pg.Pool({ connectionString: url, max: poolSize, ...limits })
  outliveLosses(pool)
  waitInLine(pool)
  const named = names()
  pool.on('connect', (client) => prepareStatements(client, named))
  const db = new Kysely<Tables>({ dialect: dialectOn(pool) })
  return { db, pool, close: () => db.destroy() }
}

/** The server may end any connection at any moment, an idle one or one in use; without a listener for its whole life the process would end. */
export function outliveLosses(pool: pg.Pool): void {
  // whoever uses it hears of it from the statement, and an idle one is replaced at the next use
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
}

type Took = (fault: Error | undefined, client: pg.PoolClient | undefined, done: (release?: boolean | Error) => void) => void

/** The pool's time-out knows no difference between a database that is away and a long line before one that works: who stands in line goes on waiting. */
function waitInLine(pool: pg.Pool): void {
  let movedAt = 0
  pool.on('release', () => (movedAt = performance.now()))
  const connectOnce = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  const connectInTurn = async (): Promise<pg.PoolClient> => {
    for (const until = performance.now() + MOST_TURN_MS; ;) {
      try {
        return await connectOnce()
      } catch (fault) {
        const isMoving = performance.now() - movedAt < MOST_WAIT_MS && performance.now() < until
        if (!isMoving || (fault as Error).message !== 'timeout exceeded when trying to connect') throw fault
      }
    }
  }
  // the pool's own `query` asks with a callback
  pool.connect = ((took?: Took) => {
    if (!took) return connectInTurn()
    connectInTurn().then(
      (client) => took(undefined, client, client.release),
      (fault: Error) => took(fault, undefined, () => undefined),
    )
  }) as typeof pool.connect
}

const PROBE_MS = 1500
const probes = new WeakMap<pg.Pool, Promise<boolean>>()

/** Whether the database answers this process now. However many ask at once, one statement is under way. */
export function reachable(pool: pg.Pool): Promise<boolean> {
  const running = probes.get(pool)
  const asked =
    running ??
    pool.query('select 1').then(
      () => true,
      () => false,
    )
  if (!running) {
    probes.set(pool, asked)
    void asked.then(() => probes.delete(pool))
  }
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), PROBE_MS)
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}

/** BEGIN goes out together with the first statement of its transaction. */
function dialectOn(pool: pg.Pool): Dialect {
  const dialect = new PostgresDialect({
    pool: { options: pool.options, connect: async () => soundly(await pool.connect()), end: () => pool.end() },
  })
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

/** Connections on which something was lost: nothing more is sent on them. */
const broken = new WeakSet<pg.PoolClient>()

/** Only a connection that is whole and outside any transaction goes back into the pool. */
function soundly(client: pg.PoolClient): pg.PoolClient {
  const release = client.release
  client.release = (fault) => release(fault || broken.has(client) || statusOf(client) !== 'I')
  return client
}

const statusOf = (client: pg.PoolClient): string | null => (client as unknown as { getTransactionStatus: () => string | null }).getTransactionStatus()

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
  const sendOn = client.query.bind(client) as unknown as Send
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
    if (typeof first !== 'string' && 'submit' in first) return sendOn(first)
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
