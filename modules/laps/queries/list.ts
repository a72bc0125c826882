import { sql, type RawBuilder } from 'kysely'
import type { LeagueId, SessionId, UserId } from '#core/ids.ts'
import { isListedFor, seesDrivers, seesLeague } from '#modules/visibility/door.ts'
import { personOf, type Viewer } from '#modules/visibility/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import type { RatingView } from '#modules/ranking/contract.ts'
import { ratingOf } from '#modules/ranking/door.ts'
import type { LapSegment } from '../rules.ts'

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
    leagueIds.length > 0 ? sql`l.id = any (${leagueIds}::uuid[]) and ${seesLeague(personOf(viewer), 'l')}` : isListedFor(personOf(viewer), 'l')
  }`

export type Page = { readonly limit: number; readonly offset: number }

/** Whether the viewer is told of the community of a lap. */
type Told = (leagueId: RawBuilder<unknown>) => RawBuilder<boolean>
/** Where all laps of a time are read: one of those in the list `told`. */
export const oneOfTold: Told = (leagueId) => sql`${leagueId} in (select id from told)`
/** Where few laps are looked at, however many communities there are: of each its own is looked up. */
export const eachTold =
  (viewer: Viewer, { leagueIds }: Wanted): Told =>
  (leagueId) =>
    sql`exists (${toldLeagues(viewer, leagueIds)} and l.id = ${leagueId} offset 0)`

/** As `findBest`, of the events of a season: so few that all their laps are read, and each driver's fastest of them stands. */
export async function findBestOfSeason(db: Reader, viewer: Viewer, wanted: Wanted, { limit, offset }: Page): Promise<readonly StoredLap[]> {
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

/** Whether a lap counts for a list: of the dates and the season, and told. Of no dates the marked laps are all that may come first. */
export function isIn(laps: string, { from, until, tournamentId }: Wanted, told: Told, inTheirOrder = false): RawBuilder<boolean> {
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
export const isWanted = (
  laps: string,
  wanted: Wanted,
  told: Told,
  inTheirOrder = false,
): RawBuilder<boolean> => sql`(${isIn(laps, wanted, told, inTheirOrder)}
  ${wanted.carIds.length > 0 ? sql`and ${sql.ref(`${laps}.car_id`)} = any (${wanted.carIds}::text[])` : sql``}
  ${wanted.drivers ? sql`and ${sql.ref(`${laps}.user_id`)} = any (${wanted.drivers}::uuid[])` : sql``})`

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
