import { sql } from 'kysely'

/**
 * Of session `s`: whether it is still to come, or on. One elsewhere is on until its results are published, which may be days later, or never:
 * an hour after the end that was planned it is nobody's next any more.
 */
export const stillComes = (now: unknown) => sql`s.deleted_at is null and s.status in ('WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS')
  and (s.hosting <> 'ELSEWHERE' or s.status <> 'IN_PROGRESS' or s.starts_at + make_interval(mins => s.duration_min + 60) > ${now}::timestamptz)`
