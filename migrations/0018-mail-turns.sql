-- A mail that its receiver's server does not take now waits for its next turn and holds up nobody; one that is refused for good says so.

alter table mails add column tries integer not null default 0;
-- a version before this one writes mails without it
alter table mails add column next_at timestamptz not null default now();
alter table mails add column refused_at timestamptz;
create index mails_waiting on mails (next_at) where sealed is not null and sent_at is null;
