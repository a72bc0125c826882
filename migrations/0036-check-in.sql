-- Check-in before an event's start. Rooms: sessions, entries.

alter table sessions
  -- whether the event asks for it
  add column check_in boolean not null default false,
  -- when the one that is held closes: null where none is, also because the start was too near when it was asked for
  add column check_in_closes_at timestamptz,
  -- since when only who has checked in holds a seat
  add column check_in_closed_at timestamptz,
  add constraint check_in_is_asked_for check (check_in or check_in_closes_at is null),
  add constraint check_in_that_closed_was_held check (check_in_closed_at is null or check_in_closes_at is not null);

alter table entries
  add column checked_in_at timestamptz,
  -- lost the seat by it: stands behind everybody else who waits
  add column missed_check_in_at timestamptz;
