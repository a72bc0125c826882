-- A file that was handed in can be taken back, goes to any split, and takes its track from the event; a draft can be taken back, and what was
-- published opened again. Rooms: result-files, manual-results, notifications.

alter table result_files
  -- DISCARDED: whoever handed it in took it back; it shows nothing, and the same may come again
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

-- who was told of an event's results
create index notifications_by_link on notifications (link);
