-- Codes to sign in, each bound to the browser that asked; mails that hold nothing in clear; the last look for what should be impossible.

create table login_codes (
  -- both hashed with a key the database does not know
  address text not null,
  browser text not null,
  code_hash text not null,
  tries int not null default 0,
  expires_at timestamptz not null,
  primary key (address, browser)
);
create index login_codes_by_expiry on login_codes (expires_at);
-- codes of the library used until now
delete from login_verifications;

-- what still waits to be sent stands in the app, or is a code that can be asked for again
delete from mails where sent_at is null;
-- {subject, body}, sealed; null once it is sent
alter table mails add column sealed text;
alter table mails drop column subject, drop column body;

create table invariant_checks (
  name text primary key,
  checked_at timestamptz not null,
  violations int not null,
  -- the first ten
  ids text[] not null
);
