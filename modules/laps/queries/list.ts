import { sql, type RawBuilder } from 'kysely'
import type { LeagueId, SessionId, UserId } from '#core/ids.ts'
import { isListedFor, seesDrivers, seesEvent, seesLeague } from '#modules/visibility/door.ts'
import { personOf, type Viewer } from '#modules/visibility/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import { SEGMENT_TYPES, type LapSegment } from '../rules.ts'

export type Place = { readonly trackId: string; readonly layoutId: string }

/** Which laps a list is of. Empty lists leave nothing out. */
export type Wanted = {
  readonly game: string
  readonly places: readonly Place[]
  readonly segment: LapSegment | null
  readonly carIds: readonly string[]
  readonly leagueIds: readonly LeagueId[]
  /** `null`: of everybody. */
  readonly drivers: readonly UserId[] | null
  readonly from: Date | null
  readonly until: Date | null
}

export type StoredLap = {
  readonly userId: UserId
  readonly name: string | null
  readonly country: string | null
  readonly leagueId: LeagueId
  readonly sessionId: SessionId
  readonly game: string
  readonly trackId: string
  readonly layoutId: string
  readonly trackName: string | null
  readonly carId: string
  readonly carName: string | null
  readonly segmentType: LapSegment
  readonly segment: string
  readonly wet: boolean
  readonly lapMs: number
  readonly drivenAt: Date
}

/** What a row shows, of `b`, and of the driver `u`. */
export const SHOWN = sql`b.user_id as "userId", u.name, u.country, b.league_id as "leagueId", b.session_id as "sessionId", b.game, b.track_id as "trackId",
  b.layout_id as "layoutId", b.track_name as "trackName", b.car_id as "carId", b.car_name as "carName", b.segment_type as "segmentType",
  b.segment_key as segment, b.is_wet as wet, b.lap_ms as "lapMs", b.driven_at as "drivenAt"`
export const DRIVER = sql`left join users u on u.id = b.user_id and u.removed_at is null`

/** Whether the viewer is told of a lap's event, and finds its community: one that is asked for by name need not stand in lists. */
export const isTold = (viewer: Viewer, [session, league]: readonly [session: string, league: string], byName: boolean): RawBuilder<boolean> =>
  sql`(${sql.ref(session)}.deleted_at is null and ${seesEvent(personOf(viewer), session, league)} and ${seesDrivers(viewer, league)}
    and ${byName ? seesLeague(personOf(viewer), league) : isListedFor(personOf(viewer), league)})`

/** So many walks of an index are made side by side for cars or communities; of more the laps are read by time and looked at. */
const MOST_WALKS = 64

/**
 * The laps of a list in their order: of everybody, with each segment type, track, layout, car and weather, the fastest that the viewer is told of.
 * Each place is walked by its index from the fastest on until the page is full. Undated it walks the marked laps alone, one of each driver and
 * community; whoever has a faster one elsewhere, or another time between the dates, stands there with that.
 */
export async function findBest(
  db: Reader,
  viewer: Viewer,
  wanted: Wanted,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly StoredLap[]> {
  const { places, segment, carIds, leagueIds, drivers } = wanted
  const segments = segment ? [segment] : SEGMENT_TYPES
  const walks = places.length * segments.length
  const byLeague = leagueIds.length > 0 && leagueIds.length * walks <= MOST_WALKS
  const byCar = !byLeague && drivers === null && carIds.length > 0 && carIds.length * walks <= MOST_WALKS
  const byName = leagueIds.length > 0
  const { rows } = await sql<StoredLap>`
    select ${SHOWN}
    from (
      select b.*
      from unnest(${places.map(({ trackId }) => trackId)}::text[], ${places.map(({ layoutId }) => layoutId)}::text[]) p (track_id, layout_id)
      cross join unnest(${[...segments]}::text[]) g (segment_type)
      ${byCar ? sql`cross join unnest(${[...carIds]}::text[]) k (car_id)` : sql``}
      ${byLeague ? sql`cross join unnest(${[...leagueIds]}::uuid[]) q (league_id)` : sql``}
      cross join lateral (
        select b.*
        from lap_bests b join leagues l on l.id = b.league_id join sessions s on s.id = b.session_id
        where b.game = ${wanted.game} and b.track_id = p.track_id and b.layout_id = p.layout_id and b.segment_type = g.segment_type
          ${byCar ? sql`and b.car_id = k.car_id` : sql``} ${byLeague ? sql`and b.league_id = q.league_id` : sql``}
          and ${isWanted('b', wanted)} and ${isTold(viewer, ['s', 'l'], byName)}
          and not exists (
            select from lap_bests f join leagues fl on fl.id = f.league_id join sessions fs on fs.id = f.session_id
            where f.user_id = b.user_id and f.game = b.game and f.track_id = b.track_id and f.layout_id = b.layout_id and f.car_id = b.car_id
              and f.segment_type = b.segment_type and f.is_wet = b.is_wet
              and f.lap_ms <= b.lap_ms and (f.lap_ms, f.driven_at, f.row_id) < (b.lap_ms, b.driven_at, b.row_id)
              and ${isWanted('f', wanted)} and ${isTold(viewer, ['fs', 'fl'], byName)})
        order by b.lap_ms, b.driven_at, b.row_id
        limit ${limit + offset}
      ) b
      order by b.lap_ms, b.driven_at, b.row_id
      limit ${limit} offset ${offset}
    ) b ${DRIVER}
    order by b.lap_ms, b.driven_at, b.row_id`.execute(db)
  return rows
}

/** Cars, communities, drivers and dates, where they are asked for. Of no dates the marked laps are all that may come first. */
function isWanted(bests: string, { carIds, leagueIds, drivers, from, until }: Wanted): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${bests}.${name}`)
  return sql`(${sql.join(
    [
      from === null && until === null ? column('is_best') : sql`true`,
      ...(from ? [sql`${column('driven_at')} >= ${from}`] : []),
      ...(until ? [sql`${column('driven_at')} < ${until}`] : []),
      ...(carIds.length > 0 ? [sql`${column('car_id')} = any (${[...carIds]}::text[])`] : []),
      ...(leagueIds.length > 0 ? [sql`${column('league_id')} = any (${[...leagueIds]}::uuid[])`] : []),
      ...(drivers ? [sql`${column('user_id')} = any (${[...drivers]}::uuid[])`] : []),
    ],
    sql` and `,
  )})`
}
