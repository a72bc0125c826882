-- A season as the rooms write it, by numbers alone: the same every time. Communities, users and events are filled in by season.ts.
-- Half of the events are over, each with qualifying and race of 40 cars; the other half is coming, with 40 of 60 seats taken.

create function pg_temp.id(kind int, n bigint) returns uuid language sql immutable as $$
  select (lpad(to_hex(1735689600000 + n * 1000), 12, '0') || '7' || lpad(to_hex(kind), 3, '0') || '8' || lpad(to_hex(n), 15, '0'))::uuid $$;
-- a number below `most` that looks like chance and is the same every time
create function pg_temp.dice(n bigint, most int) returns int language sql immutable as $$ select abs(hashint8(n) % most) $$;

insert into logins (id, name, email, email_verified, created_at, updated_at)
select pg_temp.id(1, n), 'Driver ' || n, 'driver.' || n || '@example.org', true, now() - interval '300 days', now() from generate_series(1, {users}) n;

insert into users (id, name, country, birth_date, terms_accepted_at, terms_version, plan, created_at)
select pg_temp.id(1, n), first[1 + pg_temp.dice(n, 24)] || ' ' || last[1 + pg_temp.dice(n * 31 + 7, 24)], country[1 + pg_temp.dice(n * 17 + 3, 16)],
  date '1970-01-01' + pg_temp.dice(n * 13, 12000), now() - interval '300 days', '1',
  case when n % 20 = 0 then 'PREMIUM' when n % 50 = 1 then 'SPORT' else 'FREE' end, now() - interval '300 days'
from generate_series(1, {users}) n,
  (select array['Lucas', 'Íñigo', 'Tomáš', 'Mikko', 'Jonas', 'Callum', 'Giulia', 'Pieter', 'Bruno', 'Emil', 'Hugo', 'Lea', 'Noah', 'Kenta', 'Ethan', 'Liam', 'Jack',
    'Thiago', 'Santiago', 'Piotr', 'Bence', 'Ana', 'Andrei', 'Yannis'] as first,
   array['Moreau', 'Sáez', 'Dvořák', 'Laine', 'Weber', 'Reid', 'Ferri', 'Jansen', 'Carvalho', 'Sørensen', 'Lambert', 'Hofer', 'Müller', 'Mori', 'Brooks', 'Tremblay',
    'Wilson', 'Alves', 'Rojas', 'Zieliński', 'Nagy', 'Petrović', 'Popescu', 'Pappas'] as last,
   array['FR', 'ES', 'CZ', 'FI', 'DE', 'GB', 'IT', 'NL', 'PT', 'DK', 'BE', 'AT', 'CH', 'JP', 'US', 'BR'] as country) names;

insert into linked_accounts (provider, subject, user_id, linked_at)
select 'steam', '7656119' || lpad(n::text, 10, '0'), pg_temp.id(1, n), now() - interval '300 days' from generate_series(1, {users}) n;

insert into leagues (id, name, short_name, description, games, languages, direct_join, open_events, open_results, members_count, created_at)
select pg_temp.id(2, n), 'Bench Racing Club ' || n, 'BRC' || n, 'Races every week, open to all who drive clean.', array['acc'], array['en', 'de'], true, true, true, 80, now() - interval '290 days'
from generate_series(1, {leagues}) n;

-- forty of its own, forty of the next community's; the first is the owner, two are admins, two are stewards
insert into memberships (league_id, user_id, role, joined_at)
select pg_temp.id(2, l), pg_temp.id(1, ((l - 1) * 40 + m) % {users} + 1), case when m = 0 then 'owner' when m < 3 then 'admin' when m < 5 then 'steward' else 'member' end,
  now() - interval '280 days'
from generate_series(1, {leagues}) l, generate_series(0, 79) m on conflict do nothing;

create temp table races as
select n, pg_temp.id(3, n) as id, (n - 1) % {leagues} + 1 as league, n % 2 = 1 as over,
  case when n % 2 = 1 then now() - (n / ({events} / 250.0) || ' days')::interval else now() + interval '30 days' + (n / ({events} / 60.0) || ' days')::interval end as starts_at
from generate_series(1, {events}) n;

insert into sessions (id, league_id, game, name, description, server_name, track_id, car_ids, segments, options, duration_min, status, status_at, starts_at, region,
  max_entries, taken, passwords_sealed, created_by, created_at, published_at, ended_at)
select id, pg_temp.id(2, league), 'acc', 'Round ' || n, 'Mandatory stop, no refuelling.', 'Round ' || n,
  (array['monza', 'zolder', 'brands_hatch', 'silverstone', 'spa', 'zandvoort', 'kyalami'])[1 + pg_temp.dice(n, 7)], array['16', '20', '25', '30', '32', '34', '35', '19'],
  '[{"type":"QUALIFY","durationMin":12,"options":{}},{"type":"RACE","durationMin":60,"options":{}}]', '{}', 72, case when over then 'ENDED' else 'WAITING' end,
  case when over then starts_at + interval '72 minutes' else now() - interval '1 day' end, starts_at, 'DE-Frankfurt', 60, 40, 'sealed', pg_temp.id(1, (league - 1) * 40 % {users} + 1),
  least(starts_at, now()) - interval '20 days', least(starts_at, now()) - interval '19 days', case when over then starts_at + interval '72 minutes' end
from races;

insert into splits (id, session_id, split_no, status, status_at)
select pg_temp.id(4, n), id, 1, case when over then 'ENDED' else 'WAITING' end, least(starts_at, now()) from races;

insert into session_status_history (session_id, split_no, status, at)
select id, null, status, least(starts_at, now()) from races, unnest(case when over then array['DRAFT', 'WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS', 'ENDED'] else array['DRAFT', 'WAITING'] end) status;

create temp table grid as
select r.n, r.id as session_id, r.over, r.starts_at, k, pg_temp.id(5, r.n * 100 + k) as entry_id, pg_temp.id(1, ((r.league - 1) * 40 + k) % {users} + 1) as user_id,
  (array['16', '20', '25', '30', '32', '34', '35', '19'])[1 + pg_temp.dice(r.n * 100 + k, 8)] as car_id,
  -- places of race and qualifying: the field turned round by the number of the race
  (k * 7 + r.n) % 40 + 1 as place, (k * 13 + r.n) % 40 + 1 as grid_place
from races r, generate_series(0, 39) k;

insert into entries (id, session_id, status, race_number, car_id, split_no, registered_at)
select entry_id, session_id, 'ACTIVE', k + 1, car_id, 1, least(starts_at, now()) - interval '10 days' + (k || ' minutes')::interval from grid;
-- `over` as the events' own trigger would have left it, had they come to their end one by one
insert into entry_drivers (entry_id, session_id, user_id, joined_at, over)
select entry_id, session_id, user_id, least(starts_at, now()) - interval '10 days', over from grid;

insert into events (at, request_id, actor_id, type, aggregate, aggregate_id, league_id, data)
select least(starts_at, now()) - interval '10 days', 'season', user_id, 'EntryAdded', 'entry', entry_id, null, jsonb_build_object('sessionId', session_id, 'raceNumber', k + 1) from grid;
insert into audit (at, request_id, actor_id, command, object_id, outcome)
select least(starts_at, now()) - interval '10 days', 'season', user_id, 'AddEntry', session_id, 'done' from grid;

create temp table segments as
select r.n * 10 + s as n, pg_temp.id(6, r.n * 10 + s) as id, r.id as session_id, r.n as race, r.starts_at, s, s = 1 as is_race, case when s = 1 then 8 else 2 end as lap_count
from races r, generate_series(0, 1) s where r.over;

insert into result_files (id, session_id, split_no, name, sha256, bytes, type, status, reader_version, received_at, read_at)
select pg_temp.id(7, n), session_id, 1, n || case when is_race then '_R.json' else '_Q.json' end, encode(sha256(n::text::bytea), 'hex'), convert_to(repeat('{"laptime": 101000}', 40), 'UTF8'),
  case when is_race then 'RACE' else 'QUALIFY' end, 'READ', 1, starts_at + interval '75 minutes', starts_at + interval '75 minutes' from segments;

create temp table rows as
select g.*, s.id as result_id, s.n as segment, s.is_race, s.lap_count, pg_temp.id(8, s.n * 100 + g.k) as row_id, case when s.is_race then g.place else g.grid_place end as position,
  100000 + (case when s.is_race then g.place else g.grid_place end) * 90 + pg_temp.dice(s.n, 4000) as best
from segments s join grid g on g.session_id = s.session_id;

insert into results (id, session_id, split_no, segment_index, type, type_no, file_id, best_stats, facts, created_at)
select s.id, s.session_id, 1, s.s, case when s.is_race then 'RACE' else 'QUALIFY' end, 1, pg_temp.id(7, s.n),
  jsonb_build_object('fastestLap', jsonb_build_object('participantId', r.row_id, 'timeMs', r.best), 'leadChanges', case when s.is_race then 2 end, 'topTenSpreadMs', 9 * 1800, 'incidents', null,
    'laps', jsonb_build_object('bestCleanLapTimeMs', r.best, 'bestUncleanLapTimeMs', null, 'averageLapMs', r.best + 900, 'optimalLapTimeMs', r.best - 40,
      'consistencyPercentage', 99.4, 'bestSectorTimesMs', jsonb_build_array(r.best / 3, r.best / 3, r.best - 2 * (r.best / 3)))),
  '{"trackId":"monza","isWet":false}', s.starts_at + interval '75 minutes'
from segments s join rows r on r.result_id = s.id and r.position = 1;

insert into result_rows (id, result_id, session_id, position, start_position, participant_type, name, user_id, user_ids, entry_id, match_key, drivers, race_number, car_id, class_position,
  lap_count, total_time_ms, final_race_time_ms, best_lap_ms, best_clean_lap_ms, status, retired_type, retired_value, raw_position, raw_status, raw_retired_type, raw_retired_value, calculated_points, stats)
select row_id, result_id, session_id, position, case when is_race then grid_place end, 'DRIVER', '', user_id, array[user_id], entry_id, entry_id::text,
  jsonb_build_array(jsonb_build_object('userId', user_id, 'name', null, 'platformId', null, 'drivingTimeMs', lap_count * (best + 900))), k + 1, car_id, position, lap_count,
  lap_count * (best + 900) + position * 1800, lap_count * (best + 900) + position * 1800, best, best, 'FINISHED', retired_type, retired_value,
  position, 'FINISHED', retired_type, retired_value, case when is_race then coalesce((array[25, 18, 15, 12, 10, 8, 6, 4, 2, 1])[position], 0) else 0 end,
  jsonb_build_object('bestCleanLapTimeMs', best, 'bestUncleanLapTimeMs', null, 'averageLapMs', best + 900, 'optimalLapTimeMs', best - 40, 'consistencyPercentage', 98.7,
    'bestSectorTimesMs', jsonb_build_array(best / 3, best / 3, best - 2 * (best / 3)))
from rows, lateral (select case when position = 1 then 'TIME' else 'TIMEDIFF' end as retired_type,
  case when position = 1 then best when is_race then position * 1800 else position * 90 end as retired_value) retired;

insert into result_laps (row_id, laps, positions, times)
select row_id, (select json_agg(json_build_object('t', best + lap * 31, 's', json_build_array(best / 3, best / 3, best + lap * 31 - 2 * (best / 3)), 'v', true)) from generate_series(1, lap_count) lap),
  array_fill(position, array[lap_count]), (select array_agg(best + lap * 31) from generate_series(1, lap_count) lap)
from rows;

-- the best laps of all that, as the room keeps them
insert into lap_bests (row_id, user_id, league_id, session_id, game, track_id, layout_id, car_id, segment_type, segment_key, segment_index, is_wet, lap_ms, driven_at, is_best, before_ms)
select row_id, user_id, league_id, session_id, game, track_id, '', car_id, segment_type, segment_key, segment_index, false, best, starts_at,
  row_number() over (partition by user_id, league_id, track_id, car_id, segment_type order by best, starts_at, row_id) = 1,
  min(best) over (partition by user_id, track_id, car_id order by starts_at, session_id, segment_index, row_id rows between unbounded preceding and 1 preceding)
from (
  select r.row_id, r.user_id, s.league_id, r.session_id, s.game, s.track_id, r.car_id, case when r.is_race then 'RACE' else 'QUALIFY' end as segment_type,
    case when r.is_race then 'race-1' else 'qualify-1' end as segment_key, case when r.is_race then 1 else 0 end as segment_index, r.best, s.starts_at
  from rows r join sessions s on s.id = r.session_id
) driven;
