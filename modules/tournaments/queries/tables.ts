import { sql } from 'kysely'
import type { SessionId, TournamentId, UserId } from '#core/ids.ts'
import { allowed } from '#core/result.ts'
import { ratingOf } from '#modules/ranking/door.ts'
import { UNPUBLISHED, VISITOR, type Viewer, maySeeDrivers } from '#modules/visibility/rules.ts'
import { atLeast } from '#modules/leagues/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import type { StandingsRowView, StandingsView } from '../contract/standings.ts'
import type { KeptRow, KeptTable } from '../decide/tables.ts'
import type { ViewRow } from './views.ts'

type Asked = {
  readonly of: StandingsView['of']
  readonly carClass?: string | undefined
  readonly limit: number
  readonly offset: number
}

/** A table of a season that the viewer may see; empty where drivers are shown to the signed-in alone, or nothing has been worked out yet. */
export async function tableOf(db: Reader, season: ViewRow, { of, carClass, limit, offset }: Asked, viewer: Viewer): Promise<StandingsView> {
  const { onlyBestRaceTime = false } = season.point_system as { readonly onlyBestRaceTime?: boolean }
  const empty = { of, carClassId: carClass ?? null, rounds: [], roundsHeld: 0, pointsLeft: 0, onlyBestRaceTime, rows: [], mine: null, total: 0 }
  if (!allowed(maySeeDrivers(viewer, season.opens))) return { ...empty, loginRequired: true }
  const kept = await findTable(db, season.id, of, carClass)
  if (!kept) return { ...empty, loginRequired: false }
  const seesDrafts = viewer !== VISITOR && atLeast(season.role, 'admin')
  const shown = new Set(season.events.filter(({ status }) => seesDrafts || !UNPUBLISHED.includes(status)).map(({ sessionId }) => sessionId as string))
  const rounds = kept.rounds.flatMap((id, at) => (shown.has(id) ? [at] : []))
  const page = kept.rows.slice(offset, offset + limit)
  const own = of === 'DRIVERS' && viewer !== VISITOR ? kept.rows.findIndex(({ id }) => id === viewer) : -1
  const wanted = [...page, ...(own >= 0 ? [kept.rows[own]!] : [])].map(({ id }) => id as UserId)
  const people = of === 'DRIVERS' ? await findPeople(db, season.game, wanted) : new Map<UserId, never>()
  const shownRow = (row: KeptRow, at: number) => rowOf(row, { of, key: String(at + 1), rounds, person: people.get(row.id as UserId) })
  return {
    ...empty,
    rounds: rounds.map((at) => kept.rounds[at] as SessionId),
    roundsHeld: kept.roundsHeld,
    pointsLeft: kept.pointsLeft,
    rows: page.map((row, at) => shownRow(row, offset + at)),
    mine: own >= 0 ? shownRow(kept.rows[own]!, own) : null,
    total: kept.rows.length,
    loginRequired: false,
  }
}

async function findTable(db: Reader, id: TournamentId, of: StandingsView['of'], carClass: string | undefined): Promise<KeptTable | null> {
  const row = await db
    .selectFrom('tournament_standings')
    .select('standings')
    .where('tournament_id', '=', id)
    .where('of', '=', of)
    .where('class_id', '=', carClass ?? '')
    .executeTakeFirst()
  return (row?.standings as KeptTable | undefined) ?? null
}

type Person = Pick<StandingsRowView, 'name' | 'country' | 'rating'>

/** Who stands in a table, with what they have reached in the season's game. */
async function findPeople(db: Reader, game: string, ids: readonly UserId[]): Promise<ReadonlyMap<UserId, Person>> {
  const { rows } = await sql<Person & { readonly id: UserId }>`
    select u.id, u.name, u.country, ${ratingOf('u.id', 'g.game')} as rating
    from users u cross join (select ${game}::text as game) g where u.id = any(${[...ids]}::uuid[]) and u.removed_at is null`.execute(db)
  return new Map(rows.map(({ id, ...person }) => [id, person]))
}

type About = {
  readonly of: StandingsView['of']
  readonly key: string
  readonly rounds: readonly number[]
  readonly person: Person | undefined
}

/** Who erased the account has neither name nor id. */
function rowOf({ id, cells, ...row }: KeptRow, { of, key, rounds, person }: About): StandingsRowView {
  const isDriver = of === 'DRIVERS'
  const name = isDriver ? (person?.name ?? null) : of === 'TEAMS' ? id : null
  return {
    ...row,
    key,
    driverId: isDriver && name !== null ? (id as UserId) : null,
    name,
    country: isDriver ? (person?.country ?? null) : of === 'NATIONS' ? id : null,
    rating: person?.rating ?? null,
    cells: rounds.map((at) => {
      const cell = cells[at]
      if (!cell) return null
      const { points, isDropped, isDisqualified, isMissed, races } = cell
      return {
        points,
        isDropped,
        isDisqualified,
        isMissed,
        races: races.map((race) => ({
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
