import { sql } from 'kysely'
import { ratingAfter } from '#modules/ranking/door.ts'
import type { Beside } from '#modules/sessions/door.ts'
import { seesDrivers } from '#modules/visibility/door.ts'
import type { Viewer } from '#modules/visibility/rules.ts'
import type { OutcomeView } from '../contract/past.ts'

/** How an event of a list went, or that this is told to the signed-in alone. */
export type Told = { readonly outcome: OutcomeView | null; readonly loginRequired: boolean }

/** Of each event of a list what the viewer is told, read by two keys from what is stored: its last race, as it stands, of the first split that drove any. */
export const outcomeFor = (viewer: Viewer): Beside<Told> => sql`(
  select jsonb_build_object('loginRequired', not ${seesDrivers(viewer)}, 'outcome', case when ${seesDrivers(viewer)} then ${OUTCOME} end)
  from results r
  where r.session_id = sessions.id and r.type = 'RACE' and r.state = 'STANDS'
    and exists (select 1 from result_rows x where x.result_id = r.id)
  order by r.split_no, r.type_no desc limit 1)`

/** Podium and fastest lap. */
const OUTCOME = sql`jsonb_build_object(
  'podium', coalesce((
    select jsonb_agg(jsonb_build_object('position', x.position, 'name', case when x.user_id is null then nullif(x.name, '') else u.name end,
      'driverId', x.user_id, 'country', u.country, 'rating', ${ratingAfter('r.session_id', 'r.type_no', 'u.id', 'sessions.game')}) order by x.position)
    from result_rows x left join users u on u.id = x.user_id and u.removed_at is null
    where x.result_id = r.id and x.position <= 3 and x.status = 'FINISHED'), '[]'),
  'fastestLap', (
    select jsonb_build_object('name', case when x.user_id is null then nullif(x.name, '') else u.name end,
      'driverId', x.user_id, 'timeMs', x.best_lap_ms)
    from result_rows x left join users u on u.id = x.user_id and u.removed_at is null
    where x.id = (r.best_stats -> 'fastestLap' ->> 'participantId')::uuid and x.best_lap_ms is not null))`
