-- What every room stands on: events beside the rows, audit, effects done once, idempotency keys, budgets, mails.

create table events (
  seq bigint generated always as identity primary key,
  at timestamptz not null,
  request_id text not null,
  actor_id uuid,
  type text not null,
  aggregate text not null,
  aggregate_id uuid not null,
  league_id uuid,
  data jsonb not null
);
create index events_by_aggregate on events (aggregate_id, seq);
create index events_by_league on events (league_id, seq) where league_id is not null;

-- append-only: one row for each command, refused ones included
create table audit (
  seq bigint generated always as identity primary key,
  at timestamptz not null,
  request_id text not null,
  actor_id uuid,
  command text not null,
  object_id uuid,
  league_id uuid,
  outcome text not null
);
create index audit_by_league on audit (league_id, seq) where league_id is not null;

-- an effect that must happen once writes its key here in the transaction that causes it
create table effects (
  key text primary key,
  done_at timestamptz not null default now()
);

create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  request_hash text not null,
  -- json, not jsonb: a repeated call gets the very same bytes
  reply json,
  created_at timestamptz not null,
  primary key (user_id, key)
);

-- how often something was done in a window, counted for all processes together
create table budgets (
  key text not null,
  window_start timestamptz not null,
  spent int not null,
  primary key (key, window_start)
);

create table mails (
  id uuid primary key,
  at timestamptz not null,
  recipient text not null,
  subject text not null,
  body text not null,
  effect_key text unique,
  sent_at timestamptz
);
create index mails_by_recipient on mails (recipient, at desc);
