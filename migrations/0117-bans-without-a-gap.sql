-- Since when somebody is kept out whose ban was followed by another while it held; null: since this one. Room: members.

alter table bans add column since timestamptz;
