-- Which car a report is about, where its driver drove several in one segment: the keys its row had in the results, as corrections know rows, the first
-- our own, and what it is called. Null: the driver was in one only, or it was not asked yet. Room: protests.
alter table protest_reports
  add column reportee_keys text[] check (cardinality(reportee_keys) > 0),
  -- {raceNumber, name}
  add column reportee_car jsonb,
  add check ((reportee_keys is null) = (reportee_car is null));
