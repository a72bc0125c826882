-- Seasons: championships and series with their classes, events, drivers and standings. Room: tournaments.

create table tournaments (
  id uuid primary key,
  v int not null default 1,
  league_id uuid not null references leagues (id),
  type text not null check (type in ('CHAMPIONSHIP', 'SERIES')),
  status text not null default 'UNPUBLISHED' check (status in ('UNPUBLISHED', 'REGISTRATION', 'STARTED', 'FINISHED')),
  game text not null,
  name text not null,
  description text not null default '',
  car_ids text[] not null default '{}',
  join_after_start boolean not null,
  session_skip_limit int not null check (session_skip_limit >= 0),
  point_system jsonb not null,
  max_entries int not null,
  -- seats are counted on the row itself: the check is what keeps a season from overbooking
  taken int not null default 0,
  -- 1800×400 and 600×450
  bg_image text,
  bg_image_small text,
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  published_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  deleted_at timestamptz,
  constraint tournaments_seats check (taken between 0 and max_entries),
  constraint tournaments_point_system check (jsonb_typeof(point_system) = 'object')
);
create index tournaments_by_league on tournaments (league_id, created_at desc) where deleted_at is null;

create table tournament_classes (
  tournament_id uuid not null references tournaments (id),
  class_id text not null,
  position int not null,
  name text not null,
  color text not null,
  car_ids text[] not null,
  max_entries int,
  taken int not null default 0,
  primary key (tournament_id, class_id),
  constraint tournament_classes_seats check (taken >= 0 and (max_entries is null or taken <= max_entries))
);

-- its events; one belongs to one season
create table tournament_sessions (
  session_id uuid primary key references sessions (id),
  tournament_id uuid not null references tournaments (id),
  -- of the places' points of its races
  multiplier numeric(4, 2) not null default 1 check (multiplier between 0 and 10),
  -- points of its own; null: those of the season
  point_table jsonb
);
create index tournament_sessions_by_tournament on tournament_sessions (tournament_id);

-- who drives the season: one row for a driver, whatever became of it
create table tournament_entries (
  tournament_id uuid not null references tournaments (id),
  user_id uuid not null references users (id),
  status text not null check (status in ('ACTIVE', 'LEFT', 'DISQUALIFIED')),
  class_id text,
  team_name text,
  registered_at timestamptz not null,
  left_at timestamptz,
  left_reason text,
  primary key (tournament_id, user_id)
);
create index tournament_entries_by_user on tournament_entries (user_id);

-- events a driver of the season stays away from
create table tournament_skips (
  session_id uuid not null references tournament_sessions (session_id) on delete cascade,
  user_id uuid not null references users (id),
  skipped_at timestamptz not null,
  primary key (session_id, user_id)
);
create index tournament_skips_by_user on tournament_skips (user_id);

-- what its results come to, worked out when they change
create table tournament_standings (
  tournament_id uuid not null references tournaments (id),
  of text not null check (of in ('DRIVERS', 'TEAMS', 'NATIONS')),
  -- '' of everybody
  class_id text not null default '',
  standings jsonb not null,
  computed_at timestamptz not null,
  primary key (tournament_id, of, class_id)
);
