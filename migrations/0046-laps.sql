-- Best laps: of everybody and each thing they drove in a segment of an event the fastest clean lap. Room: laps.

create table lap_bests (
  -- of result_rows: a row of a result as it stands, and who of those in the car drove this lap. What becomes of the results is met by the room
  row_id uuid not null,
  user_id uuid not null references users (id),
  league_id uuid not null references leagues (id),
  session_id uuid not null references sessions (id),
  game text not null,
  track_id text not null,
  -- empty: the track has one
  layout_id text not null,
  -- what the file calls a track, or a car, that the game's catalogue does not know
  track_name text,
  car_id text not null,
  car_name text,
  segment_type text not null check (segment_type in ('PRACTICE', 'QUALIFY', 'RACE')),
  -- the tab of the event where it stands: race-1
  segment_key text not null,
  segment_index int not null,
  is_wet boolean not null,
  lap_ms int not null check (lap_ms > 0),
  -- the event's start
  driven_at timestamptz not null,
  -- fastest of the driver in this community: with the same segment type, track, layout, car and weather
  is_best boolean not null default false,
  -- the driver's fastest before: of everything driven earlier with the same track, layout and car
  before_ms int,
  primary key (row_id, user_id)
);

-- the table of a track: undated the marked ones, of some cars those; dated all of them, by time or by date, whichever finds fewer
create index lap_bests_top on lap_bests (game, track_id, layout_id, segment_type, lap_ms, driven_at, row_id)
  include (car_id, user_id, league_id, is_wet) where is_best;
create index lap_bests_of_car on lap_bests (game, track_id, layout_id, segment_type, car_id, lap_ms, driven_at, row_id)
  include (is_best, user_id, league_id, is_wet);
create index lap_bests_by_time on lap_bests (game, track_id, layout_id, segment_type, lap_ms, driven_at, row_id)
  include (car_id, user_id, league_id, is_wet);
create index lap_bests_by_date on lap_bests (game, track_id, layout_id, segment_type, driven_at) include (lap_ms, row_id, car_id, user_id, league_id, is_wet);
create index lap_bests_of_league on lap_bests (league_id, game, track_id, layout_id, segment_type, lap_ms, driven_at);
-- of a driver: what stands for them, what they had before
create index lap_bests_of_driver on lap_bests (user_id, game, track_id, layout_id, car_id, segment_type, is_wet, lap_ms, driven_at, row_id)
  include (league_id, is_best);
create index lap_bests_of_event on lap_bests (session_id);

-- events whose laps are still to be looked through
create table lap_backlog (session_id uuid primary key references sessions (id));
insert into lap_backlog (session_id) select distinct session_id from results where state = 'STANDS';
