-- Servers that were replaced, and splits whose results stand. Rooms: hosting, results.

alter table servers
  -- when the first results of its split stood; null where there are none
  add column placed_at timestamptz;

-- SUPERSEDED: of a server that a restart has replaced; kept for admins, and never shown
alter table result_files
  drop constraint result_files_status_check,
  add constraint result_files_status_check check (status in ('PENDING', 'READ', 'UNREADABLE', 'SUPERSEDED'));

-- what a server has brought is counted
create index result_files_by_server on result_files (server_id) where server_id is not null;
