import { sql } from 'kysely'
import type { SessionId, UserId } from '#core/ids.ts'
import type { Tx } from '#server/db/connect.ts'
import type { KeptLap } from './decide.ts'

/**
 * Takes the laps of these drivers, and of those who have any of the event, for this change, in one order for everybody. It is the last that a change
 * takes: the event is locked already, and whoever holds laps waits for nobody.
 */
async function lockLaps(tx: Tx, sessionId: SessionId, people: readonly UserId[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(drivers.key)
    from (select distinct hashtextextended(id, 46) as key from (
      select unnest(${[...people]}::text[]) union select user_id::text from lap_bests where session_id = ${sessionId}) mine (id) order by key) drivers`.execute(
    tx,
  )
}

const TYPES = {
  row_id: 'uuid',
  user_id: 'uuid',
  league_id: 'uuid',
  session_id: 'uuid',
  game: 'text',
  track_id: 'text',
  layout_id: 'text',
  track_name: 'text',
  car_id: 'text',
  car_name: 'text',
  segment_type: 'text',
  segment_key: 'text',
  segment_index: 'int',
  is_wet: 'boolean',
  lap_ms: 'int',
  driven_at: 'timestamptz',
} satisfies Record<keyof KeptLap, string>
const SHAPE = sql.raw(
  Object.entries(TYPES)
    .map(([column, type]) => `${column} ${type}`)
    .join(),
)
const COLUMNS = Object.keys(TYPES)
/** What laps are compared within. */
const KEYS = ['user_id', 'game', 'track_id', 'layout_id', 'car_id']
/** What a lap counts as. */
const MARKS = ['is_best', 'before_ms']
const WRITTEN = [...COLUMNS, ...MARKS]
const named = (columns: readonly string[]) => sql.raw(columns.join())
const of = (table: string, columns: readonly string[]) => named(columns.map((column) => `${table}.${column}`))

/**
 * Keeps these laps as all there are of an event. Whatever of them is new, other or gone counts at once: which lap is a driver's best in its community, and
 * what they had driven before each. Gives the other events in which something follows from it. A lap is written once, with what it counts as: the table
 * has seven indexes.
 */
export async function keepLaps(tx: Tx, sessionId: SessionId, laps: readonly KeptLap[]): Promise<readonly SessionId[]> {
  const locked = lockLaps(
    tx,
    sessionId,
    laps.map(({ user_id }) => user_id),
  )
  // behind it on the one connection: what it reads is as of then
  const kept = sql<{ session_id: SessionId }>`
    with fresh as materialized (select * from jsonb_to_recordset(${JSON.stringify(laps)}::jsonb) as f (${SHAPE})),
    past as materialized (
      select b.* from lap_bests b where b.session_id = ${sessionId}
        and not exists (select from fresh f where f.row_id = b.row_id and f.user_id = b.user_id)
    ),
    changed as materialized (
      select ${of('past', KEYS)} from past
      union select ${of('f', KEYS)} from fresh f left join lap_bests b on b.row_id = f.row_id and b.user_id = f.user_id
        where (${of('b', COLUMNS)}) is distinct from (${of('f', COLUMNS)})
      union select ${of('b', KEYS)} from fresh f join lap_bests b on b.row_id = f.row_id and b.user_id = f.user_id
        where (${of('b', KEYS)}) is distinct from (${of('f', KEYS)})
    ),
    counting as (
      select f.*, true as is_fresh from fresh f where (${of('f', KEYS)}) in (select * from changed)
      union all
      select ${of('b', COLUMNS)}, false from lap_bests b where (${of('b', KEYS)}) in (select * from changed) and b.session_id <> ${sessionId}
        and not exists (select from fresh f where f.row_id = b.row_id and f.user_id = b.user_id)
    ),
    ranked as materialized (
      select c.*,
        row_number() over (partition by ${of('c', KEYS)}, c.segment_type, c.is_wet, c.league_id order by c.lap_ms, c.driven_at, c.row_id) = 1 as is_best,
        min(c.lap_ms) over (partition by ${of('c', KEYS)}
          order by c.driven_at, c.session_id, c.segment_index, c.row_id rows between unbounded preceding and 1 preceding) as before_ms
      from counting c
    ),
    gone as (delete from lap_bests b using past where b.row_id = past.row_id and b.user_id = past.user_id),
    come as (
      insert into lap_bests as b (${named(WRITTEN)})
      select ${of('r', WRITTEN)} from ranked r where r.is_fresh
      on conflict (row_id, user_id) do update
        set (${named(WRITTEN)}) = (${of('excluded', WRITTEN)})
        where (${of('b', WRITTEN)}) is distinct from (${of('excluded', WRITTEN)})
    ),
    marked as (
      update lap_bests b set is_best = r.is_best, before_ms = r.before_ms from ranked r
      where not r.is_fresh and r.row_id = b.row_id and r.user_id = b.user_id and (b.is_best, b.before_ms) is distinct from (r.is_best, r.before_ms)
      returning b.session_id
    )
    select distinct session_id from marked`.execute(tx)
  const [{ rows }] = await Promise.all([kept, locked])
  return rows.map(({ session_id }) => session_id)
}

/** Events whose laps nobody has looked through yet, at most so many; they are not waiting any more. */
export async function takeBacklog(tx: Tx, most: number): Promise<readonly SessionId[]> {
  const { rows } = await sql<{ session_id: SessionId }>`
    delete from lap_backlog where session_id in (select session_id from lap_backlog order by session_id limit ${most} for update skip locked)
    returning session_id`.execute(tx)
  return rows.map(({ session_id }) => session_id)
}
