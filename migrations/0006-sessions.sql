-- Events. Room: sessions. Seats are counted on the row itself: the check is what keeps a grid from overbooking.

create table sessions (
  id uuid primary key,
  v int not null default 1,
  league_id uuid not null references leagues (id),
  game text not null,
  name text not null,
  description text not null default '',
  server_name text not null,
  track_id text not null,
  layout_id text,
  car_ids text[] not null,
  -- [{type, durationMin, laps?, options}] in order
  segments jsonb not null,
  -- the game's options by key
  options jsonb not null default '{}',
  duration_min int not null,
  status text not null default 'DRAFT'
    check (status in ('DRAFT', 'WAITING', 'RECURRING', 'SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS', 'ENDED', 'FAILED', 'DECLINED')),
  status_at timestamptz not null,
  starts_at timestamptz not null,
  region text not null,
  max_entries int not null check (max_entries between 1 and 100),
  taken int not null default 0,
  waiting int not null default 0 check (waiting >= 0),
  split_count int not null default 1,
  is_ranked boolean not null default false,
  driver_swap boolean not null default false,
  manual boolean not null default false,
  has_grid_positions boolean not null default false,
  -- only the entry list may join the server
  closed_entry boolean not null default false,
  entry_password_sealed text,
  server_protection boolean not null default false,
  -- {server, admin, spectator} as one sealed JSON
  passwords_sealed text not null,
  registration_opens_at timestamptz,
  points jsonb not null default '{}',
  -- 1800×400 and 600×450
  bg_image text,
  bg_image_small text,
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  published_at timestamptz,
  ended_at timestamptz,
  deleted_at timestamptz,
  constraint sessions_seats check (taken between 0 and max_entries)
);
create index sessions_by_league on sessions (league_id, starts_at desc) where deleted_at is null;
create index sessions_coming on sessions (starts_at) where deleted_at is null and status not in ('DRAFT', 'ENDED', 'DECLINED', 'RECURRING');
create index sessions_ended on sessions (starts_at desc) where deleted_at is null and status = 'ENDED';

create table session_classes (
  session_id uuid not null references sessions (id),
  class_id text not null,
  position int not null,
  name text not null,
  color text not null,
  car_ids text[] not null,
  max_entries int,
  taken int not null default 0,
  primary key (session_id, class_id),
  constraint session_classes_seats check (taken >= 0 and (max_entries is null or taken <= max_entries))
);

create table splits (
  id uuid primary key,
  session_id uuid not null references sessions (id),
  split_no int not null,
  status text not null default 'WAITING' check (status in ('WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS', 'ENDED', 'FAILED')),
  status_at timestamptz not null,
  reason text,
  unique (session_id, split_no)
);

create table session_status_history (
  -- several changes share one moment
  seq bigint generated always as identity primary key,
  session_id uuid not null references sessions (id),
  -- null: of the session as a whole
  split_no int,
  status text not null,
  at timestamptz not null,
  reason text
);
create index session_status_history_by_session on session_status_history (session_id, seq);

create table balance_of_performance (
  session_id uuid not null references sessions (id),
  car_id text not null,
  ballast_kg int not null,
  restrictor int not null,
  primary key (session_id, car_id)
);
