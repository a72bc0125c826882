-- What became of a file is asked for each file of an event.
create index results_of_file on results (file_id);
-- A registration changes the counter of its event: with room on the page the row's new form stays beside the old one, and no index is touched.
alter table sessions set (fillfactor = 80);
