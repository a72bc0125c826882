import { sql } from 'kysely'
import type { SessionId, UserId } from '#core/ids.ts'
import type { Tx } from '#server/db/connect.ts'
import type { KeptLap } from './decide.ts'

/**
 * Takes the laps of these drivers for this change, in one order for everybody. It is the last that a change takes: the event is locked already, and
 * whoever holds laps waits for nobody.
 */
async function lockLaps(tx: Tx, people: readonly UserId[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(drivers.key)
    from (select distinct hashtextextended(id, 46) as key from unnest(${[...people]}::text[]) id order by key) drivers`.execute(tx)
}

const ROWS = sql`jsonb_to_recordset`
const SHAPE = sql`(row_id uuid, user_id uuid, league_id uuid, session_id uuid, game text, track_id text, layout_id text, track_name text, car_id text,
  car_name text, segment_type text, segment_key text, segment_index int, is_wet boolean, lap_ms int, driven_at timestamptz)`

/**
 * Keeps these laps as all there are of an event. Whatever of them is new, other or gone counts at once: which lap is a driver's best, and what they had
 * driven before each. Gives the other events in which something follows from it.
 */
export async function keepLaps(tx: Tx, sessionId: SessionId, laps: readonly KeptLap[]): Promise<readonly SessionId[]> {
  const { rows: held } = await sql<{ user_id: UserId }>`select distinct user_id from lap_bests where session_id = ${sessionId}`.execute(tx)
  const people = [...new Set([...held, ...laps].map(({ user_id }) => user_id))]
  if (people.length === 0) return []
  await lockLaps(tx, people)
  const { rows: changed } = await sql<Combination>`
    with fresh as (select * from ${ROWS}(${JSON.stringify(laps)}::jsonb) as f ${SHAPE}),
    gone as (
      delete from lap_bests b where b.session_id = ${sessionId}
        and not exists (select from fresh f where f.row_id = b.row_id and f.user_id = b.user_id)
      returning b.user_id, b.game, b.track_id, b.layout_id, b.car_id
    ),
    other as (
      select b.user_id, b.game, b.track_id, b.layout_id, b.car_id from lap_bests b join fresh f on f.row_id = b.row_id and f.user_id = b.user_id
      where (b.session_id, b.game, b.track_id, b.layout_id, b.car_id, b.segment_type, b.segment_index, b.is_wet, b.lap_ms, b.driven_at)
        is distinct from (f.session_id, f.game, f.track_id, f.layout_id, f.car_id, f.segment_type, f.segment_index, f.is_wet, f.lap_ms, f.driven_at)
    ),
    come as (
      insert into lap_bests (row_id, user_id, league_id, session_id, game, track_id, layout_id, track_name, car_id, car_name, segment_type, segment_key,
        segment_index, is_wet, lap_ms, driven_at)
      select * from fresh
      on conflict (row_id, user_id) do update set league_id = excluded.league_id, session_id = excluded.session_id, game = excluded.game,
        track_id = excluded.track_id, layout_id = excluded.layout_id, track_name = excluded.track_name, car_id = excluded.car_id,
        car_name = excluded.car_name, segment_type = excluded.segment_type, segment_key = excluded.segment_key, segment_index = excluded.segment_index,
        is_wet = excluded.is_wet, lap_ms = excluded.lap_ms, driven_at = excluded.driven_at
      where (lap_bests.session_id, lap_bests.game, lap_bests.track_id, lap_bests.layout_id, lap_bests.track_name, lap_bests.car_id, lap_bests.car_name,
          lap_bests.segment_key, lap_bests.segment_index, lap_bests.is_wet, lap_bests.lap_ms, lap_bests.driven_at)
        is distinct from (excluded.session_id, excluded.game, excluded.track_id, excluded.layout_id, excluded.track_name, excluded.car_id,
          excluded.car_name, excluded.segment_key, excluded.segment_index, excluded.is_wet, excluded.lap_ms, excluded.driven_at)
      returning user_id, game, track_id, layout_id, car_id
    )
    select * from gone union select * from other union select * from come`.execute(tx)
  if (changed.length === 0) return []
  const others = await markLaps(tx, changed)
  return others.filter((id) => id !== sessionId)
}

type Combination = {
  readonly user_id: UserId
  readonly game: string
  readonly track_id: string
  readonly layout_id: string
  readonly car_id: string
}

/** Which laps of these drivers, tracks and cars are the best in their community, and what was the best before each; the events where that is new. */
async function markLaps(tx: Tx, combinations: readonly Combination[]): Promise<readonly SessionId[]> {
  const { rows } = await sql<{ session_id: SessionId }>`
    with ranked as (
      select b.row_id, b.user_id,
        row_number() over (partition by b.user_id, b.game, b.track_id, b.layout_id, b.car_id, b.segment_type, b.is_wet, b.league_id
          order by b.lap_ms, b.driven_at, b.row_id) = 1 as is_best,
        min(b.lap_ms) over (partition by b.user_id, b.game, b.track_id, b.layout_id, b.car_id
          order by b.driven_at, b.session_id, b.segment_index, b.row_id rows between unbounded preceding and 1 preceding) as before_ms
      from lap_bests b
      where (b.user_id, b.game, b.track_id, b.layout_id, b.car_id) in (
        select c.user_id, c.game, c.track_id, c.layout_id, c.car_id from ${ROWS}(${JSON.stringify(combinations)}::jsonb)
          as c (user_id uuid, game text, track_id text, layout_id text, car_id text))
    ),
    marked as (
      update lap_bests b set is_best = r.is_best, before_ms = r.before_ms from ranked r
      where r.row_id = b.row_id and r.user_id = b.user_id and (b.is_best, b.before_ms) is distinct from (r.is_best, r.before_ms)
      returning b.session_id
    )
    select distinct session_id from marked`.execute(tx)
  return rows.map(({ session_id }) => session_id)
}

/** Events whose laps nobody has looked through yet, at most so many; they are not waiting any more. */
export async function takeBacklog(tx: Tx, most: number): Promise<readonly SessionId[]> {
  const { rows } = await sql<{ session_id: SessionId }>`
    delete from lap_backlog where session_id in (select session_id from lap_backlog order by session_id limit ${most} for update skip locked)
    returning session_id`.execute(tx)
  return rows.map(({ session_id }) => session_id)
}
