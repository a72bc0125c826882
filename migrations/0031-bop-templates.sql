-- A community keeps balances of performance to use them again in other events.
create table bop_templates (
  id uuid primary key,
  league_id uuid not null references leagues (id),
  game text not null,
  name text not null,
  track_id text,
  -- by the game's id of a car; only cars that have any
  bops jsonb not null,
  updated_at timestamptz not null
);
create index bop_templates_of_league on bop_templates (league_id, game);

-- what a car had when it left an event is no part of it
delete from balance_of_performance b using sessions s where s.id = b.session_id and not (b.car_id = any (s.car_ids));
