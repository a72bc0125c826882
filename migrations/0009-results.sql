-- Result files as the servers wrote them, and what was read from them. Room: results.

create table result_files (
  id uuid primary key,
  session_id uuid not null references sessions (id),
  split_no int not null,
  server_id uuid references servers (id),
  name text not null,
  sha256 text not null,
  bytes bytea not null,
  -- what was found inside; null until it is read
  type text,
  status text not null check (status in ('PENDING', 'READ', 'UNREADABLE')),
  code text,
  reason text,
  reader_version int not null default 0,
  received_at timestamptz not null,
  read_at timestamptz
);
-- the same file twice counts once
create unique index result_files_once on result_files (session_id, split_no, name, sha256);
create index result_files_by_session on result_files (session_id, received_at);

-- one segment of one split
create table results (
  id uuid primary key,
  session_id uuid not null references sessions (id),
  split_no int not null,
  -- order of the session's segments
  segment_index int not null,
  type text not null check (type in ('PRACTICE', 'QUALIFY', 'WARMUP', 'RACE')),
  -- counts the segments of this type from 1
  type_no int not null,
  file_id uuid references result_files (id),
  ranking_status text not null default 'UNRANKED' check (ranking_status in ('UNRANKED', 'PENDING', 'COMPLETED', 'REVERTED')),
  average_field_strength int,
  best_stats jsonb not null default '{}',
  facts jsonb not null default '{}',
  warnings text[] not null default '{}',
  created_at timestamptz not null,
  unique (session_id, split_no, segment_index)
);

create table result_rows (
  id uuid primary key,
  result_id uuid not null references results (id) on delete cascade,
  session_id uuid not null references sessions (id),
  position int not null,
  start_position int,
  participant_type text not null check (participant_type in ('DRIVER', 'TEAM')),
  name text not null,
  -- our driver, where the file's account is one of ours; a team has all of them in user_ids
  user_id uuid references users (id),
  user_ids uuid[] not null default '{}',
  entry_id uuid references entries (id),
  -- who it is in every segment of the session: entry, user, or what the file tells
  match_key text not null,
  -- [{userId, name, platformId, drivingTimeMs}]: of our own users neither name nor account stands here
  drivers jsonb not null,
  race_number int,
  car_id text,
  class_id text,
  class_position int not null,
  lap_count int not null,
  total_time_ms bigint,
  final_race_time_ms bigint,
  best_lap_ms int,
  best_clean_lap_ms int,
  status text not null check (status in ('FINISHED', 'DNF', 'DSQ', 'DNS')),
  retired_type text not null,
  retired_value bigint,
  incidents jsonb,
  pit_stops int,
  calculated_points numeric(8, 2) not null default 0,
  points_adjustment numeric(8, 2) not null default 0,
  penalty_ms int not null default 0,
  ballast_kg int,
  restrictor int,
  -- lap statistics: average, optimal, consistency, best sectors
  stats jsonb not null default '{}',
  unique (result_id, position)
);
create index result_rows_by_session on result_rows (session_id);
create index result_rows_by_users on result_rows using gin (user_ids);

-- read only when somebody opens a driver's laps or a chart; one element of each array for a lap
create table result_laps (
  row_id uuid primary key references result_rows (id) on delete cascade,
  laps jsonb not null,
  positions int[] not null,
  times int[] not null
);
