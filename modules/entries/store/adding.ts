import { sql } from 'kysely'
import type { EntryId, LeagueId, SessionId, UserId } from '#core/ids.ts'
import { ok, refuse, type Result, type Verdict } from '#core/result.ts'
import { holdPerson, present } from '#modules/accounts/door.ts'
import type { Tx } from '#server/db/connect.ts'
import type { CarOfEntry } from '../decide.ts'
import { alertOf, type EventAccount } from '../rules.ts'
import { freeNumber, ownNumber } from '../rules/numbers.ts'
import { lowestSplit } from './splits.ts'

/** Somebody who comes into an event: as a member or as a guest, with the account that it needs. */
export type Comer = {
  readonly sessionId: SessionId
  readonly leagueId: LeagueId
  readonly userId: UserId
  /** Whoever is none takes part as a guest, as long as the community lets them. */
  readonly isMember: boolean
  readonly account: EventAccount | null
}

export type NewEntry = Comer &
  CarOfEntry & {
    readonly id: EntryId
    readonly status: 'ACTIVE' | 'WAITING_LIST'
    /** `null`: the driver's own number where it is free, else the next one. */
    readonly raceNumber: number | null
    readonly checkedInAt: Date | null
    readonly team: { readonly name: string; readonly passwordSealed: string } | null
  }

/** Of the event: numbers that are taken, as read before it was locked, and how large its splits are, where its field is divided. */
type Entered = { readonly numbers: readonly number[]; readonly split_seats: number | null }

/**
 * Writes an entry and its driver; refuses RACE_NUMBER_TAKEN, ALREADY_REGISTERED, and what came in between: MEMBER_BANNED, MEMBER_REQUIRED, SPECTATING,
 * REJOIN_NOT_ALLOWED, ACCOUNT_NOT_FOUND, that the account the event needs was unlinked, or is needed since. The session is locked already, or by the
 * statement just before these.
 */
export async function insertEntry(tx: Tx, entry: NewEntry, event: Entered, now: Date): Promise<Result<{ raceNumber: number }>> {
  if (!(await holdComer(tx, entry))) return refuse('ACCOUNT_NOT_FOUND')
  const own = ownNumber(entry.userId)
  const first = await tryInsert(tx, entry, event, entry.raceNumber ?? freeNumber(own, new Set(event.numbers)), now)
  if (first) return first
  if (entry.raceNumber !== null) return refuse('RACE_NUMBER_TAKEN', { field: 'raceNumber', raceNumber: entry.raceNumber })
  // somebody took it between the reading and our lock: now nobody can any more
  const second = await tryInsert(tx, entry, event, freeNumber(own, new Set(await takenNumbers(tx, entry.sessionId))), now)
  return second ?? refuse('REGISTRATION_FULL')
}

type Joined = Comer & { readonly entryId: EntryId }

/** Writes another driver of a team; refuses ALREADY_IN_TEAM, and as `insertEntry` what came in between. The session is locked already. */
export async function insertDriver(tx: Tx, joined: Joined, now: Date): Promise<Result<true>> {
  if (!(await holdComer(tx, joined))) return refuse('ACCOUNT_NOT_FOUND')
  // who comes back to a team stands in it anew
  await tx
    .deleteFrom('entry_drivers')
    .where('entry_id', '=', joined.entryId)
    .where('user_id', '=', joined.userId)
    .where('active', '=', false)
    .execute()
  const { rows } = await sql<Standing & { driver: boolean }>`
    with ${standing(joined, now)}, driver as (
      insert into entry_drivers (entry_id, session_id, user_id, is_manager, joined_at)
      select ${joined.entryId}::uuid, ${joined.sessionId}::uuid, ${joined.userId}::uuid, false, ${now}::timestamptz from standing where ${mayStand(joined)}
      on conflict do nothing
      returning entry_id
    )
    select standing.*, exists (select from driver) as driver from standing`.execute(tx)
  const may = verdictOn(joined, rows[0])
  if (may !== true) return may
  return rows[0]?.driver ? ok(true) : refuse('ALREADY_IN_TEAM')
}

/** `null`: the number is taken. */
async function tryInsert(
  tx: Tx,
  entry: NewEntry,
  event: Entered,
  raceNumber: number | null,
  now: Date,
): Promise<Result<{ raceNumber: number }> | null> {
  if (raceNumber === null) return null
  const { rows } = await sql<Standing & { number: number | null; driver: boolean }>`
    with ${standing(entry, now)}, added as (
      insert into entries (id, session_id, status, race_number, car_id, skin, class_id, team_name, team_password_sealed, split_no, registered_at, checked_in_at)
      select ${entry.id}::uuid, ${entry.sessionId}::uuid, ${entry.status}, ${raceNumber}::int, ${entry.carId}, ${entry.skin}, ${entry.classId},
        ${entry.team?.name ?? null}, ${entry.team?.passwordSealed ?? null}, ${event.split_seats !== null && entry.status === 'ACTIVE' ? lowestSplit(entry.sessionId) : null}::int, ${now}::timestamptz,
        ${entry.checkedInAt}::timestamptz
      from standing where ${mayStand(entry)}
      on conflict (session_id, race_number) where status in ('ACTIVE', 'WAITING_LIST') do nothing
      returning id, race_number
    ), driver as (
      insert into entry_drivers (entry_id, session_id, user_id, joined_at)
      select id, ${entry.sessionId}::uuid, ${entry.userId}::uuid, ${now}::timestamptz from added
      on conflict (session_id, user_id) where active do nothing
      returning entry_id
    )
    select standing.*, (select race_number from added) as number, exists (select from driver) as driver from standing`.execute(tx)
  const may = verdictOn(entry, rows[0])
  if (may !== true) return may
  const { number = null, driver } = rows[0] ?? {}
  if (number === null) return null
  return driver ? ok({ raceNumber: number }) : refuse('ALREADY_REGISTERED')
}

/** Whoever is unlinking the account that the event needs holds the person: the next statement sees what came of it. */
const holdComer = async (tx: Tx, { account, userId }: Comer): Promise<boolean> => !account?.needed || (await holdPerson(tx, userId))

type Standing = {
  readonly banned: boolean
  readonly member: boolean
  readonly present: boolean
  readonly linked: boolean
  readonly watching: boolean
  /** Why not, for the season's sake. */
  readonly out: 'season' | 'skips' | null
}

/** How somebody stands to the event at the moment in which they come in. */
const standing = ({ sessionId, leagueId, userId, account }: Comer, now: Date) => sql`person as (${present(userId)}), standing as materialized (
      select exists (select from bans where league_id = ${leagueId} and user_id = ${userId} and (ends_at is null or ends_at > ${now})) as banned,
        exists (select from memberships where league_id = ${leagueId} and user_id = ${userId}) as member, exists (select from person) as present,
        ${account?.provider ?? null}::text is null or (not ${account?.needed ?? false} and not s.closed_entry)
          or exists (select from linked_accounts where user_id = ${userId} and provider = ${account?.provider ?? null}) as linked,
        exists (select from spectators where session_id = s.id and user_id = ${userId}) as watching,
        (select case when k.user_id is null then 'season' else 'skips' end
          from tournament_entries t left join tournament_skips k on k.session_id = s.id and k.user_id = t.user_id and t.status = 'ACTIVE'
          where t.tournament_id = s.tournament_id and t.user_id = ${userId} and (t.status in ('LEFT', 'DISQUALIFIED') or k.user_id is not null)) as out
      from sessions s where s.id = ${sessionId}
    )`
const mayStand = ({ isMember }: Comer) => sql`not banned and (member or not ${isMember}) and present and linked and not watching and out is null`

function verdictOn({ isMember, account }: Comer, found: Standing | undefined): Verdict {
  if (!found?.present) return refuse('ACCOUNT_NOT_FOUND')
  if (found.banned) return refuse('MEMBER_BANNED')
  if (isMember && !found.member) return refuse('MEMBER_REQUIRED')
  if (found.out) return refuse('REJOIN_NOT_ALLOWED', { reason: found.out })
  if (account && !found.linked) return refuse(alertOf(account.provider))
  // said where nothing else is in the way
  return !found.watching || refuse('SPECTATING')
}

async function takenNumbers(tx: Tx, sessionId: SessionId): Promise<readonly number[]> {
  const rows = await tx
    .selectFrom('entries')
    .select('race_number')
    .where('session_id', '=', sessionId)
    .where('status', 'in', ['ACTIVE', 'WAITING_LIST'])
    .execute()
  return rows.map((row) => row.race_number)
}
