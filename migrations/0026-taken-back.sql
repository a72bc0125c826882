-- What people hand in can be taken back before it is published, and what was published opened again; a file goes to any split, and takes its
-- track from the event. Rooms: results, result-files, manual-results, notifications.

alter table results
  -- DISCARDED: of a file that was taken back; nobody sees it
  drop constraint results_state_check,
  add constraint results_state_check check (state in ('STANDS', 'WAITING', 'LEFT', 'REPLACED', 'DISCARDED'));

alter table result_files
  -- DISCARDED: an admin took it back; it shows nothing, and the same may come again
  drop constraint result_files_status_check,
  add constraint result_files_status_check check (status in ('PENDING', 'READ', 'UNREADABLE', 'SUPERSEDED', 'DISCARDED')),
  -- whose track is told with its results
  add column track_from text not null default 'FILE' check (track_from in ('EVENT', 'FILE')),
  -- which race of the event the first one inside is; null: the next
  add column first_race int;
drop index result_files_once;
create unique index result_files_once on result_files (session_id, split_no, name, sha256) where status <> 'DISCARDED';

alter table manual_results
  -- the file it was filled from
  add column file_id uuid references result_files (id),
  -- taken back: nothing of it counts but its version, so that nobody saves over what they have not seen
  add column discarded boolean not null default false;

-- who took what back, and why
create table result_withdrawals (
  id uuid primary key,
  session_id uuid not null references sessions (id),
  -- FILE, DRAFT: before it was published. REOPENED: what was published is being put right
  kind text not null check (kind in ('FILE', 'DRAFT', 'REOPENED')),
  file_id uuid references result_files (id),
  -- of a draft
  race_no int,
  reason text not null,
  withdrawn_by uuid not null references users (id),
  withdrawn_at timestamptz not null,
  -- of what was opened again: when it was published anew
  closed_at timestamptz
);
create index result_withdrawals_by_session on result_withdrawals (session_id, withdrawn_at);
create unique index result_reopened_once on result_withdrawals (session_id) where kind = 'REOPENED' and closed_at is null;

-- who was told of an event's results
create index notifications_by_link on notifications (link);
