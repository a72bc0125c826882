-- Where a running race is, as its host told last. Room: hosting. No history: the next word replaces it, and the end of the server takes it away.

alter table servers add column live jsonb;
alter table servers add column live_at timestamptz;
