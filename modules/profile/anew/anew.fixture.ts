import { isDeepStrictEqual } from 'node:util'
import type { SessionId, TournamentId } from '#core/ids.ts'
import { SEASON_BURDENS } from '#modules/burdens/rules.ts'
import { settleEvent } from '#modules/corrections/door.ts'
import { lapsJobs } from '#modules/laps/jobs.ts'
import { replay, type Race } from '#modules/ranking/rules/race.ts'
import { rankEvent } from '#modules/results/jobs/ranks.ts'
import { lockSession } from '#modules/sessions/door.ts'
import { weigh } from '#modules/tournaments/jobs/ballast.ts'
import { keepStandings } from '#modules/tournaments/store/standings.ts'
import { lapsWork } from '#modules/laps/contract/jobs.ts'
import type { JobContext } from '#server/room.ts'
import type { TestServer } from '#testing/server.ts'
import { byHand } from '#testing/steps.ts'
import { until } from '#testing/time.ts'

/** What is kept of results, each table in an order of its own. */
const KEPT = {
  rows: `select x.id, x.position, x.status, x.class_position, x.final_race_time_ms, x.penalty_ms, x.penalty_places, x.calculated_points, x.points_adjustment,
    x.event_adjustment, x.retired_type, x.retired_value, r.best_stats from result_rows x join results r on r.id = x.result_id
    join sessions s on s.id = r.session_id where r.state = 'STANDS' and s.deleted_at is null order by x.id`,
  laps: 'select * from lap_bests order by row_id, user_id',
  races: `select session_id, race_no, game, status, ranked_splits, field_strengths from ranked_races where status <> 'REVERTED' order by session_id, race_no`,
  changes: 'select * from rating_changes order by starts_at, session_id, race_no, user_id',
  ranks: 'select * from driver_ratings order by user_id, game',
  licences: 'select * from rated_drivers order by user_id',
  standings: 'select tournament_id, of, class_id, standings, cells from tournament_standings order by tournament_id, of, class_id',
  burdens: `select * from race_burdens where kind = any ($1) order by session_id, user_id, kind`,
} as const
export type Kept = Readonly<Record<keyof typeof KEPT, readonly Record<string, unknown>[]>>

export async function kept({ running }: TestServer): Promise<Kept> {
  const { pool } = running.machine
  const tables = await Promise.all(
    Object.entries(KEPT).map(async ([name, query]) => [name, (await pool.query(query, name === 'burdens' ? [SEASON_BURDENS] : [])).rows] as const),
  )
  return Object.fromEntries(tables) as unknown as Kept
}

/** Nothing that a change has ordered is still to be done. */
export const allDone = ({ running }: TestServer): Promise<void> =>
  until('what follows is done', async () => {
    const { rows } = await running.machine.pool.query(
      `select 1 from jobs.job where state in ('created', 'retry', 'active') and start_after <= now() and name in ('tournaments.weigh', 'tournaments.recount', 'tournaments.seat',
        'results.tell', 'result-files.read') limit 1`,
    )
    return rows.length === 0
  })

/** Forgets all that follows from results and works it out from what files, keepers and stewards said, the events in this order. */
export async function anew(server: TestServer, events: readonly SessionId[], seasons: readonly TournamentId[]): Promise<void> {
  const { pool } = server.running.machine
  await pool.query(`update result_rows set position = raw_position, status = raw_status, final_race_time_ms = total_time_ms, penalty_ms = 0, penalty_places = 0,
    points_adjustment = 0, event_adjustment = 0, calculated_points = 0`)
  await pool.query('truncate ranked_races, rating_changes, driver_ratings, rated_drivers, lap_bests, tournament_standings')
  await pool.query('delete from race_burdens where kind = any ($1)', [SEASON_BURDENS])
  for (const id of events)
    await byHand(server, async (context) => {
      const event = await lockSession(context.tx, id)
      if (!event) return await rankEvent(context, { sessionId: id })
      await settleEvent(context, event)
      await context.tx.insertInto('lap_backlog').values({ session_id: id }).execute()
      await (lapsJobs[lapsWork.catchUp.name] as (around: JobContext) => Promise<void>)(context)
    })
  for (const id of seasons)
    await byHand(server, async (context) => {
      await keepStandings(context.tx, id, context.now)
      await weigh(context, id)
    })
}

/** How the ratings are otherwise than the rules alone make them of all races at once; null: not at all. */
export async function ratedOtherwise({ running }: TestServer): Promise<object | null> {
  const { pool } = running.machine
  const races = (
    await pool.query<{ session_id: string; race_no: number; game: string; starts_at: Date; cars: Race['cars'] }>(
      `select * from ranked_races where status <> 'REVERTED'`,
    )
  ).rows.map(({ session_id: id, race_no: no, game, starts_at, cars }): Race => ({ id, no, game, startsAt: starts_at.getTime(), cars }))
  const { changes } = replay({ ranks: new Map(), standings: new Map() }, races)
  const key = (one: { readonly sessionId: string; readonly raceNo: number; readonly userId: string }) =>
    `${one.sessionId} ${one.raceNo} ${one.userId}`
  const said = changes.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
  const { rows } =
    await pool.query(`select c.session_id as "sessionId", c.race_no as "raceNo", c.user_id as "userId", c.car_id as "carId", c.won, c.expected, c.starters,
    json_build_object('rank', c.rank_before, 'races', c.races_before) as before, json_build_object('rank', c.rank_after, 'races', c.races_after) as after,
    json_build_object('licence', c.licence_before, 'level', c.level_before, 'races', c.licence_races_before) as "licenceBefore",
    json_build_object('licence', c.licence_after, 'level', c.level_after, 'races', c.licence_races_after) as "licenceAfter" from rating_changes c`)
  const stored = (rows as typeof said).toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
  return isDeepStrictEqual(stored, said) ? null : { stored, said }
}
