-- What a manual session is driven in, where the platform knows no such game. Room: sessions.

alter table sessions add column game_name text;
