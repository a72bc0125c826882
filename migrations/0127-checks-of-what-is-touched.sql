-- An event's row is written at every registration, and each time PostgreSQL read and built all its fifteen checks anew: 80 of the 170 µs that one seat
-- took (docs/decisions/0078). The checks of its counters stay; those of what no counter touches are looked at when that is touched. Room: sessions.

create function sessions_hold() returns trigger language plpgsql as $$
declare
  broken constant text := case
    when new.status not in ('DRAFT', 'WAITING', 'RECURRING', 'SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS', 'ENDED', 'FAILED', 'DECLINED')
      then 'sessions_status'
    when new.hosting not in ('AUTOMATIC', 'ELSEWHERE') then 'sessions_hosting'
    when new.manual and new.hosting <> 'ELSEWHERE' then 'sessions_by_hand_is_elsewhere'
    when new.max_entries not between 1 and 900 then 'sessions_max_entries'
    when (new.split_seats is null) <> (new.split_least is null) or new.split_least > new.split_seats or new.split_seats > 100 then 'sessions_splits'
    when not new.check_in and new.check_in_closes_at is not null then 'check_in_is_asked_for'
    when new.check_in_closed_at is not null and new.check_in_closes_at is null then 'check_in_that_closed_was_held'
    when jsonb_typeof(new.join_conditions) <> 'object' then 'sessions_join_conditions'
    when new.tournament_type not in ('CHAMPIONSHIP', 'SERIES', 'ROUND') then 'sessions_tournament_type'
    when (new.round_id is null) <> (new.round_index is null) or new.round_index < 1 then 'sessions_round_index'
    when new.round_id is null and new.invited_only then 'sessions_invited_to_a_round'
  end;
begin
  if broken is not null then
    raise check_violation using message = 'new row for relation "sessions" violates "' || broken || '"', constraint = broken, table = 'sessions';
  end if;
  return null;
end $$;

-- after the row is written: a trigger before it would have every update lock its row first
create constraint trigger sessions_hold
  after insert or update of status, hosting, manual, max_entries, split_seats, split_least, check_in, check_in_closes_at, check_in_closed_at,
    join_conditions, tournament_type, round_id, round_index, invited_only
  on sessions for each row execute function sessions_hold();

alter table sessions
  drop constraint sessions_status_check,
  drop constraint sessions_hosting_check,
  drop constraint sessions_by_hand_is_elsewhere,
  drop constraint sessions_max_entries_check,
  drop constraint sessions_splits,
  drop constraint check_in_is_asked_for,
  drop constraint check_in_that_closed_was_held,
  drop constraint sessions_join_conditions,
  drop constraint sessions_tournament_type_check,
  drop constraint sessions_round_index_check,
  drop constraint sessions_check,
  drop constraint sessions_check1,
  drop constraint sessions_waiting_check,
  drop constraint sessions_spectators_check,
  drop constraint sessions_seats,
  add constraint sessions_counts check (taken between 0 and max_entries and waiting >= 0 and spectators >= 0);
