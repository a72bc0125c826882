-- What a driver must not miss. Room: notifications.

create table notifications (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null,
  params jsonb not null,
  -- a path of our own
  link text not null,
  at timestamptz not null,
  read_at timestamptz,
  -- the cause: told once, however often the cause is worked through
  effect_key text not null unique
);
create index notifications_by_user on notifications (user_id, at desc);
create index notifications_unread on notifications (user_id) where read_at is null;
