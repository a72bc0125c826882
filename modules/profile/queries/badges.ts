import { type RawBuilder, sql } from 'kysely'
import type { TournamentId, UserId } from '#core/ids.ts'
import { INCIDENT_POINTS } from '#modules/ranking/rules/licence.ts'
import { wasRaced } from '#modules/results/door.ts'
import type { BadgesView } from '../contract.ts'
import { CLEAN_POINTS, CLEAN_RUN, IRON_ROUNDS } from '../rules.ts'

export type StoredBadges = {
  readonly lastWin: { readonly wins: number; readonly sessionName: string; readonly at: string } | null
  readonly cleanRun: number
  readonly champion: readonly { readonly id: TournamentId; readonly name: string; readonly type: 'CHAMPIONSHIP' | 'SERIES'; readonly at: string }[]
  readonly ironMan: number
}

/** Incident points of a row as decisions.md §4 counts them. */
const points = sql.join(
  Object.entries(INCIDENT_POINTS).map(([name, weight]) => sql`${sql.lit(weight)} * coalesce((x.incidents ->> ${sql.lit(name)})::numeric, 0)`),
  sql` + `,
)

/**
 * For a statement with `mine`, what somebody has driven of which the viewer is told: races won, the longest clean run among those whose files tell of
 * contacts, and of seasons that are over those won and those driven without missing a round.
 */
export const badgesOf = (id: UserId): RawBuilder<StoredBadges> => sql`(
  with measured as (
    select m."startsAt", m."typeNo", ${points} <= ${sql.lit(CLEAN_POINTS)} as clean
    from mine m join result_rows x on x.id = m.row_id
    where m.type = 'RACE' and m.status <> 'DNS' and m.alone
      and exists (select from jsonb_object_keys(case when jsonb_typeof(x.incidents) = 'object' then x.incidents else '{}' end) k where k like 'collisions%')),
  runs as (
    select clean, row_number() over (order by "startsAt", "typeNo") - row_number() over (partition by clean order by "startsAt", "typeNo") as run from measured),
  seasons as (
    select t.id, t.name, t.type, count(*) as rounds, max(s.starts_at) as at,
      count(*) filter (where exists (select from mine m where m."sessionId" = s.id and m.type = 'RACE' and m.status <> 'DNS')) as driven
    from tournaments t join sessions s on s.tournament_id = t.id and s.deleted_at is null and ${wasRaced('s.id')}
    where t.status = 'FINISHED' and t.deleted_at is null
      and t.id in (select o.tournament_id from sessions o join mine m on m."sessionId" = o.id where o.tournament_id is not null)
    group by t.id, t.name, t.type)
  select json_build_object(
    'lastWin', (select json_build_object('wins', (count(*) over ())::int, 'sessionName', m."sessionName", 'at', m."startsAt")
      from mine m where m.type = 'RACE' and m.status = 'FINISHED' and m."classPosition" = 1 order by m."startsAt" desc, m."typeNo" desc limit 1),
    'cleanRun', coalesce((select max(n)::int from (select count(*) as n from runs where clean group by run) all_runs), 0),
    'champion', coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name, 'type', c.type, 'at', c.at) order by c.at desc, c.id)
      from seasons c join tournament_standings k on k.tournament_id = c.id and k.of = 'DRIVERS' and k.class_id = ''
      where exists (select from jsonb_array_elements(k.standings -> 'rows') r (row) where r.row ->> 'id' = ${id} and (r.row ->> 'position')::int = 1)), '[]'),
    'ironMan', (select count(*)::int from seasons where driven = rounds and rounds >= ${sql.lit(IRON_ROUNDS)})))`

export const badgesView = ({ lastWin, cleanRun, champion, ironMan }: StoredBadges): BadgesView => ({
  winner: lastWin && { ...lastWin, at: new Date(lastWin.at).toISOString() },
  clean: cleanRun >= CLEAN_RUN ? { races: cleanRun } : null,
  champion: champion.map(({ at, ...season }) => ({ ...season, year: new Date(at).getUTCFullYear() })),
  ironMan: ironMan > 0 ? { seasons: ironMan } : null,
})
