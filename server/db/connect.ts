import { Kysely, PostgresDialect, type Transaction } from 'kysely'
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

export function connect(url: string, poolSize: number): Connection {
  const pool = new pg.Pool({ connectionString: url, max: poolSize, statement_timeout: 15_000, idle_in_transaction_session_timeout: 30_000 })
  // an idle connection that the server closes is replaced at the next use; without a listener the process would end
  pool.on('error', () => undefined)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}
