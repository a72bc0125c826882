-- When results that were final became other ones; null where they never did since they are final. Room: results.

alter table result_confirmations add column changed_at timestamptz;
