-- Seasons are found by their names as events are (0027), and each race of a round may have points of its own. Room: tournaments.

alter table tournaments add column search_name text not null generated always as ('|' || folded(name) || '|') stored;
create index tournaments_by_words on tournaments using gin (search_name gin_trgm_ops) with (fastupdate = off) where deleted_at is null;

-- by the number of the race in its event, from the first on; null, and a race it does not name: the round's, else the season's
alter table tournament_sessions add column race_tables jsonb;
