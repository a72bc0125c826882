-- A community has one pick list: whom its admins have picked, and for which event. Room: pick-lists.

create table pick_lists (
  league_id uuid primary key references leagues (id),
  v int not null,
  active boolean not null,
  session_id uuid references sessions (id),
  is_swap boolean not null default false,
  updated_at timestamptz not null,
  -- one that is put away holds nothing
  check (active or (session_id is null and not is_swap))
);
create index pick_lists_by_session on pick_lists (session_id);

create table pick_list_entries (
  league_id uuid not null references pick_lists (league_id),
  user_id uuid not null references users (id),
  position int not null check (position >= 1),
  car_id text,
  primary key (league_id, user_id)
);
create index pick_list_entries_by_user on pick_list_entries (user_id);
