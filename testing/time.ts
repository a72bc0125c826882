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
