-- Rounds of a community's special event, one behind the other: who goes on from one drives the next. Rooms: rounds, sessions, entries.
create table rounds (
  id uuid primary key,
  league_id uuid not null references leagues (id),
  name text not null,
  short_name text not null,
  start_date timestamptz not null,
  status text not null default 'UNPUBLISHED' check (status in ('UNPUBLISHED', 'PUBLISHED', 'ENDED')),
  img text,
  img_small text,
  v int not null default 1,
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  published_at timestamptz,
  ended_at timestamptz,
  removed_at timestamptz
);
create index rounds_by_league on rounds (league_id, start_date, id) where removed_at is null;

-- The round an event is of and its place there; `invited_only`: only who was brought into the round may register. The rounds room says it.
alter table sessions
  add column round_id uuid references rounds (id),
  add column round_index int check (round_index >= 1),
  add column invited_only boolean not null default false,
  add check ((round_id is null) = (round_index is null)),
  add check (round_id is not null or not invited_only),
  drop constraint sessions_tournament_type_check,
  add constraint sessions_tournament_type_check check (tournament_type in ('CHAMPIONSHIP', 'SERIES', 'ROUND'));
create index sessions_of_round on sessions (round_id, round_index) where round_id is not null and deleted_at is null;

-- Who was brought into a round, and from which.
create table invited_drivers (
  list_id uuid not null,
  user_id uuid not null references users (id),
  from_list_id uuid,
  invited_at timestamptz not null,
  primary key (list_id, user_id)
);
create index invited_drivers_by_user on invited_drivers (user_id);
create index invited_drivers_by_from on invited_drivers (from_list_id) where from_list_id is not null;
