-- Races in which a penalty for the next race was carried, and what came of it there. Room: protests.

create table protest_penalty_races (
  penalty_id uuid not null references protest_penalties (id),
  session_id uuid not null references sessions (id),
  -- SERVED, as the results of the race have it; MISSED: the driver was not there, or did not keep to it. It stays due
  outcome text not null check (outcome in ('SERVED', 'MISSED')),
  -- an admin said so, whatever the results say
  by_hand boolean not null default false,
  settled_at timestamptz not null,
  primary key (penalty_id, session_id)
);
create index protest_penalty_races_of_event on protest_penalty_races (session_id);
