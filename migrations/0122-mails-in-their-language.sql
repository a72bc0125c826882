-- The language in which somebody has read the terms: mails speak it until they choose another. Room: accounts.
alter table users add column reads_in text check (reads_in in ('en', 'de', 'fr', 'es', 'it', 'pt'));
