-- A result that comes after its event has ended does not replace what was announced: it waits beside it for an admin. Rooms: results, result-files.

alter table results
  -- STANDS: what everybody sees. WAITING: came after the event had ended. LEFT: an admin chose against it. REPLACED: an admin chose another one
  add column state text not null default 'STANDS' check (state in ('STANDS', 'WAITING', 'LEFT', 'REPLACED')),
  -- what the file says of the segment, as a hash: the same again is no other result; null: kept by hand, or from before
  add column digest text;
-- one for each segment of a split stands
alter table results drop constraint results_session_id_split_no_segment_index_key;
create unique index results_standing on results (session_id, split_no, segment_index) where state = 'STANDS';
create index results_by_session on results (session_id, split_no, segment_index);

-- what admins chose for a segment of a split, in order
create table result_choices (
  id uuid primary key,
  session_id uuid not null references sessions (id),
  split_no int not null,
  segment_index int not null,
  -- counts the choices of the segment from 1: two admins at once cannot both be the next
  no int not null,
  action text not null check (action in ('TAKEN', 'LEFT')),
  -- the one that was taken or left, and its state before
  result_id uuid not null references results (id) on delete cascade,
  state_before text not null,
  -- the one that stood until then, where another was taken
  replaced_id uuid references results (id) on delete cascade,
  reason text not null,
  chosen_by uuid not null references users (id),
  chosen_at timestamptz not null,
  undone_by uuid references users (id),
  undone_at timestamptz,
  unique (session_id, split_no, segment_index, no)
);
