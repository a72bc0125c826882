-- What an event asks of a driver's own record before they come in (docs/decisions/0016). Rooms: sessions, entries.

alter table sessions
  -- what is asked by its name, none: {}
  add column join_conditions jsonb not null default '{}',
  add constraint sessions_join_conditions check (jsonb_typeof(join_conditions) = 'object');
