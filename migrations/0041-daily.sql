-- Daily races: events that are made of a template. Room: sessions.

alter table sessions
  -- {timeZone, days, times, until}: when events are made of it; of a template alone
  add column schedule jsonb,
  -- what it was made of
  add column template_id uuid references sessions (id);

-- Each start of a schedule, once, whatever becomes of it.
create table daily_starts (
  template_id uuid not null references sessions (id),
  starts_at timestamptz not null,
  state text not null check (state in ('PLANNED', 'CANCELLED', 'CREATED', 'REFUSED', 'MISSED')),
  -- the event that was made, wherever its start was moved since
  session_id uuid unique references sessions (id),
  -- the refusal's code
  reason text,
  primary key (template_id, starts_at),
  constraint daily_starts_created check ((state = 'CREATED') = (session_id is not null)),
  constraint daily_starts_refused check ((state = 'REFUSED') = (reason is not null))
);
create index daily_starts_due on daily_starts (starts_at) where state = 'PLANNED';
