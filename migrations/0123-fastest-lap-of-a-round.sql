-- What the fastest lap of a round is worth, where it is not what it is in the season. Room: tournaments.

-- null: the season's
alter table tournament_sessions add column fastest_lap double precision check (fastest_lap between 0 and 1000);
