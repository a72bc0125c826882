import { sql } from 'kysely'
import type { LeagueId, TournamentId, UserId } from '#core/ids.ts'
import { allPresent } from '#modules/accounts/door.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import type { SeasonCandidate, SeasonComing, SeasonPick } from '../decide/picked.ts'
import type { ParticipantStatus } from '../rules.ts'
import { countClasses } from './drivers.ts'

type Place = { readonly userId: UserId; readonly isIn: boolean; readonly classId: string | null }

/** Who drives a season, and who waits for a seat. */
export async function presentIn(db: Reader, id: TournamentId): Promise<readonly Place[]> {
  const { rows } = await sql<Place>`select user_id as "userId", status = 'ACTIVE' as "isIn", class_id as "classId" from tournament_entries
    where tournament_id = ${id} and status in ('ACTIVE', 'WAITING_LIST') order by registered_at, user_id`.execute(db)
  return rows
}

type Standing = Pick<SeasonCandidate, 'isBanned' | 'isMember' | 'before'> & { readonly userId: UserId }

/** The picked, in their order, with what they are to the community and to the season. */
export async function candidatesOf(
  db: Reader,
  { id, leagueId }: { readonly id: TournamentId; readonly leagueId: LeagueId },
  picks: readonly SeasonPick[],
  now: Date,
): Promise<readonly SeasonCandidate[]> {
  const { rows } = await sql<Standing>`select p.user_id as "userId", m.user_id is not null as "isMember", e.status as before,
      exists (select from bans b where b.league_id = ${leagueId} and b.user_id = p.user_id and (b.ends_at is null or b.ends_at > ${now})) as "isBanned"
    from unnest(${picks.map(({ userId }) => userId)}::uuid[]) as p (user_id)
    left join memberships m on m.league_id = ${leagueId} and m.user_id = p.user_id
    left join tournament_entries e on e.tournament_id = ${id} and e.user_id = p.user_id`.execute(db)
  const standings = new Map(rows.map((row) => [row.userId, row]))
  const unknown = { isBanned: false, isMember: false, before: null as ParticipantStatus | null }
  return picks.map((pick) => ({ ...unknown, ...standings.get(pick.userId), ...pick }))
}

/** Those of the coming whose accounts are there, held until the change commits, as drivers of the season in their order. The season is locked. */
export async function enterDrivers(tx: Tx, id: TournamentId, comes: readonly SeasonComing[], now: Date): Promise<ReadonlySet<UserId>> {
  const { rows } = await allPresent(comes.map(({ userId }) => userId)).execute(tx)
  const held = new Set(rows.map((row) => row.id))
  const there = comes.filter(({ userId }) => held.has(userId))
  const [waited, fresh] = [there.filter((one) => one.waited), there.filter((one) => !one.waited)]
  const columns = [fresh.map(({ userId }) => userId), fresh.map(({ classId }) => classId), fresh.map(({ carId }) => carId)] as const
  // one after the other, as their list has them: who registered first drives where an event has fewer seats
  await sql`insert into tournament_entries (tournament_id, user_id, status, class_id, car_id, registered_at)
    select ${id}::uuid, p.user_id, 'ACTIVE', p.class_id, p.car_id, ${now}::timestamptz + (p.at - 1) * interval '1 microsecond'
    from unnest(${columns[0]}::uuid[], ${columns[1]}::text[], ${columns[2]}::text[]) with ordinality as p (user_id, class_id, car_id, at)`.execute(tx)
  await sql`update tournament_entries set status = 'ACTIVE', left_reason = null, left_at = null
    where tournament_id = ${id} and status = 'WAITING_LIST' and user_id = any (${waited.map(({ userId }) => userId)}::uuid[])`.execute(tx)
  return held
}

/** Who goes out for others before anything was driven: nothing is left of it, and they may register again. */
export async function removeDrivers(tx: Tx, id: TournamentId, drivers: readonly UserId[]): Promise<void> {
  await sql`delete from tournament_skips k using tournament_sessions o
    where o.session_id = k.session_id and o.tournament_id = ${id} and k.user_id = any (${drivers}::uuid[])`.execute(tx)
  await sql`delete from tournament_entries where tournament_id = ${id} and status = 'ACTIVE' and user_id = any (${drivers}::uuid[])`.execute(tx)
}

/** How many are in the season and in each of its classes, counted anew. The season is locked. */
export async function countDrivers(tx: Tx, id: TournamentId): Promise<void> {
  await sql`update tournaments set taken = (select count(*) from tournament_entries where tournament_id = ${id} and status = 'ACTIVE')
    where id = ${id}`.execute(tx)
  await countClasses(tx, id)
}
