-- The history of a community reads a few types of its events out of very many registrations.

create index events_by_league_type on events (league_id, type, seq) where league_id is not null;
drop index events_by_league;
