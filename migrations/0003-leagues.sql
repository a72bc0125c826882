-- Communities and who holds which role in them. Room: leagues; members changes memberships through its door.

create table leagues (
  id uuid primary key,
  v int not null default 1,
  name text not null,
  short_name text not null,
  description text not null default '',
  games text[] not null default '{}',
  languages text[] not null,
  visibility text not null default 'PUBLIC' check (visibility in ('PUBLIC', 'HIDDEN')),
  direct_join boolean not null,
  -- argon2 is for what people keep secret for themselves; this one is told to many and shown to admins: sealed, not hashed
  password_sealed text,
  discord_required boolean not null default false,
  open_events boolean not null default false,
  invite_link text not null default '',
  tos jsonb,
  tos_version int not null default 0,
  logo text,
  -- 1800×400 and 600×450 of the same picture
  background text,
  background_small text,
  plan text not null default 'FREE',
  plan_ends_at timestamptz,
  members_count int not null default 0,
  created_at timestamptz not null,
  closed_at timestamptz
);
create unique index leagues_by_short_name on leagues (lower(short_name)) where closed_at is null;
create index leagues_by_members on leagues (members_count desc, id) where closed_at is null and visibility = 'PUBLIC';

create table memberships (
  league_id uuid not null references leagues (id),
  user_id uuid not null references users (id),
  role text not null check (role in ('member', 'steward', 'admin', 'owner')),
  joined_at timestamptz not null,
  tos_version int,
  tos_accepted_at timestamptz,
  primary key (league_id, user_id)
);
create index memberships_by_user on memberships (user_id);
-- exactly one owner: never two here, never none by the rules
create unique index memberships_owner on memberships (league_id) where role = 'owner';

create table league_configs (
  league_id uuid not null references leagues (id),
  config_type text not null,
  scope text not null check (scope in ('LEAGUE', 'TOURNAMENT')),
  scope_entity_id uuid not null,
  v int not null default 1,
  config jsonb not null,
  primary key (config_type, scope, scope_entity_id)
);

-- a picture on its way: signed forms given out, then made into our own sizes by a job; the names of what comes out are fixed at the start
create table image_uploads (
  id uuid primary key,
  league_id uuid not null references leagues (id),
  entity_type text not null check (entity_type in ('LEAGUE', 'SESSION', 'CHAMPIONSHIP', 'SERIES')),
  entity_id uuid not null,
  user_id uuid not null references users (id),
  status text not null default 'STARTED' check (status in ('STARTED', 'UPLOADED', 'FAILED')),
  -- [{type, image}]
  images jsonb not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index image_uploads_by_entity on image_uploads (entity_id);
