import { CompiledQuery, Kysely, PostgresDialect, type Dialect, type Transaction } from 'kysely'
import pg from 'pg'
import { standInLine } from './line/line.ts'
import { broken, names, prepareStatements, statusOf } from './prepared.ts'
import { pipelineChanges } from './statements/pipelined.ts'
import { readTogether } from './statements/together.ts'
import { BEGIN } from './statements/turns.ts'
import { WordsInText } from './statements/words.ts'
import type { Tables } from './tables.ts'
import { watchForSilence, type Settle, type Silence } from './silence.ts'

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

/** Whoever waits longer for his turn in a crowd, or for a busy machine to make a connection, is told to come back; a silent database is given up before. */
const MOST_WAIT_MS = 10_000
const STATEMENT_MS = 15_000

/** `statementMs`: the longest a statement may take; one that says nothing for two seconds more is given up. */
export function connect(url: string, poolSize: number, statementMs = STATEMENT_MS): Connection {
  // one plan for every value: our statements differ in text where they differ in kind, and planning costs more than most of them take;
  // `pipeline`: a statement is sent without waiting for the answer to the one before it, where nobody waits for that
  const limits = {
    connectionTimeoutMillis: MOST_WAIT_MS,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 30_000,
    pipeline: true,
    options: '-c plan_cache_mode=force_generic_plan',
  }
  const pool = new pg.Pool({ connectionString: url, max: poolSize, ...limits })
  outliveLosses(pool)
  // a server that does not even say that the time of a statement is over is not there any more; the driver's own limit is an alarm for each of them
  const silence = giveUpInSilence(pool, watchForSilence(url, statementMs + 2000))
  const named = names()
  pool.on('connect', (client) => prepareStatements(client, named, silence))
  const db = new Kysely<Tables>({ dialect: dialectOn(pool) })
  pipelineChanges(db)
  readTogether(db, {
    connect: async () => soundly(await pool.connect()),
    hasRoom: () => pool.idleCount > 0 || pool.totalCount < poolSize,
  })
  standInLine(db, poolSize, MOST_WAIT_MS)
  const close = async (): Promise<void> => {
    await db.destroy()
    silence.stop()
  }
  return { db, pool, close }
}

/** What waits for a database that is silent, with a connection or for one, is told at once, and nothing new waits until it answers again. */
function giveUpInSilence(pool: pg.Pool, silence: Silence): Silence {
  const connectAtLast = pool.connect.bind(pool)
  const connectSoon = (given: Settle<pg.PoolClient>): void =>
    silence.unlessGone<pg.PoolClient>(
      (settle) => {
        const answered = silence.asked()
        connectAtLast((fault, client) => {
          answered()
          settle(fault, client)
        })
      },
      given,
      (client) => client.release(),
    )
  const connect = (given?: Settle<pg.PoolClient>): Promise<pg.PoolClient> | void => {
    if (given) return connectSoon(given)
    return new Promise((resolve, reject) => connectSoon((fault, client) => (fault ? reject(fault) : resolve(client!))))
  }
  pool.connect = connect as typeof pool.connect
  return silence
}

/** The server may end any connection at any moment, an idle one or one in use; without a listener for its whole life the process would end. */
export function outliveLosses(pool: pg.Pool): void {
  // whoever uses it hears of it from the statement, and an idle one is replaced at the next use
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
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
    createQueryCompiler: () => new WordsInText(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createDriver: () => {
      const driver = dialect.createDriver()
      const begin = driver.beginTransaction.bind(driver)
      driver.beginTransaction = async (connection, settings) => {
        if (settings.isolationLevel || settings.accessMode) return begin(connection, settings)
        // where it fails, so does the statement behind it on the same connection
        connection.executeQuery(CompiledQuery.raw(BEGIN)).catch(() => undefined)
      }
      return driver
    },
  }
}

/** Only a connection that is whole and outside any transaction goes back into the pool. */
function soundly(client: pg.PoolClient): pg.PoolClient {
  const release = client.release
  client.release = (fault) => release(fault || broken.has(client) || statusOf(client) !== 'I')
  return client
}
