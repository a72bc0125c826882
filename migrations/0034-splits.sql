-- Automated splits of an event (decisions.md §5). Rooms: sessions, entries.

alter table sessions drop constraint sessions_max_entries_check;
-- the seats of all splits together: a race number is one of 998
alter table sessions add constraint sessions_max_entries_check check (max_entries between 1 and 900);
alter table sessions
  -- the most and the fewest of one split; null for an event with one server
  add column split_seats int,
  add column split_least int,
  -- from then on who drives in which split stands, and split_count with it
  add column splits_frozen_at timestamptz,
  add constraint sessions_splits check ((split_seats is null) = (split_least is null) and split_least <= split_seats and split_seats <= 100);
