-- Whoever waited for a seat of a season when they were disqualified waits again when that is taken back. Room: tournaments.

alter table tournament_entries add column had_waited boolean not null default false;
