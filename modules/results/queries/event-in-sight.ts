import { sql } from 'kysely'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { bopsOf } from '#modules/bop/door.ts'
import type { Bop } from '#modules/bop/rules.ts'
import { entryCarsOf } from '#modules/entries/door.ts'
import type { Role } from '#modules/leagues/rules.ts'
import { changesIn, racesIn, ratingOf } from '#modules/ranking/door.ts'
import { isHidden, opensResults, roleOf, seesDrivers } from '#modules/visibility/door.ts'
import { personOf, type Viewer } from '#modules/visibility/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import type { ConfirmationView } from '../contract/confirmation.ts'
import type { EventSight } from '../policy.ts'
import { confirmationOf } from '../store/confirmation.ts'
import { NO_EVENT_RATINGS, type EventRatings } from './ratings.ts'
import type { StoredRow, StoredSegment } from './table.ts'

export type EventInSight = EventSight & {
  readonly sessionId: SessionId
  readonly leagueId: LeagueId
  readonly game: string
  /** Its results are kept by hand. */
  readonly manual: boolean
  readonly classes: readonly { readonly id: string; readonly name: string; readonly color: string }[]
  /** Its own points, as they are kept. */
  readonly points: unknown
  /** What cars carry by the event's balance, by their ids. */
  readonly bops: Readonly<Record<string, Bop>>
  /** The cars its drivers are registered with, by their accounts; read with the tables. */
  readonly entryCars: Readonly<Record<string, string>>
  /** All that was read, where it was asked for; empty otherwise. */
  readonly segments: readonly StoredSegment[]
  /** Laps with which somebody was faster than ever before on the track and in the car, by their rows; read with the tables. */
  readonly ownBests: readonly OwnBest[]
  readonly confirmation: ConfirmationView | null
  /** Read with the tables as well. */
  readonly ratings: EventRatings
}

export type OwnBest = { readonly rowId: string; readonly lapMs: number }

const NO_TABLES = sql`'[]'::json`
const NO_CARS = sql`'{}'::jsonb`
/** What is read of a row; a column that is missing, or one too many, does not compile. */
const ROW = {
  id: 1,
  position: 1,
  class_position: 1,
  start_position: 1,
  participant_type: 1,
  name: 1,
  user_id: 1,
  match_key: 1,
  drivers: 1,
  race_number: 1,
  car_id: 1,
  car_name: 1,
  class_id: 1,
  lap_count: 1,
  total_time_ms: 1,
  final_race_time_ms: 1,
  best_lap_ms: 1,
  best_clean_lap_ms: 1,
  status: 1,
  retired_type: 1,
  retired_value: 1,
  incidents: 1,
  pit_stops: 1,
  calculated_points: 1,
  points_adjustment: 1,
  event_adjustment: 1,
  points_parts: 1,
  raw_position: 1,
  raw_status: 1,
  penalty_ms: 1,
  penalty_places: 1,
  ballast_kg: 1,
  restrictor: 1,
} satisfies Record<keyof StoredRow, 1>

// as text throughout: put together as `jsonb`, every row would be taken apart and copied at each of four steps
const TABLES = sql`coalesce((
  select json_agg(json_build_object('id', r.id, 'type', r.type, 'type_no', r.type_no, 'segment_index', r.segment_index, 'split_no', r.split_no,
    'best_stats', r.best_stats, 'track_name', r.facts ->> 'trackName',
    'rows', t.rows,
    'people', (select json_object_agg(u.id, json_build_object('name', u.name, 'country', u.country, 'rating', ${ratingOf('u.id', 's.game')}))
      from users u where u.removed_at is null and u.id in (select unnest(d.user_ids) from result_rows d where d.result_id = r.id))))
  from results r cross join lateral (
    select json_agg(x order by x.position) as rows
    from (select ${sql.join(Object.keys(ROW).map((column) => sql.ref(column)))} from result_rows where result_id = r.id) x) t
  where r.session_id = s.id and r.state = 'STANDS' and t.rows is not null), '[]')`

const OWN_BESTS = sql`coalesce((
  select jsonb_agg(jsonb_build_object('rowId', b.row_id, 'lapMs', b.lap_ms))
  from lap_bests b where b.session_id = s.id and b.lap_ms < b.before_ms), '[]')`

const RATINGS = sql`json_build_object('isRanked', s.is_ranked,
  'isWaiting', exists (select from rating_backlog w where w.session_id = s.id), 'races', ${racesIn('s.id')}, 'changes', ${changesIn('s.id')})`

/** The event with its classes and how somebody stands there, and with its tables when wanted, in one statement; `null` when there is none. */
export async function eventInSight(db: Reader, sessionId: SessionId, viewer: Viewer, withTables = false): Promise<EventInSight | null> {
  const { rows } = await sql<Omit<EventInSight, 'sessionId' | 'viewer' | 'role'> & { readonly role: Role | null }>`
    select s.league_id as "leagueId", s.game, s.manual, s.status, s.points, ${isHidden('l')} as hidden, ${roleOf(personOf(viewer), 'l')} as role,
      ${opensResults('l')} as "openResults",
      coalesce((select jsonb_agg(jsonb_build_object('id', c.class_id, 'name', c.name, 'color', c.color) order by c.position)
        from session_classes c where c.session_id = s.id), '[]') as classes,
      ${bopsOf('s')} as bops,
      ${withTables ? sql`case when ${seesDrivers(viewer, 'l')} then ${TABLES} else ${NO_TABLES} end` : NO_TABLES} as segments,
      ${withTables ? entryCarsOf('s') : NO_CARS} as "entryCars",
      ${withTables ? OWN_BESTS : NO_TABLES} as "ownBests", ${withTables ? RATINGS : sql`null::json`} as ratings,
      ${confirmationOf('s.id')} as confirmation
    from sessions s join leagues l on l.id = s.league_id
    where s.id = ${sessionId} and s.deleted_at is null`.execute(db)
  return rows[0] ? { sessionId, viewer, ...rows[0], ratings: rows[0].ratings ?? NO_EVENT_RATINGS } : null
}
