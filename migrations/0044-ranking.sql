-- Ratings: what races did to ranks and licences, and what they were worked out from. Room: ranking.

-- the room's own copy of what a race is rated by, so that a race that changes replays the later ones without asking anybody
create table ranked_races (
  -- of sessions, whose room comes later: it says what becomes of its races
  session_id uuid not null,
  -- races of the event, from 1
  race_no int not null check (race_no >= 1),
  game text not null,
  starts_at timestamptz not null,
  status text not null check (status in ('UNRANKED', 'COMPLETED', 'REVERTED')),
  -- of every split: class, order, laps, minutes, crew with seconds, incidents and corners
  cars jsonb not null,
  splits int[] not null,
  -- those of them with a class that was rated
  ranked_splits int[] not null default '{}',
  -- by split
  field_strengths jsonb not null default '{}',
  primary key (session_id, race_no)
);
create index ranked_races_by_start on ranked_races (game, starts_at, session_id, race_no);

create table rating_changes (
  session_id uuid not null,
  race_no int not null,
  user_id uuid not null references users (id),
  game text not null,
  starts_at timestamptz not null,
  car_id text not null,
  -- cars of the class: beaten, expected to be, and all
  won float8 not null,
  expected float8 not null,
  starters int not null,
  rank_before float8 not null,
  races_before int not null,
  rank_after float8 not null,
  races_after int not null,
  -- what moves the licence: incidents, corners, whether classified
  driven jsonb not null,
  licence_before text not null default 'ROOKIE',
  level_before int not null default 250,
  licence_races_before int not null default 0,
  licence_after text not null default 'ROOKIE',
  level_after int not null default 250,
  licence_races_after int not null default 0,
  primary key (session_id, race_no, user_id),
  foreign key (session_id, race_no) references ranked_races (session_id, race_no)
);
-- what was before a race: the rank in its game, the licence in all
create index rating_changes_of_game on rating_changes (user_id, game, starts_at, session_id, race_no);
create index rating_changes_of_driver on rating_changes (user_id, starts_at, session_id, race_no);

create table driver_ratings (
  user_id uuid not null references users (id),
  game text not null,
  rank float8 not null,
  races int not null check (races > 0),
  primary key (user_id, game)
);
create index driver_ratings_by_rank on driver_ratings (game, rank desc, user_id);

-- across games
create table rated_drivers (
  user_id uuid primary key references users (id),
  rank float8 not null,
  races int not null check (races > 0),
  licence text not null check (licence in ('ROOKIE', 'BRONZE', 'SILVER', 'GOLD', 'PLATINUM')),
  -- hundredths
  level int not null check (level between 0 and 499),
  licence_races int not null
);
