-- Whether where somebody started comes from the segment before, since the file of the race does not say it: then it follows what that segment comes to.
alter table result_rows add column start_filled boolean not null default false;
