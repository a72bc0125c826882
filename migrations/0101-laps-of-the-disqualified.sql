-- Laps of a segment from which somebody is disqualified are no best laps: events that have some are looked through anew. Room: laps.
insert into lap_backlog (session_id)
select distinct r.session_id from results r join result_rows x on x.result_id = r.id where r.state = 'STANDS' and x.status = 'DSQ'
on conflict do nothing;
