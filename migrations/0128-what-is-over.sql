-- What every page asks of its reader is where they drive next. Whoever has driven for years has hundreds of races behind them, and a community that
-- races daily thousands: each was looked at to find that it is over (docs/decisions/0080). Room: entries, sessions.

alter table entry_drivers add column over boolean not null default false;
comment on column entry_drivers.over is 'Its event is over, called off or gone. Where it is false that has to be looked up.';
update entry_drivers d set over = true
  from sessions s where s.id = d.session_id
    and (s.deleted_at is not null or s.status not in ('WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS'));
create index entry_drivers_coming on entry_drivers (user_id) where active and not over;

create function sessions_over() returns trigger language plpgsql as $$
begin
  update entry_drivers set over = new.deleted_at is not null or new.status not in ('WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS')
    where session_id = new.id and active;
  return null;
end $$;
create trigger sessions_over after update of status, deleted_at on sessions for each row
  when ((old.deleted_at is null and old.status in ('WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS'))
    <> (new.deleted_at is null and new.status in ('WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS')))
  execute function sessions_over();

create index sessions_coming_of_league on sessions (league_id, starts_at, id)
  where deleted_at is null and status in ('WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS');
