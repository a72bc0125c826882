import { sql, type RawBuilder } from 'kysely'
import type { LeagueId, SessionId, UserId } from '#core/ids.ts'
import { isListedFor, seesDrivers, seesLeague } from '#modules/visibility/door.ts'
import { personOf, type Viewer } from '#modules/visibility/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import type { RatingView } from '#modules/ranking/contract.ts'
import { ratingOf } from '#modules/ranking/door.ts'
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
  /** `null`: whether of a season or not. */
  readonly tournamentId: string | null
}

export type StoredLap = {
  readonly userId: UserId
  readonly name: string | null
  readonly country: string | null
  readonly rating: RatingView | null
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
  /** A text where a statement packs laps. */
  readonly drivenAt: Date | string
}

/** What a row shows, of `b`, and of the driver `u`. */
export const SHOWN = sql`b.user_id as "userId", u.name, u.country, ${ratingOf('u.id', 'b.game')} as rating, b.league_id as "leagueId", b.session_id as "sessionId", b.game, b.track_id as "trackId",
  b.layout_id as "layoutId", b.track_name as "trackName", b.car_id as "carId", b.car_name as "carName", b.segment_type as "segmentType",
  b.segment_key as segment, b.is_wet as wet, b.lap_ms as "lapMs", b.driven_at as "drivenAt"`
export const DRIVER = sql`left join users u on u.id = b.user_id and u.removed_at is null`

/**
 * The communities of whose laps the viewer is told: those that everybody finds and the viewer's own; one that is asked for by name need not stand in
 * lists. Laps are kept of events that are published and not deleted, so this is all there is to ask.
 */
export const toldLeagues = (viewer: Viewer, leagueIds: readonly LeagueId[]): RawBuilder<unknown> =>
  sql`select l.id from leagues l where ${seesDrivers(viewer, 'l')} and ${
    leagueIds.length > 0 ? sql`l.id = any (${[...leagueIds]}::uuid[]) and ${seesLeague(personOf(viewer), 'l')}` : isListedFor(personOf(viewer), 'l')
  }`

/** Whether the viewer is told of the community of a lap. */
type Told = (leagueId: RawBuilder<unknown>) => RawBuilder<boolean>
/** Where all laps of a time are read: one of those in the list `told`. */
const oneOfTold: Told = (leagueId) => sql`${leagueId} in (select id from told)`
/** Where few laps are looked at, however many communities there are: of each its own is looked up. */
const eachTold =
  (viewer: Viewer, { leagueIds }: Wanted): Told =>
  (leagueId) =>
    sql`exists (${toldLeagues(viewer, leagueIds)} and l.id = ${leagueId} offset 0)`

/** So many walks of an index are made for cars, communities or drivers; of more the laps are read by time and looked at. */
const MOST_WALKS = 64
/** So many are made side by side, each no further than the page needs; of more each goes as far as a page, one after the other. */
const MOST_AT_ONCE = 16
/** Of so few days all laps are read and put in order; of more the walk from the fastest on ends sooner. */
const SHORT_MS = 8 * 86_400_000

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
  if (wanted.tournamentId) return findBestOfSeason(db, viewer, wanted, { limit, offset })
  const { places, segment, carIds, leagueIds, drivers } = wanted
  const segments = segment ? [segment] : SEGMENT_TYPES
  const walks = places.length * segments.length
  const by = [
    ...(drivers ? [{ ids: drivers, column: 'user_id', type: 'uuid', few: true }] : []),
    { ids: leagueIds, column: 'league_id', type: 'uuid', few: leagueIds.length * walks <= MOST_WALKS },
    { ids: carIds, column: 'car_id', type: 'text', few: carIds.length * walks <= MOST_WALKS },
  ].find(({ ids, few }) => few && (drivers || ids.length > 0))
  const isShort = by === undefined && wanted.from !== null && wanted.until !== null && wanted.until.getTime() - wanted.from.getTime() <= SHORT_MS
  const told = isShort ? oneOfTold : eachTold(viewer, wanted)
  const most = sql.lit(stepOf(limit + offset))
  const walk = ({ trackId, layoutId, segmentType, id }: Walk): RawBuilder<unknown> => {
    const isHere = sql`b.game = ${wanted.game} and b.track_id = ${trackId} and b.layout_id = ${layoutId} and b.segment_type = ${segmentType}
      ${by ? sql`and ${sql.ref(`b.${by.column}`)} = ${id}` : sql``} and ${isWanted('b', wanted, told, !isShort && by === undefined)}`
    return sql`
      select b.row_id, b.user_id, b.lap_ms, b.driven_at
      from ${isShort ? sql`(select b.* from lap_bests b where ${isHere} order by b.lap_ms, b.driven_at, b.row_id offset 0)` : sql`lap_bests`} b
      where ${isShort ? sql`true` : isHere}
        and not exists (
          select from lap_bests f
          where f.user_id = b.user_id and f.game = ${wanted.game} and f.track_id = ${trackId} and f.layout_id = ${layoutId} and f.car_id = b.car_id
            and f.segment_type = ${segmentType} and f.is_wet = b.is_wet
            and f.lap_ms <= b.lap_ms and (f.lap_ms, f.driven_at, f.row_id) < (b.lap_ms, b.driven_at, b.row_id)
            and ${isIn('f', wanted, told)}
          -- looked for lap by lap, until the page is full
          offset 0)
      ${drivers ? sql`` : sql`order by b.lap_ms, b.driven_at, b.row_id limit ${most}`}`
  }
  const ids = by ? by.ids : [null]
  const count = walks * ids.length
  const atOnce = (): RawBuilder<unknown> => {
    const all = places.flatMap((place) => segments.flatMap((segmentType) => ids.map((id) => walk(bound({ ...place, segmentType, id }, by?.type)))))
    return sql`select * from ((${sql.join(all, sql`) union all (`)})) b order by b.lap_ms, b.driven_at, b.row_id limit ${most}`
  }
  const inTurn = (): RawBuilder<unknown> => sql`
    select b.* from unnest(${places.map(({ trackId }) => trackId)}::text[], ${places.map(({ layoutId }) => layoutId)}::text[]) p (track_id, layout_id)
    cross join unnest(${[...segments]}::text[]) g (segment_type)
    ${by ? sql`cross join unnest(${[...by.ids]}::${sql.raw(by.type)}[]) k (id)` : sql``}
    cross join lateral (
      ${walk({ trackId: sql`p.track_id`, layoutId: sql`p.layout_id`, segmentType: sql`g.segment_type`, id: sql`k.id` })}
    ) b`
  const { rows } = await sql<StoredLap>`
    with ${isShort ? sql`told as materialized (${toldLeagues(viewer, leagueIds)}),` : sql``}
    -- by itself: beside what the walks are thought to cost, PostgreSQL takes reading all drivers for as good as looking for twenty
    page as materialized (
      select b.row_id, b.user_id from (${count > 1 && count <= MOST_AT_ONCE ? atOnce() : inTurn()}) b
      order by b.lap_ms, b.driven_at, b.row_id
      limit ${limit} offset ${offset}
    )
    select ${SHOWN}
    from page join lap_bests b on b.row_id = page.row_id and b.user_id = page.user_id ${DRIVER}
    order by b.lap_ms, b.driven_at, b.row_id`.execute(db)
  return rows
}

type Walk = Readonly<Record<'trackId' | 'layoutId' | 'segmentType' | 'id', RawBuilder<unknown>>>

/** A walk whose place is said by values. */
const bound = (place: Place & { readonly segmentType: string; readonly id: string | null }, type = 'text'): Walk => ({
  trackId: sql`${place.trackId}::text`,
  layoutId: sql`${place.layoutId}::text`,
  segmentType: sql`${place.segmentType}::text`,
  id: sql`${place.id}::${sql.raw(type)}`,
})

/** As `findBest`, of the events of a season: so few that all their laps are read, and each driver's fastest of them stands. */
async function findBestOfSeason(
  db: Reader,
  viewer: Viewer,
  wanted: Wanted,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly StoredLap[]> {
  const { rows } = await sql<StoredLap>`
    with told as materialized (${toldLeagues(viewer, wanted.leagueIds)})
    select ${SHOWN}
    from (
      select distinct on (b.user_id, b.track_id, b.layout_id, b.car_id, b.segment_type, b.is_wet) b.*
      from lap_bests b
      where b.game = ${wanted.game} and ${isAt('b', wanted)} and ${isWanted('b', wanted, oneOfTold)}
      order by b.user_id, b.track_id, b.layout_id, b.car_id, b.segment_type, b.is_wet, b.lap_ms, b.driven_at, b.row_id
    ) b ${DRIVER}
    order by b.lap_ms, b.driven_at, b.row_id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** Of the places and the segment that are wanted. */
const isAt = (laps: string, { places, segment }: Wanted): RawBuilder<boolean> => sql`(
  (${sql.ref(`${laps}.track_id`)}, ${sql.ref(`${laps}.layout_id`)}) in (
    select * from unnest(${places.map(({ trackId }) => trackId)}::text[], ${places.map(({ layoutId }) => layoutId)}::text[]))
  and (${segment}::text is null or ${sql.ref(`${laps}.segment_type`)} = ${segment}))`

/**
 * How far a walk goes, as a number of the statement itself: plans are made once for all parameters, and one that does not know how few laps are wanted
 * reads all there are. In steps, so that there are few statements.
 */
const stepOf = (laps: number): number => [20, 40, 100, 300, 1000].find((step) => laps <= step) ?? laps

/** Whether a lap counts for a list: of the dates and the season, and told. Of no dates the marked laps are all that may come first. */
function isIn(laps: string, { from, until, tournamentId }: Wanted, told: Told, inTheirOrder = false): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${laps}.${name}`)
  // not as the index of dates has it: whoever walks from the fastest on is not to read a whole season first
  const drivenAt = inTheirOrder ? sql`(${column('driven_at')} + interval '0')` : column('driven_at')
  return sql`(${sql.join(
    [
      from === null && until === null && tournamentId === null ? column('is_best') : sql`true`,
      ...(tournamentId
        ? [sql`${column('session_id')} in (select s.id from sessions s where s.tournament_id = ${tournamentId} and s.deleted_at is null)`]
        : []),
      ...(from ? [sql`${drivenAt} >= ${from}`] : []),
      ...(until ? [sql`${drivenAt} < ${until}`] : []),
      told(column('league_id')),
    ],
    sql` and `,
  )})`
}

/** As `isIn`, of the cars and drivers that are asked for: a driver's other laps with the car are of them as well. */
const isWanted = (
  laps: string,
  wanted: Wanted,
  told: Told,
  inTheirOrder = false,
): RawBuilder<boolean> => sql`(${isIn(laps, wanted, told, inTheirOrder)}
  ${wanted.carIds.length > 0 ? sql`and ${sql.ref(`${laps}.car_id`)} = any (${[...wanted.carIds]}::text[])` : sql``}
  ${wanted.drivers ? sql`and ${sql.ref(`${laps}.user_id`)} = any (${[...wanted.drivers]}::uuid[])` : sql``})`

/** Somebody's own best of each segment of a list, the fastest first. */
export async function findOwn(db: Reader, userId: UserId, wanted: Wanted): Promise<readonly StoredLap[]> {
  const { rows } = await sql<StoredLap>`
    with told as materialized (${toldLeagues(userId, wanted.leagueIds)})
    select ${SHOWN}
    from (
      select distinct on (b.segment_type) b.*
      from lap_bests b
      where b.user_id = ${userId} and b.game = ${wanted.game}
        and ${isAt('b', wanted)}
        -- dated or not: one's own are few, and the marked ones are in no index of drivers
        and ${isWanted('b', { ...wanted, drivers: null, from: wanted.from ?? new Date(0) }, oneOfTold)}
      order by b.segment_type, b.lap_ms, b.driven_at, b.row_id
    ) b ${DRIVER}
    order by b.lap_ms, b.driven_at, b.row_id`.execute(db)
  return rows
}
