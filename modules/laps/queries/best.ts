import { sql, type RawBuilder } from 'kysely'
import type { UserId } from '#core/ids.ts'
import { personOf, SIGNED_IN, VISITOR, type Viewer } from '#modules/visibility/rules.ts'
import { builtOnce } from '#server/db/built-once.ts'
import type { Reader } from '#server/db/connect.ts'
import { SEGMENT_TYPES } from '../rules.ts'
import { DRIVER, eachTold, findBestOfSeason, isIn, isWanted, oneOfTold, SHOWN, toldLeagues, type Page, type StoredLap, type Wanted } from './list.ts'

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
export async function findBest(db: Reader, viewer: Viewer, wanted: Wanted, page: Page): Promise<readonly StoredLap[]> {
  if (wanted.tournamentId) return findBestOfSeason(db, viewer, wanted, page)
  const { places, segment, carIds, leagueIds, drivers, from, until } = wanted
  const segments = segment ? [segment] : SEGMENT_TYPES
  const walks = places.length * segments.length
  const by = (
    [
      { column: 'user_id', ids: drivers ?? [], few: drivers !== null },
      { column: 'league_id', ids: leagueIds, few: leagueIds.length > 0 && leagueIds.length * walks <= MOST_WALKS },
      { column: 'car_id', ids: carIds, few: carIds.length > 0 && carIds.length * walks <= MOST_WALKS },
    ] as const
  ).find(({ few }) => few)
  const isShort = by === undefined && from !== null && until !== null && until.getTime() - from.getTime() <= SHORT_MS
  const count = walks * (by?.ids.length ?? 1)
  const shape: Shape = {
    viewer: personOf(viewer) ? null : (viewer as Shape['viewer']),
    has: [carIds.length > 0, leagueIds.length > 0, drivers !== null, from !== null, until !== null],
    segments,
    by: by?.column ?? null,
    atOnce: count > 1 && count <= MOST_AT_ONCE ? { places: places.length, ids: by?.ids.length ?? 1 } : null,
    isShort,
    most: stepOf(page.limit + page.offset),
  }
  const [tracks, layouts] = [places.map(({ trackId }) => trackId), places.map(({ layoutId }) => layoutId)]
  const values = [wanted.game, from, until, carIds, leagueIds, drivers, viewer, page.limit, page.offset, tracks, layouts, by?.ids]
  return statementOf(shape)(db, [...values, ...(shape.atOnce ? [...tracks, ...layouts, ...(by?.ids ?? [])] : [])])
}

/** What makes a statement another one: all but its values. */
type Shape = {
  /** `null`: somebody. */
  readonly viewer: typeof VISITOR | typeof SIGNED_IN | null
  /** Cars, communities, drivers, a first and a last day. */
  readonly has: readonly [cars: boolean, leagues: boolean, drivers: boolean, from: boolean, until: boolean]
  readonly segments: readonly string[]
  /** What each place is walked by, once for each id. */
  readonly by: keyof typeof TYPES | null
  /** Of how many places and ids, where each of their walks is written down. */
  readonly atOnce: { readonly places: number; readonly ids: number } | null
  readonly isShort: boolean
  readonly most: number
}
const TYPES = { user_id: 'uuid', league_id: 'uuid', car_id: 'text' } as const

/** Statements that stay built: nine walks take as long to write down as to make. */
const MOST_SHAPES = 300
const shapes = new Map<string, ReturnType<typeof builtBest>>()

function statementOf(shape: Shape): ReturnType<typeof builtBest> {
  const key = JSON.stringify(shape)
  const found = shapes.get(key) ?? builtBest(shape)
  if (shapes.size < MOST_SHAPES) shapes.set(key, found)
  return found
}

/** The places of the values of `findBest`; behind them, for walks side by side, each track, each layout and each id. */
const AT = {
  game: 0,
  from: 1,
  until: 2,
  carIds: 3,
  leagueIds: 4,
  drivers: 5,
  viewer: 6,
  limit: 7,
  offset: 8,
  tracks: 9,
  layouts: 10,
  ids: 11,
  each: 12,
} as const
const builtBest = (shape: Shape) =>
  builtOnce<StoredLap>((db, at) => {
    const { segments, by, atOnce, isShort, has } = shape
    const [cars, leagues, drivers, from, until] = has
    const wanted: Wanted = {
      game: at(AT.game),
      places: [],
      segment: null,
      carIds: cars ? at(AT.carIds) : [],
      leagueIds: leagues ? at(AT.leagueIds) : [],
      drivers: drivers ? at(AT.drivers) : null,
      from: from ? at(AT.from) : null,
      until: until ? at(AT.until) : null,
      tournamentId: null,
    }
    const viewer = shape.viewer ?? (at(AT.viewer) as UserId)
    const told = isShort ? oneOfTold : eachTold(viewer, wanted)
    const most = sql.lit(shape.most)
    const walk = ({ trackId, layoutId, segmentType, id }: Walk): RawBuilder<unknown> => {
      const isHere = sql`b.game = ${wanted.game} and b.track_id = ${trackId} and b.layout_id = ${layoutId} and b.segment_type = ${segmentType}
        ${by ? sql`and ${sql.ref(`b.${by}`)} = ${id}` : sql``} and ${isWanted('b', wanted, told, !isShort && by === null)}`
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
    const sideBySide = ({ places, ids }: NonNullable<Shape['atOnce']>): RawBuilder<unknown> => {
      const each = (no: number, type: string) => sql`${at(AT.each + no)}::${sql.raw(type)}`
      const all = Array.from({ length: places }, (_, place) =>
        segments.flatMap((segmentType) =>
          Array.from({ length: ids }, (_one, id) =>
            walk({
              trackId: each(place, 'text'),
              layoutId: each(places + place, 'text'),
              segmentType: sql`${segmentType}::text`,
              id: by ? each(2 * places + id, TYPES[by]) : sql``,
            }),
          ),
        ),
      ).flat()
      return sql`select * from ((${sql.join(all, sql`) union all (`)})) b order by b.lap_ms, b.driven_at, b.row_id limit ${most}`
    }
    const inTurn = (): RawBuilder<unknown> => sql`
      select b.* from unnest(${at(AT.tracks)}::text[], ${at(AT.layouts)}::text[]) p (track_id, layout_id)
      cross join unnest(${[...segments]}::text[]) g (segment_type)
      ${by ? sql`cross join unnest(${at(AT.ids)}::${sql.raw(TYPES[by])}[]) k (id)` : sql``}
      cross join lateral (
        ${walk({ trackId: sql`p.track_id`, layoutId: sql`p.layout_id`, segmentType: sql`g.segment_type`, id: sql`k.id` })}
      ) b`
    const statement = sql<StoredLap>`
      with ${isShort ? sql`told as materialized (${toldLeagues(viewer, wanted.leagueIds)}),` : sql``}
      -- by itself: beside what the walks are thought to cost, PostgreSQL takes reading all drivers for as good as looking for twenty
      page as materialized (
        select b.row_id, b.user_id from (${atOnce ? sideBySide(atOnce) : inTurn()}) b
        order by b.lap_ms, b.driven_at, b.row_id
        limit ${at(AT.limit)} offset ${at(AT.offset)}
      )
      select ${SHOWN}
      from page join lap_bests b on b.row_id = page.row_id and b.user_id = page.user_id ${DRIVER}
      order by b.lap_ms, b.driven_at, b.row_id`
    return { compile: () => statement.compile(db) }
  })

/**
 * How far a walk goes, as a number of the statement itself: plans are made once for all parameters, and one that does not know how few laps are wanted
 * reads all there are. In steps, so that there are few statements.
 */
const stepOf = (laps: number): number => [20, 40, 100, 300, 1000].find((step) => laps <= step) ?? laps

type Walk = Readonly<Record<'trackId' | 'layoutId' | 'segmentType' | 'id', RawBuilder<unknown>>>
