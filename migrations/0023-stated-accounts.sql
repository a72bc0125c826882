-- Accounts of games that their owners have told us of and not proven. Room: accounts.

alter table linked_accounts
  -- true: they signed in there; false: they say so, or an admin of a community of theirs does
  add column proven boolean not null default true;
