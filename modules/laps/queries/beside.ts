import { sql } from 'kysely'
import type { LeagueId, SessionId, UserId } from '#core/ids.ts'
import { isHidden, seesDrivers, seesEvent } from '#modules/visibility/door.ts'
import { personOf, VISITOR, type Viewer } from '#modules/visibility/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import { DRIVER, SHOWN, toldLeagues, type StoredLap } from './list.ts'

/** Everybody of ours who entered an event or drove in it; `null` where the viewer is not told. */
export async function driversOf(db: Reader, viewer: Viewer, sessionId: SessionId): Promise<readonly UserId[] | null> {
  const { rows } = await sql<{ ids: readonly UserId[] | null }>`
    select (
      select array_agg(distinct id) from (
        select d.user_id as id from entry_drivers d join entries e on e.id = d.entry_id where e.session_id = s.id and e.status = 'ACTIVE'
        union all
        select unnest(x.user_ids) from result_rows x join results r on r.id = x.result_id where r.session_id = s.id and r.state = 'STANDS') people) as ids
    from sessions s join leagues l on l.id = s.league_id
    where s.id = ${sessionId} and s.deleted_at is null and ${seesEvent(personOf(viewer), 's', 'l')} and ${seesDrivers(viewer, 'l')}`.execute(db)
  return rows[0] ? (rows[0].ids ?? []) : null
}

/** Every place where somebody of whom the viewer is told has a lap, with the fastest: an index is asked for the next place, not read through. */
export async function findPlaces(
  db: Reader,
  viewer: Viewer,
  { gameId: game = null, tournamentId }: { readonly gameId?: string | null | undefined; readonly tournamentId?: string | undefined },
): Promise<readonly StoredLap[]> {
  if (tournamentId) return placesOfSeason(db, viewer, tournamentId)
  const { rows } = await sql<StoredLap>`
    with recursive told as materialized (${toldLeagues(viewer, [])}), places as (
      (select b.game, b.track_id, b.layout_id from lap_bests b where b.is_best and (${game}::text is null or b.game = ${game})
        order by b.game, b.track_id, b.layout_id limit 1)
      union all
      select next.* from places p cross join lateral (
        select b.game, b.track_id, b.layout_id from lap_bests b
        where b.is_best and (${game}::text is null or b.game = ${game}) and (b.game, b.track_id, b.layout_id) > (p.game, p.track_id, p.layout_id)
        order by b.game, b.track_id, b.layout_id limit 1) next
    )
    select ${SHOWN}
    from places p cross join lateral (
      select b.* from unnest(array['PRACTICE', 'QUALIFY', 'RACE']) g (segment_type) cross join lateral (
        select b.* from lap_bests b
        where b.game = p.game and b.track_id = p.track_id and b.layout_id = p.layout_id and b.segment_type = g.segment_type and b.is_best
          and b.league_id in (select id from told)
        order by b.lap_ms, b.driven_at, b.row_id limit 1) b
      order by b.lap_ms, b.driven_at, b.row_id limit 1
    ) b ${DRIVER}`.execute(db)
  return rows
}

/** As `findPlaces`, of the events of a season, with the fastest lap there. */
async function placesOfSeason(db: Reader, viewer: Viewer, tournamentId: string): Promise<readonly StoredLap[]> {
  const { rows } = await sql<StoredLap>`
    with told as materialized (${toldLeagues(viewer, [])})
    select ${SHOWN}
    from (
      select distinct on (b.track_id, b.layout_id) b.* from lap_bests b join sessions s on s.id = b.session_id
      where s.tournament_id = ${tournamentId} and s.deleted_at is null and b.league_id in (select id from told)
      order by b.track_id, b.layout_id, b.lap_ms, b.driven_at, b.row_id
    ) b ${DRIVER}
    order by b.driven_at, b.track_id, b.layout_id`.execute(db)
  return rows
}

/** Whether communities, those of them that visitors may know of, all tell these nothing of who drives. */
export async function keepResults(db: Reader, ids: readonly LeagueId[]): Promise<boolean> {
  const { rows } = await sql<{ keep: boolean }>`
    select coalesce(bool_and(not ${seesDrivers(VISITOR, 'l')}), false) as keep from leagues l where l.id = any (${[...ids]}::uuid[]) and not ${isHidden('l')}`.execute(
    db,
  )
  return rows[0]!.keep
}
