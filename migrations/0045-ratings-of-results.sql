-- Results are rated by room ranking, which alone says how each race came out: `ranked_races`. Room: results.
alter table results drop column ranking_status, drop column average_field_strength;

-- ranked events that were over before races were rated: the oldest first
create table rating_backlog (session_id uuid primary key references sessions (id), starts_at timestamptz not null);
create index rating_backlog_by_start on rating_backlog (starts_at, session_id);
insert into rating_backlog (session_id, starts_at)
select s.id, s.starts_at from sessions s
where s.is_ranked and s.status = 'ENDED' and s.deleted_at is null
  and exists (select from results r where r.session_id = s.id and r.state = 'STANDS' and r.type = 'RACE');
