import { sql } from 'kysely'
import type { SessionId, UserId } from '#core/ids.ts'
import type { Tx } from '#server/db/connect.ts'
import type { ChangeRow, Moment, OverallRow, RaceRow, StandingRow } from './decide.ts'
import type { Driven, Standing } from './rules/licence.ts'
import type { RaceCar } from './rules/race.ts'
import type { Rank } from './rules/rank.ts'

const ROWS = sql`jsonb_to_recordset`

/** All races are rated one after another: a rank comes from the race before it in its game, a licence from that in any. */
export const lockRatings = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtextextended('ratings', 44))`.execute(tx)

const RACE = sql`r.session_id as id, r.race_no as no, r.game, (extract(epoch from r.starts_at) * 1000)::float8 as "startsAt", r.status, r.cars`
export type KeptRace = {
  readonly id: SessionId
  readonly no: number
  readonly game: string
  readonly startsAt: number
  readonly status: string
  readonly cars: readonly RaceCar[]
}

export async function raceOf(tx: Tx, sessionId: SessionId, no: number): Promise<KeptRace | undefined> {
  const { rows } = await sql<KeptRace>`select ${RACE} from ranked_races r where r.session_id = ${sessionId} and r.race_no = ${no}`.execute(tx)
  return rows[0]
}

/** The races of a game from a moment on that have not been taken back. */
export async function racesFrom(tx: Tx, game: string, from: Moment): Promise<readonly KeptRace[]> {
  const { rows } = await sql<KeptRace>`select ${RACE} from ranked_races r
    where r.game = ${game} and r.status <> 'REVERTED' and (r.starts_at, r.session_id, r.race_no) >= (${new Date(from.startsAt)}::timestamptz, ${from.id}::uuid, ${from.no}::int)`.execute(
    tx,
  )
  return rows
}

export async function saveRace(tx: Tx, race: Omit<KeptRace, 'status'>): Promise<void> {
  const row = { game: race.game, starts_at: new Date(race.startsAt), status: 'UNRANKED', cars: JSON.stringify(race.cars) }
  const splits = [...new Set(race.cars.map(({ split }) => split))].toSorted((one, other) => one - other)
  await tx
    .insertInto('ranked_races')
    .values({ session_id: race.id, race_no: race.no, splits, ...row })
    .onConflict((at) => at.columns(['session_id', 'race_no']).doUpdateSet({ splits, ...row }))
    .execute()
}

export async function setReverted(tx: Tx, sessionId: SessionId, no: number): Promise<void> {
  await tx
    .updateTable('ranked_races')
    .set({ status: 'REVERTED', ranked_splits: [], field_strengths: '{}' })
    .where('session_id', '=', sessionId)
    .where('race_no', '=', no)
    .execute()
}

/** What came of the races: whether they are ranked, in which splits, how strong these were. */
export async function saveRated(tx: Tx, races: readonly RaceRow[]): Promise<void> {
  await sql`
    update ranked_races r set status = f.status, ranked_splits = f.ranked_splits, field_strengths = f.field_strengths
    from ${ROWS}(${JSON.stringify(races)}::jsonb) as f (session_id uuid, race_no int, status text, ranked_splits int[], field_strengths jsonb)
    where f.session_id = r.session_id and f.race_no = r.race_no
      and (r.status, r.ranked_splits, r.field_strengths) is distinct from (f.status, f.ranked_splits, f.field_strengths)`.execute(tx)
}

/** Ranks in a game as they were before a moment. */
export async function ranksBefore(tx: Tx, game: string, people: readonly string[], to: Moment): Promise<ReadonlyMap<string, Rank>> {
  const { rows } = await sql<Rank & { userId: string }>`
    select u.id as "userId", c.rank, c.races from unnest(${[...people]}::uuid[]) u(id) cross join lateral (
      select rank_after as rank, races_after as races from rating_changes
      where user_id = u.id and game = ${game} and (starts_at, session_id, race_no) < (${new Date(to.startsAt)}::timestamptz, ${to.id}::uuid, ${to.no}::int)
      order by starts_at desc, session_id desc, race_no desc limit 1) c`.execute(tx)
  return new Map(rows.map(({ userId, rank, races }) => [userId, { rank, races }]))
}

/** Whose ranks a race has moved as it is kept. */
export async function ratedIn(tx: Tx, sessionId: SessionId, no: number): Promise<readonly UserId[]> {
  const rows = await tx.selectFrom('rating_changes').select('user_id').where('session_id', '=', sessionId).where('race_no', '=', no).execute()
  return rows.map(({ user_id }) => user_id)
}

export async function dropChanges(tx: Tx, sessionId: SessionId, no: number, people: readonly string[]): Promise<void> {
  if (people.length === 0) return
  await sql`delete from rating_changes where session_id = ${sessionId} and race_no = ${no} and user_id = any(${[...people]}::uuid[])`.execute(tx)
}

/** Of whom something is otherwise now, and in which event. */
export type Moved = { readonly sessionId: SessionId; readonly userId: UserId }

/** Ranks alone; licences follow in `saveLicences`. */
export async function saveChanges(tx: Tx, changes: readonly ChangeRow[]): Promise<readonly Moved[]> {
  const { rows } = await sql<Moved>`
    insert into rating_changes (session_id, race_no, user_id, game, starts_at, car_id, won, expected, starters, rank_before, races_before, rank_after, races_after, driven)
    select * from ${ROWS}(${JSON.stringify(changes)}::jsonb) as f (session_id uuid, race_no int, user_id uuid, game text, starts_at timestamptz, car_id text, won float8,
      expected float8, starters int, rank_before float8, races_before int, rank_after float8, races_after int, driven jsonb)
    on conflict (session_id, race_no, user_id) do update set game = excluded.game, starts_at = excluded.starts_at, car_id = excluded.car_id, won = excluded.won,
      expected = excluded.expected, starters = excluded.starters, rank_before = excluded.rank_before, races_before = excluded.races_before,
      rank_after = excluded.rank_after, races_after = excluded.races_after, driven = excluded.driven
    where (rating_changes.starts_at, rating_changes.car_id, rating_changes.won, rating_changes.expected, rating_changes.starters, rating_changes.rank_before,
        rating_changes.races_before, rating_changes.rank_after, rating_changes.races_after, rating_changes.driven)
      is distinct from (excluded.starts_at, excluded.car_id, excluded.won, excluded.expected, excluded.starters, excluded.rank_before,
        excluded.races_before, excluded.rank_after, excluded.races_after, excluded.driven)
    returning session_id as "sessionId", user_id as "userId"`.execute(tx)
  return rows
}

/** The ranks of these people in a game, from the last race of each; whoever has none any more has no rank. */
export async function saveRanks(tx: Tx, game: string, people: readonly string[]): Promise<void> {
  const ids = [...people]
  await sql`
    with last as (
      select u.id, c.rank, c.races from unnest(${ids}::uuid[]) u(id) left join lateral (
        select rank_after as rank, races_after as races from rating_changes where user_id = u.id and game = ${game}
        order by starts_at desc, session_id desc, race_no desc limit 1) c on true
    ),
    gone as (delete from driver_ratings d using last where d.user_id = last.id and d.game = ${game} and last.races is null)
    insert into driver_ratings (user_id, game, rank, races) select id, ${game}, rank, races from last where races is not null
    on conflict (user_id, game) do update set rank = excluded.rank, races = excluded.races
    where (driver_ratings.rank, driver_ratings.races) is distinct from (excluded.rank, excluded.races)`.execute(tx)
}

export type KeptDrive = Moment & { readonly userId: string; readonly driven: Driven }
/** What these people drove from a moment on, in whatever game, in its order. */
export async function drivesFrom(tx: Tx, people: readonly string[], from: Moment): Promise<readonly KeptDrive[]> {
  const { rows } = await sql<KeptDrive>`
    select session_id as id, race_no as no, (extract(epoch from starts_at) * 1000)::float8 as "startsAt", user_id as "userId", driven from rating_changes
    where user_id = any(${[...people]}::uuid[]) and (starts_at, session_id, race_no) >= (${new Date(from.startsAt)}::timestamptz, ${from.id}::uuid, ${from.no}::int)
    order by starts_at, session_id, race_no, user_id`.execute(tx)
  return rows
}

/** Licences as they were before a moment. */
export async function standingsBefore(tx: Tx, people: readonly string[], to: Moment): Promise<ReadonlyMap<string, Standing>> {
  const { rows } = await sql<Standing & { userId: string }>`
    select u.id as "userId", c.* from unnest(${[...people]}::uuid[]) u(id) cross join lateral (
      select licence_after as licence, level_after as level, licence_races_after as races from rating_changes
      where user_id = u.id and (starts_at, session_id, race_no) < (${new Date(to.startsAt)}::timestamptz, ${to.id}::uuid, ${to.no}::int)
      order by starts_at desc, session_id desc, race_no desc limit 1) c`.execute(tx)
  return new Map(rows.map(({ userId, licence, level, races }) => [userId, { licence, level, races }]))
}

export async function saveLicences(tx: Tx, standings: readonly StandingRow[]): Promise<readonly Moved[]> {
  const { rows } = await sql<Moved>`
    update rating_changes c set licence_before = f.licence_before, level_before = f.level_before, licence_races_before = f.licence_races_before,
      licence_after = f.licence_after, level_after = f.level_after, licence_races_after = f.licence_races_after
    from ${ROWS}(${JSON.stringify(standings)}::jsonb) as f (session_id uuid, race_no int, user_id uuid, licence_before text, level_before int,
      licence_races_before int, licence_after text, level_after int, licence_races_after int)
    where f.session_id = c.session_id and f.race_no = c.race_no and f.user_id = c.user_id
      and (c.licence_before, c.level_before, c.licence_races_before, c.licence_after, c.level_after, c.licence_races_after)
        is distinct from (f.licence_before, f.level_before, f.licence_races_before, f.licence_after, f.level_after, f.licence_races_after)
    returning c.session_id as "sessionId", c.user_id as "userId"`.execute(tx)
  return rows
}

export type KeptDriver = { readonly userId: string; readonly ranks: readonly Rank[]; readonly standing: Standing }
/** Everybody of these who has a rank: those of all games, and the licence their last race left. */
export async function driversOf(tx: Tx, people: readonly string[]): Promise<readonly KeptDriver[]> {
  const { rows } = await sql<KeptDriver>`
    select u.id as "userId", d.ranks, c.standing from unnest(${[...people]}::uuid[]) u(id)
    cross join lateral (select jsonb_agg(jsonb_build_object('rank', rank, 'races', races)) as ranks from driver_ratings where user_id = u.id) d
    cross join lateral (
      select jsonb_build_object('licence', licence_after, 'level', level_after, 'races', licence_races_after) as standing from rating_changes
      where user_id = u.id order by starts_at desc, session_id desc, race_no desc limit 1) c
    where d.ranks is not null`.execute(tx)
  return rows
}

/** What these people are across games; whoever is not among the rows was never rated. */
export async function saveDrivers(tx: Tx, people: readonly string[], drivers: readonly OverallRow[]): Promise<void> {
  await sql`
    with fresh as (
      select * from ${ROWS}(${JSON.stringify(drivers)}::jsonb) as f (user_id uuid, rank float8, races int, licence text, level int, licence_races int)
    ),
    gone as (delete from rated_drivers d where d.user_id = any(${[...people]}::uuid[]) and not exists (select from fresh f where f.user_id = d.user_id))
    insert into rated_drivers (user_id, rank, races, licence, level, licence_races) select user_id, rank, races, licence, level, licence_races from fresh
    on conflict (user_id) do update set rank = excluded.rank, races = excluded.races, licence = excluded.licence, level = excluded.level,
      licence_races = excluded.licence_races
    where (rated_drivers.rank, rated_drivers.races, rated_drivers.licence, rated_drivers.level, rated_drivers.licence_races)
      is distinct from (excluded.rank, excluded.races, excluded.licence, excluded.level, excluded.licence_races)`.execute(tx)
}
