import assert from 'node:assert/strict'
import type { Pool } from 'pg'
import type { Running } from '#server/start.ts'
import { patiently } from './steps.ts'

export type MovableClock = { readonly now: () => Date; readonly set: (to: Date) => void }

/** Lets time pass: the platform's clock goes to `to`, and what waits for a time waits that much less. */
export async function timePasses({ machine }: Running, clock: MovableClock, to: Date): Promise<void> {
  const passedMs = to.getTime() - clock.now().getTime()
  clock.set(to)
  await machine.pool.query(`update jobs.job set start_after = start_after - make_interval(secs => $1) where state in ('created', 'retry')`, [
    passedMs / 1000,
  ])
}

/** Longer than this nothing takes on the busiest of machines. */
const PATIENCE_MS = 240_000

/** How long a look waits for the next one. */
const PAUSE_MS = 25

/** Waits for the thing itself. A database that is too busy for the question is asked again. */
export async function until(what: string, is: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (!(await patiently(async () => is()))) {
    if (performance.now() > end) throw new Error(`not within ${PATIENCE_MS / 1000} s: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/** How many wait for what somebody else holds, in the database of `by`. */
export async function atLocks(by: Pick<Pool, 'query'>): Promise<number> {
  const { rows } = await by.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows[0]!.count
}

const MORE = 4
/** Work that grows with the square of its input costs sixteen times as much for four times the input. */
const MOST = 10
/** Microseconds below which work is too little to compare. */
const LITTLE = 5000

/** Work on `MORE` times the input costs about so many times the processor time, never its square: no file made for it costs the platform its time. */
export function assertGrowsWithInput(work: (size: number) => void, size: number, what = 'work'): void {
  const once = costOf(() => work(size))
  const more = costOf(() => work(size * MORE))
  assert.ok(more < once * MOST, `${what}: ${once} µs for ${size}, ${more} µs for ${size * MORE}`)
}

/** The least of some runs, in microseconds: what else the machine does is in the others. */
function costOf(work: () => void): number {
  const runs = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage()
    work()
    return process.cpuUsage(before).user
  })
  return Math.max(LITTLE, Math.min(...runs))
}
