import type { Running } from '#server/start.ts'

export type MovableClock = { readonly now: () => Date; readonly set: (to: Date) => void }

/** Lets time pass: the platform's clock goes to `to`, and what waits for a time waits that much less. */
export async function timePasses({ machine }: Running, clock: MovableClock, to: Date): Promise<void> {
  const passedMs = to.getTime() - clock.now().getTime()
  clock.set(to)
  await machine.pool.query(`update jobs.job set start_after = start_after - make_interval(secs => $1) where state in ('created', 'retry')`, [
    passedMs / 1000,
  ])
}
