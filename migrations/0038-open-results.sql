-- What a visitor sees of a community's events. Rooms: visibility, leagues.

alter table leagues
  -- who drives and how it ended is told to everybody, not to the signed-in alone
  add column open_results boolean not null default false;
