-- One word for what a fact happened to, the one its id is known by. Rooms: sessions, hosting, entries, leagues.

update events set aggregate = 'session' where aggregate = 'race';
update events set aggregate = 'upload' where aggregate = 'image';
