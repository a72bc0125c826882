import { type RawBuilder, sql } from 'kysely'
import type { LeagueId, SessionId, TournamentId, UserId } from '#core/ids.ts'
import { configInForce } from '#modules/leagues/door.ts'
import { keysOfRow } from '#modules/results/door.ts'
import type { SessionFacts } from '#modules/sessions/door.ts'
import type { Reader } from '#server/db/connect.ts'
import type { ProtestConfig } from '../contract/config.ts'
import type { EventFacts } from '../policy.ts'
import { configOf, rulesOf } from '../rules/config.ts'
import { DEFAULT_CATALOGUE, PENALTY_CATALOGUE, type Catalogue } from '../rules/penalty.ts'
import { countedSince, DEFAULT_RULES, endOf, PROTEST_RULES, type ProtestRules } from '../rules.ts'
import { holds, nameOf } from './parts.ts'

export type Driver = {
  readonly id: UserId
  readonly name: string | null
  readonly country: string | null
  readonly raceNumber: number | null
  readonly teamName: string | null
  readonly splitNo: number
  /** Of the asker. */
  readonly isTeamMate: boolean
  /** Their rows in the results of that split, by segment and place. */
  readonly cars: readonly DrivenCar[]
}
export type DrivenCar = {
  readonly segmentIndex: number
  readonly participantId: string
  readonly position: number
  readonly raceNumber: number | null
  readonly carId: string | null
  /** Of a car that only the file knows. */
  readonly carName: string | null
  /** By which results know it, whichever file they are of. */
  readonly keys: readonly string[]
}

/** Who drives an event or drove in it, once for each split: whom its results name, and who is in. */
export async function driversOf(db: Reader, sessionId: SessionId, asker: UserId): Promise<readonly Driver[]> {
  const { rows } = await sql<Driver>`
    with drove as (
      select p.user_id, r.split_no, x.race_number, case when x.participant_type = 'TEAM' then x.name end as team_name, r.segment_index, x.position,
        jsonb_build_object('segmentIndex', r.segment_index, 'participantId', x.id, 'position', x.position, 'raceNumber', x.race_number, 'carId', x.car_id,
          'carName', x.car_name, 'keys', ${keysOfRow}) as car
      from results r join result_rows x on x.result_id = r.id cross join unnest(x.user_ids) as p (user_id)
      where r.session_id = ${sessionId} and r.state = 'STANDS'),
    cars as (select user_id, split_no, jsonb_agg(car order by segment_index, position) as cars from drove group by user_id, split_no)
    select distinct on (d.split_no, d.user_id) d.user_id as id, ${nameOf('u')} as name,
      case when u.removed_at is null then u.country end as country, d.race_number as "raceNumber", d.team_name as "teamName", d.split_no as "splitNo",
      ${sharesCar(sql`${sessionId}::uuid`, asker, [sql.ref('d.user_id')])} as "isTeamMate", coalesce(c.cars, '[]') as cars
    from (
      select user_id, split_no, race_number, team_name, 1 as by_result, segment_index, position from drove
      union all
      select p.user_id, coalesce(e.split_no, 1), e.race_number, e.team_name, 2, null, null
      from entries e join entry_drivers p on p.entry_id = e.id and p.active where e.session_id = ${sessionId} and e.status = 'ACTIVE'
    ) d join users u on u.id = d.user_id left join cars c on c.user_id = d.user_id and c.split_no = d.split_no
    order by d.split_no, d.user_id, d.by_result, d.segment_index desc, d.position`.execute(db)
  return rows
}

/** For a statement: whether somebody shares a car with another in an event, by its entries or its results. */
export const sharesCar = (sessionId: RawBuilder<unknown>, one: unknown, others: readonly unknown[]) => sql<boolean>`(
  exists (select 1 from entry_drivers a join entry_drivers b on b.entry_id = a.entry_id
    where a.session_id = ${sessionId} and a.active and b.active and a.user_id = ${one}::uuid and b.user_id <> a.user_id and b.user_id in (${sql.join(others)}))
  or exists (select 1 from result_rows x where x.session_id = ${sessionId} and x.user_ids @> array[${one}::uuid]
    and x.user_ids && array_remove(array[${sql.join(others)}]::uuid[], ${one}::uuid)))`

/** For a statement: whether somebody drives in an event, or drove: by its entries or its results. */
export const drovesIn = (sessionId: RawBuilder<unknown>, one: UserId) => sql<boolean>`(
  exists (select 1 from entry_drivers a join entries e on e.id = a.entry_id and e.status = 'ACTIVE'
    where a.session_id = ${sessionId} and a.active and a.user_id = ${one}::uuid)
  or exists (select 1 from results r join result_rows x on x.result_id = r.id
    where r.session_id = ${sessionId} and r.state = 'STANDS' and x.user_ids @> array[${one}::uuid]))`

/** The tournament an event belongs to, where it does, and whether that is over: it takes no reports then (product.md §4). */
export async function tournamentOf(db: Reader, sessionId: SessionId): Promise<{ readonly id: string; readonly isFinished: boolean } | null> {
  const row = await db
    .selectFrom('tournament_sessions')
    .innerJoin('tournaments', 'tournaments.id', 'tournament_sessions.tournament_id')
    .select(['tournaments.id', 'tournaments.status'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return row ? { id: row.id, isFinished: row.status === 'FINISHED' } : null
}

export async function ownsTournament(db: Reader, leagueId: LeagueId, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('tournaments')
    .select('id')
    .where('id', '=', id as TournamentId)
    .where('league_id', '=', leagueId)
    .executeTakeFirst()
  return row !== undefined
}

export type Ruled = { readonly rules: ProtestRules; readonly config: ProtestConfig }

/** The rules of a community, or its own of a tournament where that has some. */
export async function rulesIn(db: Reader, leagueId: LeagueId, tournamentId: string | null = null): Promise<Ruled> {
  const config = (await configInForce(db, PROTEST_RULES, leagueId, tournamentId)) as ProtestConfig | null
  return config ? { rules: rulesOf(config), config } : { rules: DEFAULT_RULES, config: configOf(DEFAULT_RULES) }
}

export async function catalogueIn(db: Reader, leagueId: LeagueId): Promise<Catalogue> {
  return ((await configInForce(db, PENALTY_CATALOGUE, leagueId, null)) as Catalogue | null) ?? DEFAULT_CATALOGUE
}

/** When reports of somebody were rejected in a community, as far back as its rules count, the latest first. */
export async function rejectionsOf(
  db: Reader,
  leagueId: LeagueId,
  userId: UserId,
  rules: Pick<ProtestRules, 'rejections'>,
  now: Date,
): Promise<readonly Date[]> {
  if (!rules.rejections) return []
  const rows = await db
    .selectFrom('protest_reports')
    .select('decided_at')
    .where('league_id', '=', leagueId)
    .where('reporter_id', '=', userId)
    .where(holds('protest_reports', 'REJECT'))
    .where('decided_at', '>', new Date(countedSince(rules.rejections, now.getTime())))
    .orderBy('decided_at', 'desc')
    .execute()
  return rows.flatMap((row) => row.decided_at ?? [])
}

export type Reporting = Ruled & {
  readonly facts: EventFacts
  readonly drivers: readonly Driver[]
}

/** How somebody stands to an event whose drivers they would report, and who drove there. */
export async function reportingIn(
  db: Reader,
  event: SessionFacts,
  community: Pick<EventFacts, 'hidden' | 'closed' | 'role'>,
  asker: UserId,
  now: Date,
): Promise<Reporting> {
  const tournament = await tournamentOf(db, event.id)
  const { rules, config } = await rulesIn(db, event.leagueId, tournament?.id ?? null)
  const [drivers, rejectedAt] = await Promise.all([driversOf(db, event.id, asker), rejectionsOf(db, event.leagueId, asker, rules, now)])
  const { hidden, closed, role } = community
  const splits = drivers.filter(({ id }) => id === asker).map(({ splitNo }) => splitNo)
  const tournamentFinished = tournament?.isFinished ?? false
  const facts: EventFacts = { hidden, closed, role, status: event.status, endedAt: endOf(event), rules, tournamentFinished, splits, rejectedAt }
  return { rules, config, drivers, facts }
}
