-- What does not stay for ever. Result files leave the database for the files store once nobody reads them any more; their row stays.

alter table result_files alter column bytes drop not null;
-- those still here, oldest first
create index result_files_with_bytes on result_files (received_at) where bytes is not null;
-- logs of servers that are over go before their rows do
create index servers_with_log on servers (ended_at) where log_tail <> '';
