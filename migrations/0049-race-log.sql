-- What result files tell besides laps and places: contacts, penalties, stops, who joined and left. Room: race-log.

-- which results were looked through, and in which of their files' readings
create table race_logs (
  result_id uuid primary key references results (id) on delete cascade,
  session_id uuid not null references sessions (id),
  -- of result_files; not held: a file may be taken back
  file_id uuid not null,
  -- what that file said of the result, as results have it
  digest text not null,
  log_version int not null,
  -- false: the file is there no more, or holds no such segment
  is_known boolean not null,
  read_at timestamptz not null
);
create index race_logs_of_event on race_logs (session_id);

create table race_log_entries (
  result_id uuid not null references race_logs (result_id) on delete cascade,
  -- counts from 1 in the order it happened
  no int not null,
  kind text not null,
  -- of result_rows; they are written anew with a result and keep their ids
  row_id uuid not null,
  other_row_id uuid,
  lap int,
  -- by the segment's own clock
  at_ms int,
  -- index into the row's drivers
  driver_no int,
  value int,
  detail text,
  primary key (result_id, no)
);

-- events whose files are still to be looked through
create table race_log_backlog (session_id uuid primary key references sessions (id));
insert into race_log_backlog (session_id) select distinct session_id from results where state = 'STANDS' and file_id is not null;
