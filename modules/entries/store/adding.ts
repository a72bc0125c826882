import { sql } from 'kysely'
import type { EntryId, LeagueId, SessionId, UserId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import { holdPerson, present } from '#modules/accounts/door.ts'
import type { Tx } from '#server/db/connect.ts'
import type { CarOfEntry } from '../decide.ts'
import { alertOf, type EventAccount } from '../rules.ts'
import { freeNumber, ownNumber } from '../rules/numbers.ts'

export type NewEntry = CarOfEntry & {
  readonly id: EntryId
  readonly sessionId: SessionId
  readonly leagueId: LeagueId
  readonly userId: UserId
  /** Whoever is none takes part as a guest, as long as the community lets them. */
  readonly isMember: boolean
  readonly status: 'ACTIVE' | 'WAITING_LIST'
  /** `null`: the driver's own number where it is free, else the next one. */
  readonly raceNumber: number | null
  readonly account: EventAccount | null
}

/**
 * Writes an entry and its driver; refuses RACE_NUMBER_TAKEN, ALREADY_REGISTERED, and what came in between: MEMBER_BANNED, MEMBER_REQUIRED,
 * ACCOUNT_NOT_FOUND, that the account the event needs was unlinked, or is needed since. The session is locked already; `taken` was read before that.
 */
export async function insertEntry(tx: Tx, entry: NewEntry, taken: readonly number[], now: Date): Promise<Result<{ raceNumber: number }>> {
  // whoever is unlinking it holds the person: the next statement sees what came of it
  if (entry.account?.needed && !(await holdPerson(tx, entry.userId))) return refuse('ACCOUNT_NOT_FOUND')
  const own = ownNumber(entry.userId)
  const first = await tryInsert(tx, entry, entry.raceNumber ?? freeNumber(own, new Set(taken)), now)
  if (first) return first
  if (entry.raceNumber !== null) return refuse('RACE_NUMBER_TAKEN', { field: 'raceNumber', raceNumber: entry.raceNumber })
  // somebody took it between the reading and our lock: now nobody can any more
  const second = await tryInsert(tx, entry, freeNumber(own, new Set(await takenNumbers(tx, entry.sessionId))), now)
  return second ?? refuse('REGISTRATION_FULL')
}

/** `null`: the number is taken. */
async function tryInsert(tx: Tx, entry: NewEntry, raceNumber: number | null, now: Date): Promise<Result<{ raceNumber: number }> | null> {
  if (raceNumber === null) return null
  const { rows } = await sql<{ number: number | null; driver: boolean; banned: boolean; member: boolean; present: boolean; linked: boolean }>`
    with banned as (
      select 1 from bans where league_id = ${entry.leagueId} and user_id = ${entry.userId} and (ends_at is null or ends_at > ${now})
    ), member as (
      select 1 from memberships where league_id = ${entry.leagueId} and user_id = ${entry.userId}
    ), linked as (
      select 1 where ${entry.account?.provider ?? null}::text is null
        or (not ${entry.account?.needed ?? false} and not (select closed_entry from sessions where id = ${entry.sessionId}))
        or exists (select from linked_accounts where user_id = ${entry.userId} and provider = ${entry.account?.provider ?? null})
    ), person as (${present(entry.userId)}), added as (
      insert into entries (id, session_id, status, race_number, car_id, skin, class_id, registered_at)
      select ${entry.id}::uuid, ${entry.sessionId}::uuid, ${entry.status}, ${raceNumber}::int, ${entry.carId}, ${entry.skin}, ${entry.classId}, ${now}::timestamptz
      where not exists (select from banned) and (exists (select from member) or not ${entry.isMember}) and exists (select from person) and exists (select from linked)
      on conflict (session_id, race_number) where status in ('ACTIVE', 'WAITING_LIST') do nothing
      returning id, race_number
    ), driver as (
      insert into entry_drivers (entry_id, session_id, user_id, joined_at)
      select id, ${entry.sessionId}::uuid, ${entry.userId}::uuid, ${now}::timestamptz from added
      on conflict (session_id, user_id) where active do nothing
      returning entry_id
    )
    select (select race_number from added) as number, exists (select from driver) as driver, exists (select from banned) as banned,
      exists (select from member) as member, exists (select from person) as present, exists (select from linked) as linked`.execute(tx)
  const { number = null, driver, banned, member, present: isPresent, linked } = rows[0] ?? {}
  if (!isPresent) return refuse('ACCOUNT_NOT_FOUND')
  if (banned) return refuse('MEMBER_BANNED')
  if (entry.isMember && !member) return refuse('MEMBER_REQUIRED')
  if (entry.account && !linked) return refuse(alertOf(entry.account.provider))
  if (number === null) return null
  return driver ? ok({ raceNumber: number }) : refuse('ALREADY_REGISTERED')
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
