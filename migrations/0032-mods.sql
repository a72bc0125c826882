-- Packages that drivers have to install: a community says what is in them, and so which of its events need them.
create table mods (
  id uuid primary key,
  v int not null default 1,
  league_id uuid not null references leagues (id),
  game text not null,
  name text not null,
  version text not null,
  url text not null,
  -- null: for everybody
  only_for text check (only_for = 'MEMBERS'),
  cars text[] not null,
  tracks text[] not null,
  updated_at timestamptz not null,
  check (cardinality(cars) + cardinality(tracks) > 0)
);
create index mods_of_league on mods (league_id, game);
