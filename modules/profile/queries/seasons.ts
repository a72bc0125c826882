import { type RawBuilder, sql } from 'kysely'
import type { TournamentId, UserId } from '#core/ids.ts'
import type { GameId } from '#games/game.ts'
import { wasRaced } from '#modules/results/door.ts'
import type { SeasonView } from '../contract.ts'

export type StoredSeason = Omit<SeasonView, 'id' | 'gameId' | 'year'> & {
  readonly id: TournamentId
  readonly game: GameId
  readonly at: string
}

/** For a statement with `mine`, what somebody has driven of which the viewer is told: the seasons of it, each with the place in its standings, the latest first. `of`: so many have a place, who is disqualified has none. */
export const seasonsOf = (id: UserId): RawBuilder<readonly StoredSeason[]> => sql`(
  select coalesce(json_agg(one order by one.at desc, one.id), '[]') from (
    select t.id, t.name, t.type, t.game, driven."leagueName", t.status = 'FINISHED' as "isOver", driven.at,
      k.place, coalesce(k.of, 0) as of, case when (t.point_system ->> 'onlyBestRaceTime')::boolean then null else k.points end as points,
      driven.rounds as driven, (select count(*)::int from sessions s where s.tournament_id = t.id and s.deleted_at is null and ${wasRaced('s.id')}
        -- of one that goes on the result of another split may have come
        and (s.status <> 'IN_PROGRESS' or exists (select from mine m where m."sessionId" = s.id and m.type = 'RACE'))) as held
    from (select o.tournament_id, m."leagueName", max(m."startsAt") as at, count(distinct m."sessionId")::int as rounds
        from mine m join sessions o on o.id = m."sessionId"
        where o.tournament_id is not null and m.type = 'RACE' and m.status <> 'DNS' group by o.tournament_id, m."leagueName") driven
      join tournaments t on t.id = driven.tournament_id and t.deleted_at is null
      left join lateral (
        select (r.row ->> 'position')::int as place, jsonb_array_length(jsonb_path_query_array(x.standings, '$.rows[*] ? (@.position != null)')) as of, (r.row ->> 'points')::float8 as points
        from tournament_standings x cross join lateral jsonb_array_elements(x.standings -> 'rows') r (row)
        where x.tournament_id = t.id and x.of = 'DRIVERS' and x.class_id = '' and r.row ->> 'id' = ${id}) k on true) one)`

export const seasonView = ({ game, at, ...season }: StoredSeason): SeasonView => ({ ...season, gameId: game, year: new Date(at).getUTCFullYear() })
