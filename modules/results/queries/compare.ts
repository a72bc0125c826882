import { sql } from 'kysely'
import type { ResultId } from '#core/ids.ts'
import type { Reader } from '#server/db/connect.ts'
import type { ComparedRow } from '../rules/version.ts'

/** For a statement: what a row `x` of results is known by (`rowsAbout`, `sameCars`). */
export const KEYS = sql<string[]>`array_remove(array[x.match_key, x.unmatched ->> 'matchKey', x.file_key], null)`

/** The rows of some results, in order. */
export async function rowsOf(db: Reader, resultIds: readonly ResultId[]): Promise<readonly ComparedRow[]> {
  const { rows } = await sql<ComparedRow>`
    select x.id, x.result_id as "resultId", x.match_key as key, ${KEYS} as keys, x.race_number as "raceNumber", x.user_ids as "userIds", x.position, x.status,
      x.lap_count as "lapCount", x.final_race_time_ms as "totalTimeMs", x.best_lap_ms as "bestLapMs",
      (x.calculated_points + x.points_adjustment)::float8 as points,
      json_build_object('position', x.raw_position, 'status', x.raw_status, 'totalTimeMs', x.total_time_ms) as raw,
      case when x.user_id is null then nullif(x.name, '') else (select u.name from users u where u.id = x.user_id and u.removed_at is null) end as name
    from result_rows x where x.result_id = any (${[...resultIds]}::uuid[]) order by x.result_id, x.position`.execute(db)
  return rows
}
