import { type RawBuilder, sql } from 'kysely'
import type { EntryId, SessionId, UserId } from '#core/ids.ts'
import type { OrderEntry } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { burdensIn } from '#modules/burdens/door.ts'
import { carriedOf, gridOf } from '#modules/burdens/rules.ts'
import type { LaunchOrder } from '#modules/sessions/door.ts'
import type { Reader } from '#server/db/connect.ts'
import { accountOf } from './rules.ts'
import { teamRulesOf } from './rules/teams.ts'

export { isSettled, settleField } from './door/check-in.ts'
export { takeOutOf } from './door/leaving.ts'
export { giveUpSeat, promoteWaiting } from './door/line.ts'
export { enterPicked, lookAtPicked } from './door/picked.ts'
export { bringIn, isBroughtIn, takeOut } from './store/invited.ts'
export { changeSeasonCar, seatDrivers, type SeasonDriver } from './door/season.ts'
export { freezeSplits } from './door/splits.ts'
export { attendanceFor, type Attendance } from './queries/attendance.ts'

export type ActiveDriver = {
  readonly userId: UserId
  /** `null` for somebody who erased the account. */
  readonly name: string | null
  readonly country: string | null
  /** Account id by platform: `steam`, `r3e`, `iracing`. */
  readonly platformIds: Readonly<Record<string, string>>
}
export type ActiveEntry = {
  readonly id: EntryId
  readonly raceNumber: number
  readonly carId: string
  readonly skin: string | null
  readonly classId: string | null
  readonly splitNo: number | null
  readonly gridPosition: number | null
  readonly teamName: string | null
  readonly registeredAt: Date
  readonly drivers: readonly ActiveDriver[]
}

/** For a statement that reads an event: the car each of its drivers is registered with, by their ids. */
export const entryCarsOf = (sessions = 'sessions'): RawBuilder<Readonly<Record<string, string>>> =>
  sql`coalesce((select jsonb_object_agg(d.user_id, e.car_id) from entries e join entry_drivers d on d.entry_id = e.id and d.active
    where e.session_id = ${sql.ref(sessions)}.id and e.status = 'ACTIVE'), '{}')`

/** Who drives a session, by registration, with what a game server or a result file names them by. */
export async function activeEntries(db: Reader, sessionId: SessionId): Promise<readonly ActiveEntry[]> {
  const rows = await db
    .selectFrom('entries')
    .select(['id', 'race_number', 'car_id', 'skin', 'class_id', 'split_no', 'grid_position', 'team_name', 'registered_at'])
    .select(
      sql<ActiveDriver[]>`(
        select coalesce(json_agg(json_build_object(
          'userId', u.id, 'name', case when u.removed_at is null then u.name end, 'country', case when u.removed_at is null then u.country end,
          'platformIds', (select coalesce(json_object_agg(a.provider, a.subject), '{}') from linked_accounts a where a.user_id = u.id)
        ) order by d.joined_at, u.id), '[]')
        from entry_drivers d join users u on u.id = d.user_id where d.entry_id = entries.id and d.active)`.as('drivers'),
    )
    .where('session_id', '=', sessionId)
    .where('status', '=', 'ACTIVE')
    .orderBy('registered_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    raceNumber: row.race_number,
    carId: row.car_id,
    skin: row.skin,
    classId: row.class_id,
    splitNo: row.split_no,
    gridPosition: row.grid_position,
    teamName: row.team_name,
    registeredAt: row.registered_at,
    drivers: row.drivers,
  }))
}

type OrderedEvent = Pick<LaunchOrder, 'id' | 'game' | 'closedEntry' | 'driverSwap' | 'options'>

/**
 * Who drives, as a game's server is told: in a split that stands, by its number or, as it would be, by its entries; `null` where all drive in
 * one. A closed grid knows its drivers by their accounts
 * alone: it names nobody without one, nor an empty one. A team with too few drivers is not named: no server has a key for it (game-formats.md §3.5).
 */
export async function orderEntries(db: Reader, event: OrderedEvent, split: number | ReadonlySet<EntryId> | null): Promise<OrderEntry[]> {
  const platform = gameOf(event.game)?.platform ?? 'none'
  const mustBeKnown = accountOf({ platform }, event.closedEntry)?.needed ?? false
  const least = event.driverSwap ? teamRulesOf(event.options).minDriversCount : 1
  const isInSplit = ({ id, splitNo }: ActiveEntry): boolean => split === null || (typeof split === 'number' ? splitNo === split : split.has(id))
  const all = (await activeEntries(db, event.id)).filter((entry) => isInSplit(entry) && entry.drivers.length >= least)
  return (await burdened(db, event.id, all))
    .map((entry) => ({
      drivers: entry.drivers
        .map(({ name, country, platformIds }) => ({ name: name ?? 'Driver', platformId: platformIds[platform] ?? '', country }))
        .filter(({ platformId }) => !event.closedEntry || !mustBeKnown || platformId !== ''),
      teamName: entry.teamName,
      raceNumber: entry.raceNumber,
      carId: entry.carId,
      skin: entry.skin,
      gridPosition: entry.gridPosition,
      ...(entry.ballastKg > 0 ? { ballastKg: entry.ballastKg } : {}),
      ...(entry.restrictor > 0 ? { restrictor: entry.restrictor } : {}),
      isServerAdmin: false,
    }))
    .filter(({ drivers }) => drivers.length > 0)
}

/** What they carry into this race (docs/decisions/0028): grid drops are taken on the grid that is set, and who is suspended is not named. */
async function burdened(db: Reader, id: SessionId, entries: readonly ActiveEntry[]) {
  const burdens = await burdensIn(db, id)
  const of = ({ userId }: ActiveDriver) => burdens.get(userId) ?? []
  const cars = entries.map((entry) => {
    const drivers = entry.drivers.filter((driver) => !of(driver).some(({ kind }) => kind === 'SUSPENSION'))
    return { ...entry, drivers, ...carriedOf(drivers.flatMap(of)) }
  })
  const here = cars.filter(({ drivers }) => drivers.length > 0)
  const places = gridOf(here)
  return here.map((car, at) => ({ ...car, gridPosition: places[at]! }))
}

/** Whether somebody drives a session: who waits, left or was thrown out does not. */
export async function isParticipant(db: Reader, sessionId: SessionId, userId: UserId | null): Promise<boolean> {
  if (!userId) return false
  const row = await driversIn(db, sessionId).where('entry_drivers.user_id', '=', userId).executeTakeFirst()
  return row !== undefined
}

/** Whether somebody watches a session. */
export async function isSpectator(db: Reader, sessionId: SessionId, userId: UserId): Promise<boolean> {
  const row = await db.selectFrom('spectators').select('user_id').where('session_id', '=', sessionId).where('user_id', '=', userId).executeTakeFirst()
  return row !== undefined
}

/** Everybody who drives a session. */
export async function participantIds(db: Reader, sessionId: SessionId): Promise<readonly UserId[]> {
  const rows = await driversIn(db, sessionId).orderBy('entry_drivers.joined_at').execute()
  return rows.map((row) => row.user_id)
}

export type KnownDriver = { readonly entryId: EntryId; readonly userId: UserId; readonly raceNumber: number; readonly classId: string | null }

/** For results: account id at a platform (`steam`, `r3e`, `iracing`) → driver and entry, of those who drive the session. */
export async function entryOfPlatformId(db: Reader, sessionId: SessionId, provider: string): Promise<ReadonlyMap<string, KnownDriver>> {
  const rows = await driversIn(db, sessionId)
    .innerJoin('linked_accounts', 'linked_accounts.user_id', 'entry_drivers.user_id')
    .select(['linked_accounts.subject', 'entries.id as entryId', 'entries.race_number as raceNumber', 'entries.class_id as classId'])
    .where('linked_accounts.provider', '=', provider)
    .execute()
  return new Map(rows.map(({ subject, user_id: userId, ...entry }) => [subject, { ...entry, userId }]))
}

const driversIn = (db: Reader, sessionId: SessionId) =>
  db
    .selectFrom('entry_drivers')
    .innerJoin('entries', 'entries.id', 'entry_drivers.entry_id')
    .select('entry_drivers.user_id')
    .where('entry_drivers.session_id', '=', sessionId)
    .where('entry_drivers.active', '=', true)
    .where('entries.status', '=', 'ACTIVE')
