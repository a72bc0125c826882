import { sql } from 'kysely'
import type { SessionId, TournamentId, UserId } from '#core/ids.ts'
import { allowed } from '#core/result.ts'
import { fieldStrength } from '#modules/entries/rules/splits.ts'
import { rankIn, ratingOf } from '#modules/ranking/door.ts'
import { SIGNED_IN, UNPUBLISHED, VISITOR, type Viewer, maySeeDrivers, personOf } from '#modules/visibility/rules.ts'
import { atLeast } from '#modules/leagues/rules.ts'
import { builtOnce } from '#server/db/built-once.ts'
import type { Reader } from '#server/db/connect.ts'
import { TABLE_OF, type Scope, type StandingsRowView, type StandingsView, type Winner } from '../contract/standings.ts'
import { type KeptTable, type ReadRow, rowsOf } from '../decide/tables.ts'
import { NOT_DRIVEN } from '../rules.ts'
import type { Frame } from './views.ts'

export type Asked = {
  readonly scope: Scope
  readonly carClass?: string | undefined
  readonly limit: number
  readonly offset: number
}

/** For whom it is somebody's: a table with what of it is the viewer's own, or a visitor's. */
export async function tableOf<Season extends Frame>(
  db: Reader,
  of: Of<Season>,
  asked: Asked,
  viewer: Viewer,
): Promise<(OfSeason<Season> & { readonly table: StandingsView }) | null> {
  const read = await readTable(db, of, asked, viewer)
  if (!read) return null
  const { season, named, table, ownOf } = read
  const person = personOf(viewer)
  return { season, named, table: { ...table, ...(person ? ownOf(person) : NOBODYS) } }
}

/** A season by its id, and as the viewer may see it, which is being looked for. */
type Of<Season extends Frame> = { readonly id: TournamentId; readonly season: Promise<Season | null> }
export type OfSeason<Season extends Frame = Frame> = {
  readonly season: Season
  /** Whose names and ratings were read for it. */
  readonly named: readonly UserId[]
}
/** What of a table is its reader's. */
export type OwnPart = Pick<StandingsView, 'mine' | 'myClass'>
const NOBODYS: OwnPart = { mine: null, myClass: null }

type Read<Season extends Frame> = OfSeason<Season> & {
  readonly table: Omit<StandingsView, keyof OwnPart>
  /** What is a driver's on whatever page it is: the viewer's, anybody's where nobody in particular reads. */
  readonly ownOf: (driver: UserId) => OwnPart
}

/**
 * A table of a season, in its parts; `null`: the viewer sees no such season. It is empty where drivers are shown to the signed-in alone, or nothing
 * has been worked out yet. Both are asked for at once.
 */
export async function readTable<Season extends Frame>(
  db: Reader,
  { id, season: looked }: Of<Season>,
  asked: Asked,
  viewer: Viewer,
): Promise<Read<Season> | null> {
  const { scope, carClass, limit, offset } = asked
  const of = TABLE_OF[scope]
  const [season, found] = await Promise.all([looked, findTable(db, id, { of, carClass, limit, offset }, viewer)])
  if (!season) return null
  const { onlyBestRaceTime = false } = season.point_system as { readonly onlyBestRaceTime?: boolean }
  const nothing = { rounds: [], roundsHeld: 0, pointsLeft: 0, rows: [], winners: [], fieldStrength: null, total: 0 }
  const empty = { of, carClassId: carClass ?? null, onlyBestRaceTime, ...nothing }
  const nobody = { season, ownOf: () => NOBODYS, named: [] }
  if (!allowed(maySeeDrivers(viewer, season.opens))) return { table: { ...empty, loginRequired: true }, ...nobody }
  if (!found) return { table: { ...empty, loginRequired: false }, ...nobody }
  const { kept, people, ranks, classes } = found
  // a skip of an event that came to nothing is given back, as `skipsUsed` says
  const nothingOf = new Set(season.events.flatMap(({ sessionId, status }) => (NOT_DRIVEN.includes(status) ? [sessionId] : [])))
  const isHeld = (id: SessionId): boolean => kept.rows.some(({ cells }) => cells[kept.rounds.indexOf(id)])
  const skips = Map.groupBy(
    found.skips.filter(([, id]) => !nothingOf.has(id) || isHeld(id)),
    ([userId]) => userId,
  )
  const seesDrafts = viewer !== VISITOR && atLeast(season.role, 'admin')
  const shown = new Set(season.events.filter(({ status }) => seesDrafts || !UNPUBLISHED.includes(status)).map(({ sessionId }) => sessionId as string))
  const rounds = kept.rounds.flatMap((id, at) => (shown.has(id) ? [at] : []))
  const shownRow = (row: ReadRow, at: number) => rowOf(row, { of, key: String(at + 1), rounds, person: people.get(row.id as UserId), skips })
  const places = new Map(of === 'DRIVERS' ? kept.rows.map(({ id }, at) => [id, at]) : [])
  const table = {
    ...empty,
    rounds: rounds.map((at) => kept.rounds[at] as SessionId),
    roundsHeld: kept.roundsHeld,
    pointsLeft: kept.pointsLeft,
    rows: kept.rows.slice(offset, offset + limit).map((row, at) => shownRow(row, offset + at)),
    winners: winnersOf(kept.rows, rounds).map((won) => won.map(([row, at]) => winnerOf(shownRow(row, at)))),
    fieldStrength: fieldStrength(ranks.map(([, rank]) => rank)),
    total: kept.rows.length,
    loginRequired: false,
  }
  return {
    season,
    table,
    named: [...new Set([...people.keys(), ...ranks.map(([userId]) => userId)])],
    ownOf: (driver) => {
      const at = places.get(driver)
      if (at === undefined) return NOBODYS
      const mine = shownRow(kept.rows[at]!, at)
      // results name classes of the game too
      const own = season.classes.find(({ id }) => id === mine.carClassId)
      return { mine, myClass: own ? placeInClass(classes, own.id, driver) : null }
    },
  }
}

/** The rows that won a race of each of these rounds, with their places in the table. */
const winnersOf = (rows: readonly ReadRow[], rounds: readonly number[]): readonly (readonly (readonly [ReadRow, number])[])[] => {
  const all = rows.map((row, at) => [row, at] as const)
  return rounds.map((round) =>
    all.filter(([{ cells }]) => cells[round]?.races.some(({ places, leftOut = [] }) => places[0] === 1 || leftOut.some(({ place }) => place === 1))),
  )
}
const winnerOf = ({ key, driverId, name, country, rating }: StandingsRowView): Winner => ({ key, driverId, name, country, rating })

function placeInClass(classes: readonly ClassPlaces[], carClassId: string, driver: UserId): OwnPart['myClass'] {
  const places = classes.find((one) => one.carClassId === carClassId)?.places ?? []
  const own = places.find(([id]) => id === driver)
  if (!own) return null
  const [, position, gap] = own
  return { carClassId, position, gap, lead: own === places[0] && places[1] ? places[1][2] : null }
}

type Kept = Omit<Asked, 'scope'> & { readonly of: StandingsView['of'] }
type Person = Pick<StandingsRowView, 'name' | 'country' | 'rating'>
type Found = {
  readonly kept: Omit<KeptTable, 'rows'> & { readonly rows: readonly ReadRow[] }
  readonly people: ReadonlyMap<UserId, Person>
  readonly skips: readonly Skip[]
  /** Of who is registered. */
  readonly ranks: readonly Ranked[]
  /** Each in its order, where somebody in particular or anybody signed in reads. */
  readonly classes: readonly ClassPlaces[]
}
type Ranked = readonly [UserId, number | null]
type ClassPlaces = { readonly carClassId: string; readonly places: readonly (readonly [id: string, position: number | null, gap: number])[] }
/** Who stays away, from which round. */
type Skip = readonly [UserId, SessionId]

/**
 * A table as it is kept, and who of the drivers of its page, and who has won a race, and the viewer, is still there, with what they have reached in the
 * season's game. All, for nobody in particular.
 */
async function findTable(db: Reader, id: TournamentId, { of, carClass, limit, offset }: Kept, viewer: Viewer): Promise<Found | null> {
  const isWhole = of === 'DRIVERS' && carClass === undefined
  const [row] = await tableRows(db, [id, of, carClass ?? '', isWhole, viewer !== VISITOR, viewer === SIGNED_IN, personOf(viewer), offset, limit])
  if (!row) return null
  return {
    kept: { ...row.kept, rows: rowsOf(row.kept, row.cells) },
    people: new Map((row.people ?? []).map(({ id: one, ...person }) => [one, person])),
    skips: row.skips ?? [],
    ranks: row.ranks ?? [],
    classes: (row.classes ?? []).map((one) => ({ ...one, places: one.places ?? [] })),
  }
}

type TableRow = {
  readonly kept: KeptTable
  /** Of each row, in their order; null: of a table that was kept before they stood apart. */
  readonly cells: readonly StandingsRowView['cells'][] | null
  readonly people: readonly (Person & { readonly id: UserId })[] | null
  readonly skips: readonly Skip[] | null
  readonly ranks: readonly Ranked[] | null
  readonly classes: readonly ClassPlaces[] | null
}
const tableRows = builtOnce<TableRow>((db, at) => {
  const [id, of, carClass, isWhole, isSignedIn, isAnybody, person, offset, limit] = Array.from({ length: 9 }, (_, index) => at(index))
  return {
    compile: () =>
      sql<TableRow>`
    select k.standings as kept, k.cells, (
      select json_agg(json_build_object('id', u.id, 'name', u.name, 'country', u.country, 'rating', ${ratingOf('u.id', 't.game')}))
      from jsonb_array_elements_text(case when k.of = 'DRIVERS' then jsonb_path_query_array(k.standings, '$.rows[*].id') end) with ordinality r (id, place)
      join users u on u.id = r.id::uuid and u.removed_at is null
      where (r.place > ${offset}::bigint and r.place <= ${offset}::bigint + ${limit}::bigint) or u.id = ${person}::uuid or ${isAnybody}::boolean
        -- looked for once: to read the table again for each row takes longer than all the rest
        or jsonb_array_length(k.standings -> 'rows') > ${limit}::bigint and r.id = any (array(
          select won #>> '{}' from jsonb_path_query(k.standings, '$.rows[*] ? (@.wins > 0).id') won))
    ) as people, (
      select json_agg(json_build_array(s.user_id, s.session_id)) from tournament_skips s join tournament_sessions o on o.session_id = s.session_id
      where o.tournament_id = t.id and k.of = 'DRIVERS'
    ) as skips, (
      select json_agg(json_build_array(e.user_id, ${rankIn('e.user_id', 't.game')})) from tournament_entries e
      where ${isWhole}::boolean and e.tournament_id = t.id and e.status = 'ACTIVE'
    ) as ranks, (
      select json_agg(json_build_object('carClassId', c.class_id, 'places', (
        select json_agg(json_build_array(r.row -> 'id', r.row -> 'position', r.row -> 'gap') order by r.place)
        from jsonb_array_elements(c.standings -> 'rows') with ordinality r (row, place))))
      from tournament_standings c
      where ${isWhole}::boolean and ${isSignedIn}::boolean and c.tournament_id = t.id and c.of = 'DRIVERS' and c.class_id <> ''
    ) as classes
    from tournament_standings k join tournaments t on t.id = k.tournament_id
    where k.tournament_id = ${id} and k.of = ${of} and k.class_id = ${carClass}`.compile(db),
  }
})

type About = {
  readonly of: StandingsView['of']
  readonly key: string
  readonly rounds: readonly number[]
  readonly person: Person | undefined
  readonly skips: ReadonlyMap<UserId, readonly Skip[]>
}

/** Who erased the account has neither name nor id. */
function rowOf({ id, cells, ...row }: ReadRow, { of, key, rounds, person, skips }: About): StandingsRowView {
  const isDriver = of === 'DRIVERS'
  const name = isDriver ? (person?.name ?? null) : of === 'TEAMS' ? id : null
  return {
    ...row,
    key,
    driverId: isDriver && name !== null ? (id as UserId) : null,
    name,
    country: isDriver ? (person?.country ?? null) : of === 'NATIONS' ? id : null,
    rating: person?.rating ?? null,
    skippedSessionIds: (skips.get(id as UserId) ?? []).map(([, sessionId]) => sessionId),
    cells: rounds.map((at) => cells[at] ?? null),
    progress: [...row.progress],
    // a table that was kept before there were any has none
    byHand: [...(row.byHand ?? [])],
  }
}
