-- Whoever registers for a season that is full waits for a seat (decisions.md §2 "Waiting list"). Room: tournaments.

alter table tournament_entries drop constraint tournament_entries_status_check;
alter table tournament_entries add constraint tournament_entries_status_check
  check (status in ('ACTIVE', 'WAITING_LIST', 'LEFT', 'DISQUALIFIED'));
