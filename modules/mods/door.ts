import { type RawBuilder, sql } from 'kysely'

/** Whether an event needs a mod `m`: one of its cars or its track is of it. */
export const isNeeded = (sessions = 'sessions'): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${sessions}.${column}`)
  return sql`(m.league_id = ${of('league_id')} and m.game = ${of('game')} and (m.cars && ${of('car_ids')} or ${of('track_id')} = any (m.tracks)))`
}

/** How many mods an event needs and whether its track is of one, read with the event: the same for everybody. */
export const modsOf = (sessions = 'sessions'): RawBuilder<{ readonly count: number; readonly ofTrack: boolean }> =>
  sql`(select jsonb_build_object('count', count(*), 'ofTrack', coalesce(bool_or(${sql.ref(`${sessions}.track_id`)} = any (m.tracks)), false))
    from mods m where ${isNeeded(sessions)})`
