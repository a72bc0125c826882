-- Sums of corrections: each is bounded, how many a row has is not.
alter table result_rows
  alter column penalty_ms type bigint,
  alter column points_adjustment type numeric(14, 2),
  alter column event_adjustment type numeric(14, 2);
