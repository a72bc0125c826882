-- Who watches an event without driving it. Room: entries. Outside ACC each takes a place on every server of the event (product.md §5 "Open slots").

create table spectators (
  session_id uuid not null references sessions (id),
  user_id uuid not null references users (id),
  joined_at timestamptz not null,
  primary key (session_id, user_id)
);
create index spectators_by_user on spectators (user_id);

alter table sessions add column spectators int not null default 0 check (spectators >= 0);
