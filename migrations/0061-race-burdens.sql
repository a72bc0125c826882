-- What a driver carries into one race: penalties for the next race (docs/decisions/0026), success ballast of a season (0028). Room: burdens.
create table race_burdens (
  session_id uuid not null references sessions (id),
  user_id uuid not null references users (id),
  kind text not null check (kind in ('BALLAST', 'RESTRICTOR', 'GRID_DROP', 'PIT_LANE_START', 'QUALIFYING_BAN', 'SUSPENSION')),
  -- kilograms, percent, places; null where nothing is counted
  amount int check (amount > 0),
  primary key (session_id, user_id, kind),
  check ((kind in ('BALLAST', 'RESTRICTOR', 'GRID_DROP')) = (amount is not null))
);
create index race_burdens_by_user on race_burdens (user_id);
