import { sql } from 'kysely'
import type { SessionId, UserId } from '#core/ids.ts'
import { allowed } from '#core/result.ts'
import { fieldStrength } from '#modules/entries/rules/splits.ts'
import { rankIn, ratingOf } from '#modules/ranking/door.ts'
import { SIGNED_IN, UNPUBLISHED, VISITOR, type Viewer, maySeeDrivers, personOf } from '#modules/visibility/rules.ts'
import { atLeast } from '#modules/leagues/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import { TABLE_OF, type Scope, type StandingsRowView, type StandingsView, type Winner } from '../contract/standings.ts'
import type { KeptRow, KeptTable } from '../decide/tables.ts'
import type { ViewRow } from './views.ts'

export type Asked = {
  readonly scope: Scope
  readonly carClass?: string | undefined
  readonly limit: number
  readonly offset: number
}

/** A table of a season that the viewer may see; empty where drivers are shown to the signed-in alone, or nothing has been worked out yet. */
export async function tableOf(db: Reader, season: ViewRow, asked: Asked, viewer: Viewer): Promise<StandingsView> {
  const { table, ownOf } = await readTable(db, season, asked, viewer)
  const person = personOf(viewer)
  return { ...table, ...(person ? ownOf(person) : NOBODYS) }
}

/** What of a table is its reader's. */
export type OwnPart = Pick<StandingsView, 'mine' | 'myClass'>
export const NOBODYS: OwnPart = { mine: null, myClass: null }

type Read = {
  readonly table: Omit<StandingsView, keyof OwnPart>
  /** What is a driver's on whatever page it is: the viewer's, anybody's where nobody in particular reads. */
  readonly ownOf: (driver: UserId) => OwnPart
  /** Whose names and ratings were read for it. */
  readonly named: readonly UserId[]
}

/** As `tableOf`, in its parts. */
export async function readTable(db: Reader, season: ViewRow, { scope, carClass, limit, offset }: Asked, viewer: Viewer): Promise<Read> {
  const of = TABLE_OF[scope]
  const { onlyBestRaceTime = false } = season.point_system as { readonly onlyBestRaceTime?: boolean }
  const nothing = { rounds: [], roundsHeld: 0, pointsLeft: 0, rows: [], winners: [], fieldStrength: null, total: 0 }
  const empty = { of, carClassId: carClass ?? null, onlyBestRaceTime, ...nothing }
  const nobody = { ownOf: () => NOBODYS, named: [] }
  if (!allowed(maySeeDrivers(viewer, season.opens))) return { table: { ...empty, loginRequired: true }, ...nobody }
  const found = await findTable(db, season, { of, carClass, limit, offset }, viewer)
  if (!found) return { table: { ...empty, loginRequired: false }, ...nobody }
  const { kept, people, skips, ranks, classes } = found
  const seesDrafts = viewer !== VISITOR && atLeast(season.role, 'admin')
  const shown = new Set(season.events.filter(({ status }) => seesDrafts || !UNPUBLISHED.includes(status)).map(({ sessionId }) => sessionId as string))
  const rounds = kept.rounds.flatMap((id, at) => (shown.has(id) ? [at] : []))
  const shownRow = (row: KeptRow, at: number) => rowOf(row, { of, key: String(at + 1), rounds, person: people.get(row.id as UserId), skips })
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
const winnersOf = (rows: readonly KeptRow[], rounds: readonly number[]): readonly (readonly (readonly [KeptRow, number])[])[] => {
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
  readonly kept: KeptTable
  readonly people: ReadonlyMap<UserId, Person>
  readonly skips: Skips
  /** Of who is registered. */
  readonly ranks: readonly Ranked[]
  /** Each in its order, where somebody in particular or anybody signed in reads. */
  readonly classes: readonly ClassPlaces[]
}
type Ranked = readonly [UserId, number | null]
type ClassPlaces = { readonly carClassId: string; readonly places: readonly (readonly [id: string, position: number | null, gap: number])[] }
/** By who stays away. */
type Skips = ReadonlyMap<UserId, readonly (readonly [UserId, SessionId])[]>

/**
 * A table as it is kept, and who of the drivers of its page, and who has won a race, and the viewer, is still there, with what they have reached in the
 * season's game. All, for nobody in particular.
 */
async function findTable(db: Reader, season: ViewRow, { of, carClass, limit, offset }: Kept, viewer: Viewer): Promise<Found | null> {
  const isWhole = of === 'DRIVERS' && carClass === undefined
  const { rows } = await sql<{
    kept: KeptTable
    people: readonly (Person & { readonly id: UserId })[] | null
    skips: readonly (readonly [UserId, SessionId])[] | null
    ranks: readonly Ranked[] | null
    classes: readonly ClassPlaces[] | null
  }>`
    select k.standings as kept, (
      select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name, 'country', u.country, 'rating', ${ratingOf('u.id', 'g.game')}))
      from jsonb_array_elements_text(case when k.of = 'DRIVERS' then jsonb_path_query_array(k.standings, '$.rows[*].id') end) with ordinality r (id, place)
      join users u on u.id = r.id::uuid and u.removed_at is null cross join (select ${season.game}::text as game) g
      where (r.place > ${offset} and r.place <= ${offset + limit}) or u.id = ${personOf(viewer)}::uuid or ${viewer === SIGNED_IN}
        or r.id = any (${wonBehind(limit)})
    ) as people, (
      select jsonb_agg(jsonb_build_array(s.user_id, s.session_id)) from tournament_skips s join tournament_sessions o on o.session_id = s.session_id
      where o.tournament_id = k.tournament_id and k.of = 'DRIVERS'
    ) as skips, (
      select jsonb_agg(jsonb_build_array(e.user_id, ${rankIn('e.user_id', 'g.game')}))
      from tournament_entries e cross join (select ${season.game}::text as game) g
      where ${isWhole} and e.tournament_id = k.tournament_id and e.status = 'ACTIVE'
    ) as ranks, (
      select jsonb_agg(jsonb_build_object('carClassId', c.class_id, 'places', (
        select jsonb_agg(jsonb_build_array(r.row -> 'id', r.row -> 'position', r.row -> 'gap') order by r.place)
        from jsonb_array_elements(c.standings -> 'rows') with ordinality r (row, place))))
      from tournament_standings c
      where ${isWhole && viewer !== VISITOR} and c.tournament_id = k.tournament_id and c.of = 'DRIVERS' and c.class_id <> ''
    ) as classes
    from tournament_standings k where k.tournament_id = ${season.id} and k.of = ${of} and k.class_id = ${carClass ?? ''}`.execute(db)
  const [row] = rows
  if (!row) return null
  const people = new Map((row.people ?? []).map(({ id, ...person }) => [id, person]))
  const skips = Map.groupBy(row.skips ?? [], ([userId]) => userId)
  return { kept: row.kept, people, skips, ranks: row.ranks ?? [], classes: (row.classes ?? []).map((one) => ({ ...one, places: one.places ?? [] })) }
}

/**
 * Who of a table has won a race, where its page does not have all of it: looked for once, since reading the table again for each row takes longer
 * than all the rest.
 */
const wonBehind = (limit: number) => sql`array(select won #>> '{}'
  from jsonb_path_query(k.standings, '$.rows[*] ? (@.cells[*].races[*].places[0] == 1).id') won where jsonb_array_length(k.standings -> 'rows') > ${limit}::bigint)`

type About = {
  readonly of: StandingsView['of']
  readonly key: string
  readonly rounds: readonly number[]
  readonly person: Person | undefined
  readonly skips: Skips
}

/** Who erased the account has neither name nor id. */
function rowOf({ id, cells, ...row }: KeptRow, { of, key, rounds, person, skips }: About): StandingsRowView {
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
    cells: rounds.map((at) => {
      const cell = cells[at]
      if (!cell) return null
      const { points, isDropped, isDisqualified, isMissed, races } = cell
      return {
        points,
        isDropped,
        isDisqualified,
        isMissed,
        races: races.map((race, index) => ({
          // of a table that was kept before these were
          no: race.no ?? index + 1,
          penaltyMs: race.penaltyMs ?? 0,
          penaltyPlaces: race.penaltyPlaces ?? 0,
          points: race.points,
          places: [...race.places],
          status: race.status,
          hasPole: race.hasPole,
          hasFastestLap: race.hasFastestLap,
          adjustment: race.adjustment,
          ...(race.leftOut && { leftOut: [...race.leftOut] }),
        })),
      }
    }),
    progress: [...row.progress],
    // a table that was kept before there were any has none
    byHand: [...(row.byHand ?? [])],
  }
}
