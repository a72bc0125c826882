-- Files with several sessions, files that people hand in, and results kept by hand. Room: results.

alter table result_files
  -- of each session inside that belongs to the event, in order; null until it is read
  add column types text[],
  -- who handed it in; null for a server's
  add column handed_in_by uuid references users (id),
  -- what that person said of it: [{key, entryId}], and the numbers of the sessions to take (null: those of the event)
  add column matches jsonb not null default '[]',
  add column chosen int[];
-- one file for each session until now
update result_files set types = array[type] where type is not null;

-- a session of a file that goes on over many events is shown by one of them
create index results_by_fingerprint on results ((facts ->> 'fingerprint')) where facts ? 'fingerprint';

-- what the file calls a car that the catalogue does not have
alter table result_rows add column car_name text;

-- drafts of a manual session: its races, and what an imported file held beside them
create table manual_results (
  session_id uuid not null references sessions (id),
  -- as in results
  segment_index int not null,
  type text not null check (type in ('PRACTICE', 'QUALIFY', 'WARMUP', 'RACE')),
  type_no int not null,
  v int not null default 1,
  -- who, in which place: in order
  rows jsonb not null,
  -- by row: what an imported file knows of it, laps too; read only when the results are published
  sources jsonb not null default '{}',
  facts jsonb not null default '{}',
  file_name text,
  saved_at timestamptz not null,
  primary key (session_id, segment_index)
);
