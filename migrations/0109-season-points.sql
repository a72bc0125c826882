-- Points of a season by hand, of no race: a driver's or a team's (docs/decisions/0043). Room: tournaments.
create table tournament_adjustments (
  id uuid primary key,
  tournament_id uuid not null references tournaments (id),
  -- one of the two
  user_id uuid references users (id),
  team_name text,
  points numeric(8, 2) not null check (points <> 0),
  reason text not null check (char_length(reason) between 1 and 500),
  given_by uuid not null references users (id),
  given_at timestamptz not null,
  revoked_by uuid references users (id),
  revoked_at timestamptz,
  revoked_reason text check (char_length(revoked_reason) between 1 and 500),
  check (num_nonnulls(user_id, team_name) = 1),
  check (num_nonnulls(revoked_by, revoked_at, revoked_reason) in (0, 3))
);
create index on tournament_adjustments (tournament_id);
