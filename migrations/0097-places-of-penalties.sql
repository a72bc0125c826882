-- How many places stewards took from a row of a race, or gave it, stands with its seconds. Room: results.
alter table result_rows add column penalty_places int not null default 0;
update result_rows x set penalty_places = c.places
from (
  select y.id, sum(k.value)::int as places
  from result_corrections k
  join results r on r.session_id = k.session_id and r.split_no = k.split_no and r.type = 'RACE' and r.type_no = k.race_no and r.state = 'STANDS'
  join result_rows y on y.result_id = r.id and array[y.match_key, y.unmatched ->> 'matchKey'] && k.match_keys
  where k.kind = 'POSITIONS' and k.revoked_at is null
  group by y.id
) c
where c.id = x.id and c.places <> 0;
