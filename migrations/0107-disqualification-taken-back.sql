-- A disqualification that the file of a game carries is taken back by an admin (docs/decisions/0042).
alter table result_corrections drop constraint result_corrections_kind_check;
alter table result_corrections add constraint result_corrections_kind_check
  check (kind in ('ADJUSTMENT', 'POINTS', 'TIME', 'POSITIONS', 'DISQUALIFICATION', 'REINSTATEMENT'));
-- it has no value, as a disqualification has none
alter table result_corrections drop constraint result_corrections_check;
alter table result_corrections add constraint result_corrections_check check ((kind in ('DISQUALIFICATION', 'REINSTATEMENT')) = (value is null));
