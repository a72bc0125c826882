-- A pick list may be for a season, and say in which of its classes somebody drives it. Room: pick-lists.

alter table pick_lists add column tournament_id uuid references tournaments (id);
alter table pick_lists drop constraint pick_lists_check;
alter table pick_lists add constraint pick_lists_away check (active or (session_id is null and tournament_id is null and not is_swap));
alter table pick_lists add constraint pick_lists_one_target check (session_id is null or tournament_id is null);
create index pick_lists_by_tournament on pick_lists (tournament_id);

alter table pick_list_entries add column class_id text;
