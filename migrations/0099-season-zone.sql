-- By whose clocks a season's rounds were planned; null: none were planned together. Room: tournaments.

alter table tournaments add column time_zone text;
