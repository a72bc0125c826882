import { sql } from 'kysely'
import type { JobContext } from '../room.ts'
import type { Tables } from './tables.ts'

type Prune = (context: JobContext, before: Date, most: number) => Promise<number>

/** Deletes rows whose `column` lies before the limit; rows somebody holds are left for the next time. */
export const oldRows =
  <T extends keyof Tables & string>(table: T, column: keyof Tables[T] & string): Prune =>
  async ({ tx }, before, most) => {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any (array(
        select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before} limit ${most} for update skip locked))`.execute(tx)
    return Number(numAffectedRows)
  }

/**
 * As `oldRows`, for tables that only ever grow at one end and have a `seq` and an `at`: the oldest are found at the beginning of the
 * primary key, however long the table is. A row with a clock ahead of its neighbours' stays until its own time has come.
 */
export const oldestRows =
  (table: 'audit' | 'events'): Prune =>
  async ({ tx }, before, most) => {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where at < ${before} and seq in (select seq from ${sql.table(table)} order by seq limit ${most})`.execute(tx)
    return Number(numAffectedRows)
  }
