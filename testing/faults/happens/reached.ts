import type { Postgres } from '#testing/postgres.ts'
import { NOTHING_WRONG } from './fault.ts'
import { until } from '../stage.ts'

const BACK_MS = 60_000

/** Waits until PostgreSQL answers; says so where it does not. */
export async function reached(postgres: Postgres): Promise<readonly string[]> {
  const isThere = (): Promise<boolean> =>
    postgres.query('select 1').then(
      () => true,
      () => false,
    )
  return until(isThere, BACK_MS, 200).then(
    () => NOTHING_WRONG,
    () => [`PostgreSQL is not back after ${BACK_MS / 1000} s`],
  )
}
