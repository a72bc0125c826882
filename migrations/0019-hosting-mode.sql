-- Where an event's server stands: started by a race host of ours, or elsewhere, its results handed in. Room: sessions.
-- An event kept by hand never has a server of ours.

alter table sessions add column hosting text not null default 'AUTOMATIC' check (hosting in ('AUTOMATIC', 'ELSEWHERE'));
update sessions set hosting = 'ELSEWHERE' where manual;
alter table sessions add constraint sessions_by_hand_is_elsewhere check (not manual or hosting = 'ELSEWHERE');
