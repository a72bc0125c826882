-- Whoever had left a season before they were disqualified from it is not in again when that is taken back. Room: tournaments.

alter table tournament_entries add column had_left boolean not null default false;
