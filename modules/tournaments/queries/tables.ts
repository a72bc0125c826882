import { sql } from 'kysely'
import type { SessionId, UserId } from '#core/ids.ts'
import { allowed } from '#core/result.ts'
import { ratingOf } from '#modules/ranking/door.ts'
import { SIGNED_IN, UNPUBLISHED, VISITOR, type Viewer, maySeeDrivers, personOf } from '#modules/visibility/rules.ts'
import { atLeast } from '#modules/leagues/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import { TABLE_OF, type Scope, type StandingsRowView, type StandingsView } from '../contract/standings.ts'
import type { KeptRow, KeptTable } from '../decide/tables.ts'
import type { ViewRow } from './views.ts'

type Asked = {
  readonly scope: Scope
  readonly carClass?: string | undefined
  readonly limit: number
  readonly offset: number
}

/** A table of a season that the viewer may see; empty where drivers are shown to the signed-in alone, or nothing has been worked out yet. */
export async function tableOf(db: Reader, season: ViewRow, asked: Asked, viewer: Viewer): Promise<StandingsView> {
  const { table, rowFor } = await readTable(db, season, asked, viewer)
  const person = personOf(viewer)
  return { ...table, mine: person && rowFor(person) }
}

type Read = {
  readonly table: Omit<StandingsView, 'mine'>
  /** The row of a driver on whatever page it is: of the viewer, of anybody where nobody in particular reads. */
  readonly rowFor: (driver: UserId) => StandingsRowView | null
  /** Whose names and ratings were read for it. */
  readonly named: readonly UserId[]
}

/** As `tableOf`, in its parts. */
export async function readTable(db: Reader, season: ViewRow, { scope, carClass, limit, offset }: Asked, viewer: Viewer): Promise<Read> {
  const of = TABLE_OF[scope]
  const { onlyBestRaceTime = false } = season.point_system as { readonly onlyBestRaceTime?: boolean }
  const empty = { of, carClassId: carClass ?? null, rounds: [], roundsHeld: 0, pointsLeft: 0, onlyBestRaceTime, rows: [], total: 0 }
  const nobody = { rowFor: () => null, named: [] }
  if (!allowed(maySeeDrivers(viewer, season.opens))) return { table: { ...empty, loginRequired: true }, ...nobody }
  const found = await findTable(db, season, { of, carClass, limit, offset }, viewer)
  if (!found) return { table: { ...empty, loginRequired: false }, ...nobody }
  const { kept, people, skips } = found
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
    total: kept.rows.length,
    loginRequired: false,
  }
  return {
    table,
    named: [...people.keys()],
    rowFor: (driver) => {
      const at = places.get(driver)
      return at === undefined ? null : shownRow(kept.rows[at]!, at)
    },
  }
}

type Kept = Omit<Asked, 'scope'> & { readonly of: StandingsView['of'] }
type Person = Pick<StandingsRowView, 'name' | 'country' | 'rating'>
type Found = { readonly kept: KeptTable; readonly people: ReadonlyMap<UserId, Person>; readonly skips: Skips }
/** By who stays away. */
type Skips = ReadonlyMap<UserId, readonly (readonly [UserId, SessionId])[]>

/** A table as it is kept, and who of the drivers of its page, and the viewer, is still there, with what they have reached in the season's game. All, for nobody in particular. */
async function findTable(db: Reader, season: ViewRow, { of, carClass, limit, offset }: Kept, viewer: Viewer): Promise<Found | null> {
  const { rows } = await sql<{
    kept: KeptTable
    people: readonly (Person & { readonly id: UserId })[] | null
    skips: readonly (readonly [UserId, SessionId])[] | null
  }>`
    select k.standings as kept, (
      select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name, 'country', u.country, 'rating', ${ratingOf('u.id', 'g.game')}))
      from jsonb_array_elements_text(case when k.of = 'DRIVERS' then jsonb_path_query_array(k.standings, '$.rows[*].id') end) with ordinality r (id, place)
      join users u on u.id = r.id::uuid and u.removed_at is null cross join (select ${season.game}::text as game) g
      where (r.place > ${offset} and r.place <= ${offset + limit}) or u.id = ${personOf(viewer)}::uuid or ${viewer === SIGNED_IN}
    ) as people, (
      select jsonb_agg(jsonb_build_array(s.user_id, s.session_id)) from tournament_skips s join tournament_sessions o on o.session_id = s.session_id
      where o.tournament_id = k.tournament_id and k.of = 'DRIVERS'
    ) as skips
    from tournament_standings k where k.tournament_id = ${season.id} and k.of = ${of} and k.class_id = ${carClass ?? ''}`.execute(db)
  const [row] = rows
  if (!row) return null
  const people = new Map((row.people ?? []).map(({ id, ...person }) => [id, person]))
  return { kept: row.kept, people, skips: Map.groupBy(row.skips ?? [], ([userId]) => userId) }
}

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
          points: race.points,
          places: [...race.places],
          status: race.status,
          hasPole: race.hasPole,
          hasFastestLap: race.hasFastestLap,
          adjustment: race.adjustment,
        })),
      }
    }),
    progress: [...row.progress],
  }
}
