-- Until when the results of an ended event may still change by a protest, and when they were confirmed. Room: results; the room of protests says it.
-- Events that ended before have no row: nothing was announced of theirs.
create table result_confirmations (
  session_id uuid primary key references sessions (id),
  until timestamptz not null,
  disputed boolean not null default false,
  confirmed_at timestamptz
);
