-- The average of a driver's laps is that of their pace, as charts draw it: without a race's first lap, pit laps, and laps more than 7 % slower than the middle one.
-- What is kept of laps that were driven before is put right in the same way (modules/results/rules/lap-charts.ts, `paceOf`).
with driven as (
  select x.id, lap.time
  from results r
    join result_rows x on x.result_id = r.id
    join result_laps l on l.row_id = x.id
    cross join lateral unnest(l.times) with ordinality as lap (time, no)
  where lap.time is not null and not (r.type = 'RACE' and lap.no = 1) and (l.laps -> (lap.no::int - 1) ->> 'p') is distinct from 'true'
),
middle as (select id, percentile_cont(0.5) within group (order by time) as time from driven group by id),
pace as (select d.id, round(avg(d.time))::int as average from driven d join middle m on m.id = d.id where d.time <= m.time * 1.07 group by d.id)
update result_rows x
set stats = jsonb_set(x.stats, '{averageLapMs}', coalesce(to_jsonb(p.average), 'null'))
from result_laps l left join pace p on p.id = l.row_id
where l.row_id = x.id and x.stats -> 'averageLapMs' is distinct from coalesce(to_jsonb(p.average), 'null');

update results r
set best_stats = jsonb_set(r.best_stats, '{laps,averageLapMs}', coalesce(to_jsonb(best.average), 'null'))
from (
  select x.result_id, min((x.stats ->> 'averageLapMs')::int) filter (where x.status not in ('DSQ', 'DNS')) as average
  from result_rows x group by x.result_id
) best
where best.result_id = r.id and r.best_stats -> 'laps' ? 'averageLapMs'
  and r.best_stats -> 'laps' -> 'averageLapMs' is distinct from coalesce(to_jsonb(best.average), 'null');
