-- A code whose answer was lost on the way is good once more for who gave it: hash of the key it was given with, and when.
alter table login_codes add column given_by text, add column given_at timestamptz;
