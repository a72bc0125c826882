import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import type { SessionId, UserId } from '#core/ids.ts'
import type { Reader } from '#server/db/connect.ts'
import type { ChangeContext } from '#server/room.ts'
import { asKept, earlier, type Moment, overallRow, peopleIn, ratedRows, standingRows } from './decide.ts'
import type { Licence, Standing } from './rules/licence.ts'
import { type Change, type Race, rankKey, replay } from './rules/race.ts'
import type { RatingView } from './contract.ts'
import { PROVISIONAL_RACES, type Rank, START_RANK } from './rules/rank.ts'
import * as store from './store.ts'

export { ranksOf, ranksView, type StoredRanks } from './queries/drivers.ts'

/** A race of an event as its results have it: all that it is rated by. */
export type RankedRace = Race & { readonly id: SessionId }

/** A change, and who is told of it: whoever shows ranks of today, and the later races that moved with it. */
type Around = Pick<ChangeContext, 'tx' | 'tell'>

/**
 * Rates a race, in the change that shows its results: a new one, or one that is otherwise now. The same again changes nothing. Whoever calls it has
 * locked all the events of its change: locks of ratings come after those.
 */
export async function rankRace(around: Around, input: RankedRace): Promise<void> {
  const { tx } = around
  await store.lockRatings(tx)
  // what is kept has been through JSON
  const race = JSON.parse(JSON.stringify({ ...input, cars: asKept(input.cars) })) as RankedRace
  const kept = await store.raceOf(tx, race.id, race.no)
  if (kept && kept.game !== race.game) throw new Error(`race ${race.no} of ${race.id} was rated in another game`)
  const isSame = kept?.status !== 'REVERTED' && kept?.startsAt === race.startsAt && isDeepStrictEqual(kept.cars, race.cars)
  if (isSame) return
  await store.saveRace(tx, race)
  await rateFrom(around, race, kept ? earlier<Moment>(kept, race) : race)
}

/** Takes back what a race did; `false`: there is nothing to take back. */
export async function revertRace(around: Around, sessionId: SessionId, no: number): Promise<boolean> {
  const { tx } = around
  await store.lockRatings(tx)
  const kept = await store.raceOf(tx, sessionId, no)
  if (!kept || kept.status === 'REVERTED') return false
  await store.setReverted(tx, sessionId, no)
  await rateFrom(around, kept, kept)
  return true
}

/** Everything from a moment on anew: the ranks of this race's game, and in every game the licences of whom it has rated, or rates now. */
async function rateFrom({ tx, tell }: Around, race: RankedRace, from: Moment): Promise<void> {
  const races = await store.racesFrom(tx, race.game, from)
  const people = peopleIn(races)
  const before = await store.ranksBefore(tx, race.game, people, from)
  const ranks = new Map([...before].map(([userId, rank]) => [rankKey(race.game, userId), rank]))
  const replayed = replay({ ranks, standings: new Map() }, races)
  const rows = ratedRows(races, replayed)
  const were = await store.ratedIn(tx, race.id, race.no)
  const are = new Set(rows.changes.flatMap((one) => (one.session_id === race.id && one.race_no === race.no ? [one.user_id] : [])))
  await store.dropChanges(
    tx,
    race.id,
    race.no,
    were.filter((userId) => !are.has(userId)),
  )
  await store.saveRated(tx, rows.races)
  const rated = await store.saveChanges(tx, rows.changes)
  const met = [...new Set([...were, ...are])]
  const drives = await store.drivesFrom(tx, met, from)
  const licensed = await store.saveLicences(tx, standingRows(await store.standingsBefore(tx, met, from), drives))
  const moved = [...new Set([...met, ...rows.changes.map(({ user_id }) => user_id)])]
  await store.saveRanks(tx, race.game, moved)
  const drivers = await store.driversOf(tx, moved)
  await store.saveDrivers(tx, moved, drivers.map(overallRow))
  const told = [...rated, ...licensed]
  const topics = [
    `session:${race.id}`,
    ...told.map(({ sessionId }) => `session:${sessionId}`),
    ...[...were, ...told.map(({ userId }) => userId)].map((id) => `user:${id}`),
  ]
  tell(...new Set(topics))
}

// Parts of statements, for rooms that name drivers: `user` and `game` are columns of theirs.

/** A rank as it is told: `Math.round`, which the database has for even halves alone. */
const told = (rank: RawBuilder<unknown>): RawBuilder<number> => sql`floor(${rank} + 0.5)::int`

/** What somebody has reached in a game; null: they were never rated anywhere. */
export const ratingOf = (user: string, game: string): RawBuilder<RatingView | null> => sql`(
  select json_build_object('rank', ${told(sql`coalesce(of_game.rank, ${sql.lit(START_RANK)})`)}, 'isProvisional', coalesce(of_game.races, 0) < ${sql.lit(PROVISIONAL_RACES)},
    'license', rated.licence, 'safetyLevel', rated.level / 100.0)
  from rated_drivers rated left join driver_ratings of_game on of_game.user_id = rated.user_id and of_game.game = ${sql.ref(game)} where rated.user_id = ${sql.ref(user)})`

/** What somebody had after a race, wherever its result names them; of one that did not rate them what they have reached in its game. */
export const ratingAfter = (session: string, no: string, user: string, game: string): RawBuilder<RatingView | null> => sql`coalesce((
  select json_build_object('rank', ${told(sql`c.rank_after`)}, 'isProvisional', c.races_after < ${sql.lit(PROVISIONAL_RACES)}, 'license', c.licence_after,
    'safetyLevel', c.level_after / 100.0)
  from rating_changes c where c.session_id = ${sql.ref(session)} and c.race_no = ${sql.ref(no)} and c.user_id = ${sql.ref(user)}), ${ratingOf(user, game)})`

/** What somebody has reached over all games; null: they were never rated. */
export const overallOf = (user: string): RawBuilder<RatingView | null> => sql`(
  select json_build_object('rank', ${told(sql`rated.rank`)}, 'isProvisional', rated.races < ${sql.lit(PROVISIONAL_RACES)}, 'license', rated.licence, 'safetyLevel', rated.level / 100.0)
  from rated_drivers rated where rated.user_id = ${sql.ref(user)})`

/** Somebody's licence, in an expression of a statement; null: never rated, or nobody is asked for. */
export const licenceOf = (user: RawBuilder<unknown>): RawBuilder<Licence | null> =>
  sql`(select rated.licence from rated_drivers rated where rated.user_id = ${user})`

/** Somebody's rank in a game to the last digit; null: never rated there. */
export const rankIn = (user: string | RawBuilder<unknown>, game: string): RawBuilder<number | null> =>
  sql`(select of_game.rank from driver_ratings of_game where of_game.user_id = ${typeof user === 'string' ? sql.ref(user) : user} and of_game.game = ${sql.ref(game)})`

/** With which rank somebody came into the first race of an event, as it is told; null: it was not rated, or without them. */
export const rankInto = (session: string, user: string): RawBuilder<number | null> =>
  sql`(select ${told(sql`c.rank_before`)} from rating_changes c where c.session_id = ${sql.ref(session)} and c.user_id = ${sql.ref(user)} order by c.race_no limit 1)`

export type DriverRating = { readonly rank: Rank | null; readonly overall: Rank; readonly standing: Standing }

/** What these people have reached: in this game (`null`: never rated there), in all, and their licence; who was never rated is left out. */
export async function ratingsOf(db: Reader, users: readonly UserId[], game: string): Promise<ReadonlyMap<UserId, DriverRating>> {
  const { rows } = await sql<DriverRating & { userId: UserId }>`
    select r.user_id as "userId", case when d.user_id is not null then jsonb_build_object('rank', d.rank, 'races', d.races) end as rank,
      jsonb_build_object('rank', r.rank, 'races', r.races) as overall, jsonb_build_object('licence', r.licence, 'level', r.level, 'races', r.licence_races) as standing
    from rated_drivers r left join driver_ratings d on d.user_id = r.user_id and d.game = ${game}
    where r.user_id = any(${[...users]}::uuid[])`.execute(db)
  return new Map(rows.map(({ userId, ...rating }) => [userId, rating]))
}

/** What these people have reached in a game, as it is told beside their names; who was never rated is left out. */
export async function toldRatings(db: Reader, users: readonly UserId[], game: string): Promise<ReadonlyMap<UserId, RatingView>> {
  const { rows } = await sql<{ userId: UserId; rating: RatingView }>`
    select r.user_id as "userId", ${ratingOf('r.user_id', 'g.game')} as rating from rated_drivers r, (select ${game}::text as game) g
    where r.user_id = any(${[...users]}::uuid[])`.execute(db)
  return new Map(rows.map(({ userId, rating }) => [userId, rating]))
}

const CHANGE = sql`json_build_object('sessionId', c.session_id, 'raceNo', c.race_no, 'userId', c.user_id, 'carId', c.car_id, 'won', c.won, 'expected', c.expected,
  'starters', c.starters, 'before', json_build_object('rank', c.rank_before, 'races', c.races_before), 'after', json_build_object('rank', c.rank_after, 'races', c.races_after),
  'licenceBefore', json_build_object('licence', c.licence_before, 'level', c.level_before, 'races', c.licence_races_before),
  'licenceAfter', json_build_object('licence', c.licence_after, 'level', c.level_after, 'races', c.licence_races_after))`

export type KeptChange = Change & { readonly userId: UserId }
/** What one race did to somebody; null: it was not rated, or they were not in it. */
export const changeIn = (session: string, no: string, user: UserId): RawBuilder<KeptChange | null> =>
  sql`(select ${CHANGE} from rating_changes c where c.session_id = ${sql.ref(session)} and c.race_no = ${sql.ref(no)} and c.user_id = ${user})`

/** What the races of an event did to everybody in them, as `rules/told.ts` tells it. */
export const changesIn = (session: string): RawBuilder<readonly KeptChange[]> =>
  sql`coalesce((select json_agg(${CHANGE} order by c.race_no, c.user_id) from rating_changes c where c.session_id = ${sql.ref(session)}), '[]')`

export type RaceRating = {
  readonly raceNo: number
  readonly status: 'UNRANKED' | 'COMPLETED' | 'REVERTED'
  readonly rankedSplits: readonly number[]
  /** By split. */
  readonly fieldStrengths: Readonly<Record<string, number>>
}
/** How each race of an event was rated; a race that never was is not among them. */
export const racesIn = (session: string): RawBuilder<readonly RaceRating[]> => sql`coalesce((
  select json_agg(json_build_object('raceNo', r.race_no, 'status', r.status, 'rankedSplits', r.ranked_splits, 'fieldStrengths', r.field_strengths) order by r.race_no)
  from ranked_races r where r.session_id = ${sql.ref(session)}), '[]')`

export const changesOf = async (db: Reader, sessionId: SessionId): Promise<readonly KeptChange[]> =>
  (await sql<{ changes: readonly KeptChange[] }>`select ${changesIn('s.id')} as changes from (select ${sessionId}::uuid as id) s`.execute(db))
    .rows[0]!.changes

export const racesOf = async (db: Reader, sessionId: SessionId): Promise<readonly RaceRating[]> =>
  (await sql<{ races: readonly RaceRating[] }>`select ${racesIn('s.id')} as races from (select ${sessionId}::uuid as id) s`.execute(db)).rows[0]!
    .races
