-- When a driver was taken out of a team that others go on with: what a ban has ended is told from it.
alter table entry_drivers add column left_at timestamptz;
