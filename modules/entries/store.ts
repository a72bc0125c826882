import { type RawBuilder, sql } from 'kysely'
import type { EntryId, LeagueId, SessionId, UserId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import type { GameId } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import type { TermsOfService } from '#modules/leagues/contract.ts'
import type { Role } from '#modules/leagues/rules.ts'
import type { Hosting, SessionStatus } from '#modules/sessions/rules.ts'
import { rankIn } from '#modules/ranking/door.ts'
import { conditionsOf } from '#modules/sessions/rules/join-conditions.ts'
import { seatsOf } from '#modules/sessions/rules/seats.ts'
import { isClosed, isHidden, opensResults } from '#modules/visibility/door.ts'
import { builtOnce } from '#server/db/built-once.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import type { EntryStatus, OfSeason } from './contract/shapes.ts'
import type { Offer } from './decide.ts'
import type { EventFacts, PersonFacts } from './policy.ts'
import { accountOf } from './rules.ts'
import type { DriverRecord } from './rules/join-conditions.ts'
import { teamRulesOf } from './rules/teams.ts'
import { recordFor } from './store/records.ts'
import { lowestSplit } from './store/splits.ts'

export type ClassRow = {
  readonly class_id: string
  readonly name: string
  readonly color: string
  readonly car_ids: readonly string[]
  readonly max_entries: number | null
  readonly taken: number
}

type FactsRow = {
  readonly id: SessionId
  readonly v: number
  readonly league_id: LeagueId
  readonly name: string
  readonly game: GameId
  readonly status: SessionStatus
  readonly starts_at: Date
  readonly hosting: Hosting
  readonly registration_opens_at: Date | null
  readonly car_ids: readonly string[]
  readonly max_entries: number
  /** Of automated splits: most and fewest of one, since when they are frozen, and how many there are then. */
  readonly split_seats: number | null
  readonly split_least: number | null
  readonly splits_frozen_at: Date | null
  readonly split_count: number
  readonly check_in_closes_at: Date | null
  readonly check_in_closed_at: Date | null
  readonly taken: number
  readonly waiting: number
  readonly spectators: number
  readonly manual: boolean
  readonly has_grid_positions: boolean
  readonly driver_swap: boolean
  /** Options of an event in which teams share cars. */
  readonly team_options: Readonly<Record<string, unknown>> | null
  readonly closed_entry: boolean
  readonly tournament_id: string | null
  /** Its drivers come with its championship. */
  readonly season_entries: boolean
  /** Only drivers who were brought into its round may register, and whether the person was. */
  readonly invited_only: boolean
  readonly invited: boolean
  readonly join_conditions: unknown
  readonly entry_password_sealed: string | null
  readonly classes: readonly ClassRow[]
  readonly numbers: readonly number[]
  readonly league_closed: boolean
  readonly hidden: boolean
  readonly open_events: boolean
  readonly open_results: boolean
  readonly direct_join: boolean
  readonly has_password: boolean
  readonly discord_required: boolean
  /** Terms that somebody who may register has still to accept. */
  readonly tos: TermsOfService | null
  readonly tos_version: number
  readonly role: Role | null
  readonly banned: boolean
  readonly applied: boolean
  readonly accounts: readonly string[]
  readonly entry_id: EntryId | null
  readonly entry_v: number | null
  /** Of that entry. */
  readonly is_manager: boolean | null
  readonly entry_status: EntryStatus | null
  /** What the person is to the event's championship; null: nothing, or there is none; who drives it is asked only where its drivers drive here. */
  readonly of_season: OfSeason | null
  readonly spectates: boolean
  /** In the event's game; null while never rated there. */
  readonly own_rank: number | null
}

/** An event, its community, and the person who asks: everything a decision here looks at. */
export type Facts = FactsRow & {
  readonly event: EventFacts
  readonly person: Omit<PersonFacts, 'plan'>
  readonly offer: Offer
  /** How many may drive. */
  readonly seats: number
}

/**
 * The facts in one statement, and one more where the event has conditions; `undefined` for an event that does not exist (any more). Without a user, those about the person are empty.
 * `more`: what else of session `s` is wanted of the same moment.
 */
export function factsWith<More>(more: RawBuilder<unknown>) {
  const read = builtOnce<FactsRow & { readonly more: More }>((db, at) => ({ compile: () => factsRows<More>(more, at(0), at(1), at(2)).compile(db) }))
  return async (db: Reader, id: SessionId, userId: UserId | null, now: Date): Promise<(Facts & { readonly more: More }) | undefined> => {
    const [row] = await read(db, [id, userId, now])
    return row && withFacts(row, await recordFor(db, { game: row.game, conditions: conditionsOf(row.join_conditions) }, userId, now))
  }
}

/** The facts alone. */
export const findFacts = factsWith<null>(sql`null::json`)

/** Of the community and the person, what stands beside the event: joined by itself (`offset 0`), so that the event's wide row goes through one join. */
const beside = (userId: UserId | null, now: Date) => sql`
      select ${isClosed('l')} as league_closed, ${isHidden('l')} as hidden, l.open_events, ${opensResults('l')} as open_results, l.direct_join,
        l.password_sealed is not null as has_password, l.discord_required,
        case when ${userId}::uuid is not null and (m.role is not null or l.open_events) and m.tos_version is distinct from l.tos_version then l.tos end as tos, l.tos_version,
        m.role, b.user_id is not null as banned, e.id as entry_id, e.v as entry_v, d.is_manager, e.status as entry_status
      from leagues l left join memberships m on m.league_id = l.id and m.user_id = ${userId}::uuid
      left join bans b on b.league_id = l.id and b.user_id = ${userId}::uuid and (b.ends_at is null or b.ends_at > ${now}::timestamptz)
      left join entry_drivers d on d.session_id = s.id and d.user_id = ${userId}::uuid and d.active left join entries e on e.id = d.entry_id
      where l.id = s.league_id offset 0`

const factsRows = <More>(more: RawBuilder<unknown>, id: SessionId, userId: UserId | null, now: Date) => sql<FactsRow & { readonly more: More }>`
    select s.id, s.v, s.league_id, s.name, s.game, s.status, s.starts_at, s.hosting, s.registration_opens_at, s.car_ids, s.max_entries, s.taken, s.waiting,
      s.spectators, s.split_seats, s.split_least, s.splits_frozen_at, s.split_count, s.check_in_closes_at, s.check_in_closed_at,
      s.manual, s.has_grid_positions, s.driver_swap, s.closed_entry, s.tournament_id, s.season_entries, s.invited_only, s.join_conditions, s.entry_password_sealed,
      case when s.driver_swap then s.options end as team_options, array(select to_json(c) from session_classes c where c.session_id = s.id order by c.position) as classes,
      array(select race_number from entries where session_id = s.id and status in ('ACTIVE', 'WAITING_LIST')) as numbers,
      o.*, not o.direct_join and exists (select from applications p where p.league_id = s.league_id and p.user_id = ${userId}::uuid and p.status = 'PENDING') as applied,
      array(select provider from linked_accounts where user_id = ${userId}::uuid) as accounts, exists (select from spectators w where w.session_id = s.id and w.user_id = ${userId}::uuid) as spectates, s.invited_only and exists (select from invited_drivers i where i.list_id = s.round_id and i.user_id = ${userId}::uuid) as invited,
      (select case when t.status in ('LEFT', 'DISQUALIFIED') then t.status when t.status <> 'ACTIVE' then null when k.user_id is not null then 'SKIPS' when s.season_entries then 'DRIVES' end
        from tournament_entries t left join tournament_skips k on k.session_id = s.id and k.user_id = t.user_id
        where t.tournament_id = s.tournament_id and t.user_id = ${userId}::uuid) as of_season,
      ${rankIn(sql`${userId}::uuid`, 's.game')} as own_rank, ${more} as more
    from sessions s cross join lateral (${beside(userId, now)}) o
    where s.id = ${id} and s.deleted_at is null`

const withFacts = <Row extends FactsRow>(row: Row, record: DriverRecord): Row & Facts => ({
  ...row,
  event: {
    status: row.status,
    startsAt: row.starts_at,
    hosting: row.hosting,
    registrationOpensAt: row.registration_opens_at,
    isManual: row.manual,
    hasGridPositions: row.has_grid_positions,
    driverSwap: row.driver_swap,
    teamRules: teamRulesOf(row.team_options ?? {}),
    game: row.game,
    account: accountOf(gameOf(row.game) ?? { platform: 'none' }, row.closed_entry),
    ofSeason: row.season_entries,
    invitedOnly: row.invited_only,
    checkIn: { closesAt: row.check_in_closes_at, closedAt: row.check_in_closed_at },
    leagueClosed: row.league_closed,
    openEvents: row.open_events,
    discordRequired: row.discord_required,
    joinConditions: conditionsOf(row.join_conditions),
  },
  person: {
    role: row.role,
    banned: row.banned,
    applied: row.applied,
    discordLinked: row.accounts.includes('discord'),
    accounts: row.accounts,
    entry: row.entry_status,
    isManager: row.is_manager ?? false,
    spectates: row.spectates,
    invited: row.invited,
    ofSeason: row.of_season,
    record,
  },
  offer: {
    carIds: row.car_ids,
    classes: row.classes.map((one) => ({ classId: one.class_id, carIds: one.car_ids, maxEntries: one.max_entries, taken: one.taken })),
    skinsOf: (carId) => gameOf(row.game)?.catalogue.cars.find((car) => car.id === carId)?.skins ?? [],
  },
  seats: seatsOf(row),
})

export type EntryRow = {
  readonly id: EntryId
  readonly v: number
  readonly status: EntryStatus
  readonly class_id: string | null
  readonly car_id: string
  readonly race_number: number
  readonly checked_in_at: Date | null
}

export type EntryOfDrivers = EntryRow & {
  /** In the order in which they came. */
  readonly drivers: readonly UserId[]
  readonly managerId: UserId | null
  /** `null` for a driver alone. */
  readonly team_name: string | null
  readonly team_password_sealed: string | null
}

/** An entry that is in or waits, with its drivers. The session is locked already, so nobody else changes it meanwhile. */
export async function findEntry(db: Reader, sessionId: SessionId, id: EntryId): Promise<EntryOfDrivers | undefined> {
  const rows = await db
    .selectFrom('entries')
    .innerJoin('entry_drivers', 'entry_drivers.entry_id', 'entries.id')
    .select(['entries.id', 'v', 'status', 'class_id', 'car_id', 'race_number', 'checked_in_at', 'team_name', 'team_password_sealed'])
    .select(['entry_drivers.user_id', 'entry_drivers.is_manager'])
    .where('entries.id', '=', id)
    .where('entries.session_id', '=', sessionId)
    .where('status', 'in', ['ACTIVE', 'WAITING_LIST'])
    .where('entry_drivers.active', '=', true)
    .orderBy('entry_drivers.joined_at')
    .orderBy('entry_drivers.user_id')
    .execute()
  const [row] = rows
  const drivers = rows.map((one) => one.user_id)
  return row && { ...row, status: row.status as EntryStatus, drivers, managerId: rows.find((one) => one.is_manager)?.user_id ?? null }
}

type Changed = {
  readonly car_id?: string
  readonly skin?: string | null
  readonly class_id?: string | null
  readonly race_number?: number
  readonly team_name?: string
  readonly team_password_sealed?: string | null
  readonly checked_in_at?: Date
}

/** Saves over the version the caller has seen; refuses VERSION_CONFLICT. */
export async function updateEntry(tx: Tx, id: EntryId, v: number, changed: Changed): Promise<Result<{ v: number }>> {
  const row = await tx
    .updateTable('entries')
    .set({ ...changed, v: v + 1 })
    .where('id', '=', id)
    .where('v', '=', v)
    .returning('v')
    .executeTakeFirst()
  return row ? ok(row) : refuse('VERSION_CONFLICT')
}

type Ending = { readonly status: EntryStatus; readonly reason: string | null; readonly mayReturn: boolean }

/** Ends an entry. Its drivers are free to register again, or stay tied to it, which bars them from this event. */
export async function endEntry(tx: Tx, id: EntryId, { status, reason, mayReturn }: Ending, now: Date): Promise<{ v: number }> {
  if (mayReturn) await tx.updateTable('entry_drivers').set({ active: false }).where('entry_id', '=', id).where('active', '=', true).execute()
  return await tx
    .updateTable('entries')
    .set({ status, left_at: now, left_reason: reason, grid_position: null, v: sql`v + 1` })
    .where('id', '=', id)
    .returning('v')
    .executeTakeFirstOrThrow()
}

/** Ends every entry of an event that is called off; gives the drivers to tell. */
export async function endAll(tx: Tx, sessionId: SessionId, now: Date): Promise<readonly UserId[]> {
  const { rows } = await sql<{ user_id: UserId }>`
    with ended as (
      update entries set status = 'LEFT', left_at = ${now}, grid_position = null, v = v + 1
      where session_id = ${sessionId} and status in ('ACTIVE', 'WAITING_LIST') returning id
    )
    update entry_drivers set active = false where active and entry_id in (select id from ended) returning user_id`.execute(tx)
  return rows.map((row) => row.user_id)
}

/** Everybody who is in an event, waits or watches. */
export async function peopleOf(db: Reader, sessionId: SessionId): Promise<readonly UserId[]> {
  const watching = db.selectFrom('spectators').select('user_id').where('session_id', '=', sessionId)
  const rows = await registered(db, sessionId).union(watching).execute()
  return rows.map((row) => row.user_id)
}

/** Drivers who are in an event or wait. */
export const registered = (db: Reader, sessionId: SessionId) =>
  db
    .selectFrom('entry_drivers')
    .innerJoin('entries', 'entries.id', 'entry_drivers.entry_id')
    .select('entry_drivers.user_id')
    .where('entry_drivers.session_id', '=', sessionId)
    .where('entry_drivers.active', '=', true)
    .where('entries.status', 'in', ['ACTIVE', 'WAITING_LIST'])

/** Moves somebody from the waiting list in; gives the drivers to tell. */
export async function admitEntry(tx: Tx, sessionId: SessionId, id: EntryId): Promise<{ readonly v: number; readonly drivers: readonly UserId[] }> {
  const { v } = await tx
    .updateTable('entries')
    .set({ status: 'ACTIVE', split_no: lowestSplit(sessionId), v: sql`v + 1` })
    .where('id', '=', id)
    .returning('v')
    .executeTakeFirstOrThrow()
  const rows = await tx.selectFrom('entry_drivers').select('user_id').where('entry_id', '=', id).where('active', '=', true).execute()
  return { v, drivers: rows.map((row) => row.user_id) }
}
