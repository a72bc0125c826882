-- Whether what a notification asks for (docs/decisions/0071) can still be done, and has not been. A function, because every page of somebody who is
-- logged in asks how much is unread: of all these questions only those are planned and asked whose kind is there. Room: unread.
create function notification_still_asks(of_kind text, its_link text, its_params jsonb, reader uuid, moment timestamptz) returns boolean
language plpgsql stable as $$
declare
  -- what the link leads to: the id in it
  about constant uuid := substring(its_link from '^/[a-z]+/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})')::uuid;
begin
  case of_kind
    -- their seat, or place in line, in an event whose registration goes on, and they are not checked in
    when 'check-in-open', 'late-in-line', 'seat-offered' then
      return exists (
        select from sessions s join entries e on e.session_id = s.id join entry_drivers d on d.entry_id = e.id
        where s.id = about and s.deleted_at is null and s.status = 'WAITING' and d.user_id = reader and d.active
          and e.status in ('ACTIVE', 'WAITING_LIST') and e.checked_in_at is null
          and case of_kind
            when 'check-in-open' then s.check_in_closed_at is null and s.check_in_closes_at = (its_params ->> 'closesAt')::timestamptz
            when 'seat-offered' then (its_params ->> 'untilAt')::timestamptz > moment
            else true end);
    when 'not-seated' then
      return exists (select from sessions s where s.id = about and s.deleted_at is null and s.status = 'WAITING')
        and not exists (
          select from entries e join entry_drivers d on d.entry_id = e.id
          where e.session_id = about and d.user_id = reader and d.active and e.status in ('ACTIVE', 'WAITING_LIST'));
    when 'round-reached' then
      return exists (
          select from rounds r join sessions s on s.round_id = r.id
          where r.id = about and r.removed_at is null and r.status = 'PUBLISHED' and s.deleted_at is null and s.status = 'WAITING')
        and not exists (
          select from sessions s join entry_drivers d on d.session_id = s.id join entries e on e.id = d.entry_id
          where s.round_id = about and s.deleted_at is null and d.user_id = reader and d.active and e.status in ('ACTIVE', 'WAITING_LIST'));
    when 'account-lacking' then
      return not exists (
        select from linked_accounts a where a.user_id = reader
          and a.provider = case its_params ->> 'platform' when 'Steam' then 'steam' when 'RaceRoom' then 'r3e' when 'iRacing' then 'iracing' end);
    when 'server-up' then
      return exists (
        select from sessions s join entries e on e.session_id = s.id join entry_drivers d on d.entry_id = e.id
        where s.id = about and s.deleted_at is null and s.status in ('STARTED', 'IN_PROGRESS') and d.user_id = reader and d.active
          and e.status in ('ACTIVE', 'WAITING_LIST') and not exists (
            select from splits p where p.session_id = s.id and p.split_no = coalesce(e.split_no, 1) and p.status in ('ENDED', 'FAILED')));
    -- as long as it can be started again: RESTART_WINDOW_MS of modules/sessions/rules.ts
    when 'server-failed' then
      return exists (
        select from sessions s join splits p on p.session_id = s.id
          join memberships m on m.league_id = s.league_id and m.user_id = reader and m.role in ('admin', 'owner')
        where s.id = about and s.deleted_at is null and p.status = 'FAILED' and p.status_at > moment - interval '24 hours');
    when 'later-result' then
      return exists (
        select from results r join sessions s on s.id = r.session_id
          join memberships m on m.league_id = s.league_id and m.user_id = reader and m.role in ('admin', 'owner')
        where r.session_id = about and r.state = 'WAITING' and s.deleted_at is null);
    when 'application-received' then
      return exists (
        select from applications a join leagues l on l.id = a.league_id
          join memberships m on m.league_id = l.id and m.user_id = reader and m.role in ('admin', 'owner')
        where l.id = about and a.status = 'PENDING' and l.closed_at is null);
    -- OPEN_STATUSES of modules/protests/rules.ts
    when 'protest-filed' then
      return exists (
        select from protest_reports r where r.id = about and r.status in ('PENDING', 'IN_PROGRESS', 'APPEALED') and r.answered_at is null);
    when 'protest-to-review', 'appeal-to-review' then
      return exists (
        select from protest_reports r
        where r.id = about
          and case of_kind when 'appeal-to-review' then r.status = 'APPEALED' else r.status in ('PENDING', 'IN_PROGRESS') end
          and not exists (
            select from protest_reviews v
            where v.report_id = r.id and v.round = case of_kind when 'appeal-to-review' then 2 else 1 end and v.reviewer_id = reader));
  end case;
end $$;
