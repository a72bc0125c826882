import { sql } from 'kysely'
import { refuse, type Verdict } from '#core/result.ts'
import type { Db, Tx } from './connect.ts'

/** Spends one of `most` per window of `windowMs` for this key, counted for all processes together; refuses with the seconds to wait. */
export async function spend(db: Db | Tx, now: Date, key: string, most: number, windowMs: number): Promise<Verdict> {
  const start = startOf(now, windowMs)
  const { rows } = await sql<{ spent: number }>`
    insert into budgets (key, window_start, spent) values (${key}, ${start}, 1)
    on conflict (key, window_start) do update set spent = budgets.spent + 1 returning spent`.execute(db)
  if ((rows[0]?.spent ?? 0) <= most) return true
  return refuse('RATE_LIMIT_EXCEEDED', { retryAfterSeconds: Math.ceil((start.getTime() + windowMs - now.getTime()) / 1000) })
}

/** Gives back what was spent in this very change, where only some uses count: wrong tries at a password. */
export async function giveBack(tx: Tx, now: Date, key: string, windowMs: number): Promise<void> {
  const start = startOf(now, windowMs)
  await sql`update budgets set spent = spent - 1 where key = ${key} and window_start = ${start}`.execute(tx)
}

const startOf = (now: Date, windowMs: number): Date => new Date(Math.floor(now.getTime() / windowMs) * windowMs)
