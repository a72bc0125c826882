-- By what its file alone tells a car from others, as a hash of it and its event: the same whoever has linked an account since, or registered. Null where
-- it was kept by hand, or somebody of it has erased the account.
alter table result_rows add column file_key text;
