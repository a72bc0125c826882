-- Fastest lap, spread and best statistics of a segment are of the rows as they count, without whoever is disqualified: those that were kept as the
-- file had them are put right. Room: results.
with counting as (
  select x.result_id, x.id, x.status, x.position, x.lap_count, x.final_race_time_ms as time_ms, x.best_lap_ms, x.stats,
    row_number() over (partition by x.result_id order by x.position, x.raw_position) as place
  from result_rows x
  where x.status not in ('DSQ', 'DNS')
    and exists (select from result_rows y where y.result_id = x.result_id and (y.status = 'DSQ' or y.raw_position <> y.position or y.penalty_ms <> 0))
),
fastest as (
  select distinct on (result_id) result_id, jsonb_build_object('participantId', id, 'timeMs', best_lap_ms) as lap
  from counting where best_lap_ms is not null order by result_id, best_lap_ms, place
),
spread as (
  select distinct on (w.result_id) w.result_id, case when l.place > 1 and w.time_ms is not null then greatest(0, l.time_ms - w.time_ms) end as ms
  from counting w join counting l on l.result_id = w.result_id and l.status = 'FINISHED' and l.lap_count = w.lap_count and l.time_ms is not null
  where w.place = 1 and l.place <= 10 order by w.result_id, l.place desc
),
sectors as (
  select result_id, jsonb_agg(ms order by no) as best from (
    select c.result_id, s.no, min(s.ms::int) as ms
    from counting c cross join jsonb_array_elements_text(c.stats -> 'bestSectorTimesMs') with ordinality s (ms, no) group by c.result_id, s.no) of_no
  group by result_id
),
laps as (
  select result_id, jsonb_build_object('bestCleanLapTimeMs', min((stats ->> 'bestCleanLapTimeMs')::int), 'bestUncleanLapTimeMs', min((stats ->> 'bestUncleanLapTimeMs')::int),
    'averageLapMs', min((stats ->> 'averageLapMs')::int), 'optimalLapTimeMs', min((stats ->> 'optimalLapTimeMs')::int),
    'consistencyPercentage', max((stats ->> 'consistencyPercentage')::numeric), 'bestSectorTimesMs', '[]'::jsonb) as best
  from counting group by result_id
)
update results r set best_stats = r.best_stats || jsonb_build_object('fastestLap', f.lap, 'topTenSpreadMs', case when r.type = 'RACE' then s.ms end,
  'laps', l.best || jsonb_build_object('bestSectorTimesMs', coalesce(c.best, '[]')))
from laps l left join fastest f using (result_id) left join spread s using (result_id) left join sectors c using (result_id)
where r.id = l.result_id and r.state = 'STANDS';
