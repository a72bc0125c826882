-- Drivers of results whom an admin has named, remembered by what a game calls them. Rooms: matching, results.

create table driver_matches (
  id uuid primary key,
  league_id uuid not null references leagues (id),
  -- the event whose results it was said of
  session_id uuid not null references sessions (id),
  -- whose names these are: a platform of accounts, or a game that knows none
  source text not null,
  -- account:… or name:…
  identity text not null,
  user_id uuid not null references users (id),
  v int not null default 1,
  matched_by uuid not null references users (id),
  matched_at timestamptz not null,
  unique (league_id, source, identity)
);
create index driver_matches_by_user on driver_matches (user_id);

alter table result_rows
  -- who the row was before an admin named somebody in it: what comes back when that is undone
  add column unmatched jsonb;
