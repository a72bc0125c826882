-- What admins and stewards correct in results: points, time, places, disqualification. Rooms: corrections, results.

-- as the file says it, or whoever kept the race by hand: what a correction changes follows from these, and comes back when it is revoked
alter table result_rows
  add column raw_position int,
  add column raw_status text,
  add column raw_retired_type text,
  add column raw_retired_value bigint,
  -- what the points are made of: {place, pole, fastestLap}; null where there are none
  add column points_parts jsonb,
  -- points given or taken in the event as a whole, at the first race of who they are for
  add column event_adjustment numeric(8, 2) not null default 0;
update result_rows set raw_position = position, raw_status = status, raw_retired_type = retired_type, raw_retired_value = retired_value;
alter table result_rows
  alter column raw_position set not null,
  alter column raw_status set not null,
  alter column raw_retired_type set not null;
-- drivers change their places in one statement
alter table result_rows drop constraint result_rows_result_id_position_key,
  add constraint result_rows_result_id_position_key unique (result_id, position) deferrable initially immediate;

create table result_corrections (
  id uuid primary key,
  session_id uuid not null references sessions (id),
  split_no int not null,
  -- counts races from 1; null: of the event as a whole
  race_no int,
  -- who it is in every result of the event, also once a stranger is named, and no more
  match_keys text[] not null check (cardinality(match_keys) > 0),
  kind text not null check (kind in ('ADJUSTMENT', 'POINTS', 'TIME', 'POSITIONS', 'DISQUALIFICATION')),
  -- points, milliseconds or places; of a disqualification nothing
  value numeric(10, 2),
  reason text not null check (char_length(reason) between 1 and 500),
  created_by uuid references users (id),
  created_at timestamptz not null,
  revoked_by uuid references users (id),
  revoked_at timestamptz,
  revoked_reason text,
  check ((kind = 'DISQUALIFICATION') = (value is null)),
  check (value <> 0),
  check (kind = 'ADJUSTMENT' or race_no is not null)
);
create index result_corrections_by_session on result_corrections (session_id, created_at);
