-- Who drives. Room: entries. An entry is a car with its number; one driver, or a team's.

create table entries (
  id uuid primary key,
  v int not null default 1,
  session_id uuid not null references sessions (id),
  status text not null check (status in ('ACTIVE', 'WAITING_LIST', 'LEFT', 'DISQUALIFIED', 'BANNED')),
  race_number int not null check (race_number between 1 and 998),
  car_id text not null,
  skin text,
  class_id text,
  split_no int,
  grid_position int,
  -- a team's; null for one driver alone
  team_name text,
  team_password_sealed text,
  registered_at timestamptz not null,
  left_at timestamptz,
  left_reason text
);
create unique index entries_race_number on entries (session_id, race_number) where status in ('ACTIVE', 'WAITING_LIST');
create index entries_by_session on entries (session_id, status, registered_at, id);

create table entry_drivers (
  entry_id uuid not null references entries (id),
  session_id uuid not null references sessions (id),
  user_id uuid not null references users (id),
  is_manager boolean not null default true,
  -- false once the driver has left the entry; who was thrown out of the event stays tied to it and cannot come back
  active boolean not null default true,
  joined_at timestamptz not null,
  primary key (entry_id, user_id)
);
create unique index entry_drivers_once on entry_drivers (session_id, user_id) where active;
create index entry_drivers_by_user on entry_drivers (user_id) where active;
