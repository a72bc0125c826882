-- Applications, bans and what an admin wrote about them. Room: members.

create table applications (
  id uuid primary key,
  v int not null default 1,
  league_id uuid not null references leagues (id),
  user_id uuid not null references users (id),
  status text not null default 'PENDING' check (status in ('PENDING', 'ACCEPTED', 'DECLINED', 'WITHDRAWN')),
  reason text not null default '',
  -- the terms the applicant agreed to
  tos_version int,
  applied_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references users (id)
);
create unique index applications_one_pending on applications (league_id, user_id) where status = 'PENDING';
create index applications_by_league on applications (league_id, status, applied_at);

create table bans (
  league_id uuid not null references leagues (id),
  user_id uuid not null references users (id),
  reason text not null,
  banned_at timestamptz not null,
  banned_by uuid not null references users (id),
  ends_at timestamptz,
  primary key (league_id, user_id)
);
create index bans_by_user on bans (user_id);
