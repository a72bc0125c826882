-- The rounds in the rows of a table are most of it, and no statement looks into them: they are kept as they were written, which costs nothing to
-- read. Null: a release before this kept the table, and its rows have theirs. Room: tournaments.
alter table tournament_standings add column cells json;
