-- An event that is taken out of a season scores again as it did before it was one of it. Room: tournaments.

-- null: it was made for the season, or before this was kept
alter table tournament_sessions add column own_points jsonb;
