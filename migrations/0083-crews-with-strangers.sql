-- Whoever shared a car with somebody without an account was rated as if they had driven all of it: those races are rated anew. Room: results.
insert into rating_backlog (session_id, starts_at)
select s.id, s.starts_at from sessions s
where s.is_ranked and s.status = 'ENDED' and s.deleted_at is null
  and exists (select from results r join result_rows x on x.result_id = r.id
    where r.session_id = s.id and r.state = 'STANDS' and r.type = 'RACE' and cardinality(x.user_ids) > 0 and x.drivers @> '[{"userId": null}]')
on conflict do nothing;
