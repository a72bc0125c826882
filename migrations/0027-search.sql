-- What people type finds names by words, whatever their accents, capitals, signs and order (core/search/finding.ts has the rule).
-- A trusted extension: whoever may create in the database may create it, no superuser is needed.
create extension if not exists pg_trgm;

-- `folded` of core/search/finding.ts: small letters and digits with one space before, between and behind words. Not unaccent, which calls itself stable:
-- a generated column wants what stays the same.
create function folded(text) returns text language sql immutable strict parallel safe
return regexp_replace(' ' || btrim(regexp_replace(
  replace(replace(replace(replace(
    translate(regexp_replace(lower(normalize($1, NFD) collate pg_c_utf8), '[\u180B-\u180D\u180F\uFE00-\uFE0F\U000E0100-\U000E01EF\u0300-\u036F]', '', 'g'), 'øðłđħıς', 'odldhiσ'),
  'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
  '[\u0001-\u002F:-@[-`{-\u00A9\u00AB-\u00B1\u00B4\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7\u2000-\u2BFF\u3000-\u3004\u3008-\u3020\u30FB\uFF00-\uFF0F\U0001F000-\U0001FAFF\uFFFD]+', ' ', 'g')) || ' ', '^ {2}$', ' ');

alter table users add column search_name text not null generated always as ('|' || folded(name) || '|') stored;
alter table leagues add column search_name text not null generated always as ('|' || folded(name) || '|' || folded(short_name) || '|') stored;
alter table sessions add column search_name text not null generated always as ('|' || folded(name) || '|') stored;

-- names are seldom written and often looked for: nothing waits in a list beside the index
create index users_by_words on users using gin (search_name gin_trgm_ops) with (fastupdate = off) where removed_at is null and terms_accepted_at is not null;
create index leagues_by_words on leagues using gin (search_name gin_trgm_ops) with (fastupdate = off);
create index sessions_by_words on sessions using gin (search_name gin_trgm_ops) with (fastupdate = off) where deleted_at is null;
create index sessions_by_track on sessions (track_id, starts_at) where deleted_at is null;
drop index users_by_name;
