-- A championship's drivers drive its events: they come with the season, nobody registers for one of its events alone.
alter table sessions add column season_entries boolean not null default false;
-- The car somebody drives the season in; null: the first of each event.
alter table tournament_entries add column car_id text;
-- Until when drivers may take another.
alter table tournaments add column car_change text not null default 'BEFORE_START' check (car_change in ('NEVER', 'BEFORE_START', 'ALWAYS'));
update sessions set season_entries = true from tournament_sessions o join tournaments t on t.id = o.tournament_id
where o.session_id = sessions.id and t.type = 'CHAMPIONSHIP' and t.deleted_at is null and not sessions.driver_swap and sessions.deleted_at is null
  and sessions.status in ('DRAFT', 'WAITING');
-- The season an event is of, once that is published: what cards and pages of events show of it. The tournaments room says it.
alter table sessions add column tournament_id uuid, add column tournament_name text, add column tournament_type text check (tournament_type in ('CHAMPIONSHIP', 'SERIES'));
update sessions set tournament_id = t.id, tournament_name = t.name, tournament_type = t.type from tournament_sessions o join tournaments t on t.id = o.tournament_id
where o.session_id = sessions.id and t.deleted_at is null and t.status <> 'UNPUBLISHED';
-- rounds are counted by their start
create index sessions_of_tournament on sessions (tournament_id, starts_at, id) where tournament_id is not null and deleted_at is null;
