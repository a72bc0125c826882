import { sql } from 'kysely'
import { LONG_OVER_MIN } from '#modules/sessions/rules.ts'

/**
 * Of session `s`: whether it is still to come, or on. One elsewhere is on until its results are published, which may be days later, or never:
 * once it is long over (`isLongOver`) it is nobody's next any more.
 */
export const stillComes = (now: unknown) => sql`s.deleted_at is null and s.status in ('WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS')
  and (s.hosting <> 'ELSEWHERE' or s.status <> 'IN_PROGRESS' or s.starts_at + make_interval(mins => s.duration_min + ${sql.lit(LONG_OVER_MIN)}) > ${now}::timestamptz)`
