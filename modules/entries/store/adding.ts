import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { EntryId, LeagueId, SessionId, UserId } from '#core/ids.ts'
import { ok, refuse, type Refused, type Result } from '#core/result.ts'
import { holdPerson, present } from '#modules/accounts/door.ts'
import { type At, compiledOnce } from '#server/db/built-once.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Asking } from '#server/db/statements/follows.ts'
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

/** Of the event: numbers that are taken, as read before it was locked, how large its splits are, where its field is divided, and its season. */
type Entered = { readonly numbers: readonly number[]; readonly split_seats: number | null; readonly tournament_id: string | null }

/** The number that an entry gets as far as is known: the one that is wanted, the driver's own, else the next one. `null`: there is none. */
export const numberOf = ({ userId, raceNumber }: Pick<NewEntry, 'userId' | 'raceNumber'>, { numbers }: Entered): number | null =>
  raceNumber ?? freeNumber(ownNumber(userId), new Set(numbers))

/**
 * Writes an entry and its driver; refuses RACE_NUMBER_TAKEN, ALREADY_REGISTERED, and what came in between: MEMBER_BANNED, MEMBER_REQUIRED, SPECTATING,
 * REJOIN_NOT_ALLOWED, ACCOUNT_NOT_FOUND, that the account the event needs was unlinked, or is needed since. The session is locked already.
 */
export async function insertEntry(tx: Tx, entry: NewEntry, event: Entered, now: Date): Promise<Result<{ raceNumber: number }>> {
  if (!(await holdComer(tx, entry))) return refuse('ACCOUNT_NOT_FOUND')
  const first = await tryInsert(tx, entry, event, numberOf(entry, event), now)
  if (first) return first
  if (entry.raceNumber !== null) return refuse('RACE_NUMBER_TAKEN', { field: 'raceNumber', raceNumber: entry.raceNumber })
  // somebody took it between the reading and our lock: now nobody can any more
  const second = await tryInsert(tx, entry, event, numberOf(entry, { ...event, numbers: await takenNumbers(tx, entry.sessionId) }), now)
  return second ?? refuse('REGISTRATION_FULL')
}

/**
 * The same without waiting for answers, right behind the statement that takes the seat (`atOnce`): without a seat, or where anything is in the way or
 * follows, there is no entry, and no driver without an entry; who is in already, and a number that is taken, are refused by the tables.
 */
export function sendEntry(tx: Tx, entry: NewEntry, event: Entered, raceNumber: number, now: Date, asking: Asking): readonly Promise<unknown>[] {
  const statement = sentWith(asking.finds)[kindOf(entry, event)]
  return [
    holdComer(tx, entry),
    tx.executeQuery(statement(tx, [...valuesOf(entry, raceNumber, now), ...asking.values])),
    tx.executeQuery(driverOf(tx, [entry.id, entry.sessionId, entry.userId, now])),
  ]
}
const driverOf = compiledOnce<object>((db, at) => ({
  compile: () =>
    sql<object>`insert into entry_drivers (entry_id, session_id, user_id, joined_at) values (${at(0)}, ${at(1)}, ${at(2)}, ${at(3)})`.compile(db),
}))

type Joined = Comer & { readonly entryId: EntryId }

/** Writes another driver of a team; refuses ALREADY_IN_TEAM, and as `insertEntry` what came in between. The session is locked already. */
export async function insertDriver(tx: Tx, joined: Joined, now: Date): Promise<Result<true>> {
  if (!(await holdComer(tx, joined))) return refuse('ACCOUNT_NOT_FOUND')
  const { entryId, userId, sessionId } = joined
  // who comes back to a team stands in it anew
  await tx.deleteFrom('entry_drivers').where('entry_id', '=', entryId).where('user_id', '=', userId).where('active', '=', false).execute()
  const { numAffectedRows } = await sql`
    ${comesIn(
      personOf(joined, now),
      sql`
      insert into entry_drivers (entry_id, session_id, user_id, is_manager, joined_at)
      select ${entryId}::uuid, ${sessionId}::uuid, ${userId}::uuid, false, ${now}::timestamptz`,
    )}
    on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n ? ok(true) : whyNot(tx, joined, now, refuse('ALREADY_IN_TEAM'))
}

/** Where the values of an entry stand in its statement. */
const placesOf = (at: At) => ({
  person: { sessionId: at(0), leagueId: at(1), userId: at(2), isMember: at(3), provider: at(4), needed: at(5), now: at(6) },
  entry: [at(7), at(8), at(9), at(10), at(11), at(12), at(13), at(14), at(15)] as const,
  more: 16,
})
const valuesOf = (entry: NewEntry, raceNumber: number, now: Date): readonly unknown[] => {
  const { sessionId, leagueId, userId, isMember, provider, needed } = personOf(entry, now)
  const { id, status, carId, skin, classId, team, checkedInAt } = entry
  const person = [sessionId, leagueId, userId, isMember, provider, needed, now]
  return [...person, id, status, raceNumber, carId, skin, classId, team?.name ?? null, team?.passwordSealed ?? null, checkedInAt]
}

/** In a `plain` event nobody comes in for a season or needs an account, as far as is known. In one of splits a driver comes into the lowest with room. */
type Kind = 'plain' | 'whole' | 'split'
const kindOf = ({ status, account }: NewEntry, { split_seats, tournament_id }: Entered): Kind =>
  split_seats !== null && status === 'ACTIVE' ? 'split' : tournament_id !== null || account?.needed ? 'whole' : 'plain'
const ofKinds = <Statement>(build: (kind: Kind) => Statement): Readonly<Record<Kind, Statement>> => ({
  plain: build('plain'),
  whole: build('whole'),
  split: build('split'),
})

const entryOf = (at: At, kind: Kind, guard?: Guard): RawBuilder<unknown> => {
  const { person, entry } = placesOf(at)
  const [id, status, raceNumber, carId, skin, classId, teamName, teamPassword, checkedInAt] = entry
  return comesIn(
    person,
    sql`
      insert into entries (id, session_id, status, race_number, car_id, skin, class_id, team_name, team_password_sealed, split_no, registered_at, checked_in_at)
      select ${id}::uuid, s.id, ${status}, ${raceNumber}::int, ${carId}, ${skin}, ${classId}, ${teamName}, ${teamPassword},
        ${kind === 'split' ? lowestSplit(person.sessionId) : sql`null`}::int, ${person.now}::timestamptz, ${checkedInAt}::timestamptz`,
    guard,
  )
}

const waited = ofKinds((kind) =>
  compiledOnce<{ readonly driver: boolean }>((db, at) => ({
    compile: () =>
      sql<{ readonly driver: boolean }>`
    with added as (
      ${entryOf(at, kind)}
      on conflict (session_id, race_number) where status in ('ACTIVE', 'WAITING_LIST') do nothing
      returning id, session_id
    ), driver as (
      insert into entry_drivers (entry_id, session_id, user_id, joined_at)
      select id, session_id, ${placesOf(at).person.userId}::uuid, ${placesOf(at).person.now}::timestamptz from added
      on conflict (session_id, user_id) where active do nothing
      returning entry_id
    )
    select exists (select from driver) as driver from added`.compile(db),
  })),
)

type Sent = Readonly<Record<Kind, ReturnType<typeof compiledOnce<object>>>>
const kept = new WeakMap<Asking['finds'], Sent>()
function sentWith(finds: Asking['finds']): Sent {
  const sent =
    kept.get(finds) ??
    ofKinds((kind) =>
      compiledOnce<object>((db, at) => ({
        compile: () => {
          // whoever has taken a seat has written the event's row
          const more = sql`s.xmin = pg_current_xact_id()::xid and not ${finds(at, placesOf(at).more)}`
          return entryOf(at, kind, { isPlain: kind === 'plain', more }).compile(db) as CompiledQuery<object>
        },
      })),
    )
  kept.set(finds, sent)
  return sent
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
  const { rows } = await tx.executeQuery(waited[kindOf(entry, event)](tx, valuesOf(entry, raceNumber, now)))
  const [added] = rows
  if (!added) return await whyNot(tx, entry, now, null)
  return added.driver ? ok({ raceNumber }) : refuse('ALREADY_REGISTERED')
}

/** Whoever is unlinking the account that the event needs holds the person: the next statement sees what came of it. */
const holdComer = async (tx: Tx, { account, userId }: Comer): Promise<boolean> => !account?.needed || (await holdPerson(tx, userId))

type Person = Omit<Comer, 'account'> & { readonly provider: string | null; readonly needed: boolean; readonly now: Date }
const personOf = ({ sessionId, leagueId, userId, isMember, account }: Comer, now: Date): Person => ({
  sessionId,
  leagueId,
  userId,
  isMember,
  provider: account?.provider ?? null,
  needed: account?.needed ?? false,
  now,
})

/** How somebody stands to session `s` at the moment in which they come in. */
const standing = ({ leagueId, userId, provider, needed, now }: Person) => ({
  present: sql<boolean>`exists (${present(userId)})`,
  banned: sql<boolean>`exists (select from bans where league_id = ${leagueId}::uuid and user_id = ${userId}::uuid and (ends_at is null or ends_at > ${now}::timestamptz))`,
  member: sql<boolean>`exists (select from memberships where league_id = ${leagueId}::uuid and user_id = ${userId}::uuid)`,
  linked: sql<boolean>`(${provider}::text is null or (not ${needed}::boolean and not s.closed_entry)
          or exists (select from linked_accounts where user_id = ${userId}::uuid and provider = ${provider}::text))`,
  watching: sql<boolean>`exists (select from spectators where session_id = s.id and user_id = ${userId}::uuid)`,
  /** Why not, for the season's sake. */
  out: sql<'season' | 'skips' | null>`(select case when k.user_id is null then 'season' else 'skips' end
          from tournament_entries t left join tournament_skips k on k.session_id = s.id and k.user_id = t.user_id and t.status = 'ACTIVE'
          where t.tournament_id = s.tournament_id and t.user_id = ${userId}::uuid and (t.status in ('LEFT', 'DISQUALIFIED') or k.user_id is not null))`,
})

/** What else must be so; `isPlain`: of what an event asks of nobody, that it still does so is looked at alone. */
type Guard = { readonly isPlain: boolean; readonly more: RawBuilder<unknown> }

/** Writes a row of session `s`, as long as the person may come in. */
function comesIn(person: Person, insert: RawBuilder<unknown>, guard: Guard = { isPlain: false, more: sql`true` }): RawBuilder<unknown> {
  const { present, banned, member, linked, watching, out } = standing(person)
  const ofEvent = guard.isPlain
    ? sql`(${person.provider}::text is null or not s.closed_entry) and s.tournament_id is null`
    : sql`${linked} and ${out} is null`
  return sql`${insert}
      from sessions s where s.id = ${person.sessionId}::uuid and ${present} and not ${banned} and (not ${person.isMember}::boolean or ${member})
        and not ${watching} and ${ofEvent} and ${guard.more}`
}

/** Why nothing was written; `other` where nothing of the person is in the way. */
async function whyNot<Other>(tx: Tx, comer: Comer, now: Date, other: Other): Promise<Refused | Other> {
  const person = personOf(comer, now)
  const { present, banned, member, linked, watching, out } = standing(person)
  type Standing = Readonly<Record<'present' | 'banned' | 'member' | 'linked' | 'watching', boolean>> & { readonly out: 'season' | 'skips' | null }
  const { rows } = await sql<Standing>`
    select ${present} as present, ${banned} as banned, ${member} as member, ${linked} as linked, ${watching} as watching, ${out} as out
    from sessions s where s.id = ${person.sessionId}`.execute(tx)
  const [found] = rows
  if (!found?.present) return refuse('ACCOUNT_NOT_FOUND')
  if (found.banned) return refuse('MEMBER_BANNED')
  if (comer.isMember && !found.member) return refuse('MEMBER_REQUIRED')
  if (found.out) return refuse('REJOIN_NOT_ALLOWED', { reason: found.out })
  if (comer.account && !found.linked) return refuse(alertOf(comer.account.provider))
  // said where nothing else is in the way
  return found.watching ? refuse('SPECTATING') : other
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
