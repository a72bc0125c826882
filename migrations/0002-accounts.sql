-- Logins (better-auth's four tables under our names) and the platform's users.

create table logins (
  id uuid primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table login_sessions (
  id uuid primary key,
  user_id uuid not null references logins (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index login_sessions_by_user on login_sessions (user_id);

-- one row for each way in: provider and the account's own id there
create table login_accounts (
  id uuid primary key,
  user_id uuid not null references logins (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider_id, account_id)
);
create index login_accounts_by_user on login_accounts (user_id);

create table login_verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index login_verifications_by_identifier on login_verifications (identifier);

create table login_nonces (
  nonce text primary key,
  at timestamptz not null
);

create table users (
  id uuid primary key,
  v int not null default 1,
  name text not null,
  -- ISO 3166-1 alpha-2; null until the first login is finished
  country text,
  birth_date date,
  terms_accepted_at timestamptz,
  terms_version text,
  name_changes int not null default 0,
  name_changed_at timestamptz,
  settings jsonb not null default '{}',
  plan text not null default 'FREE',
  demo_role text,
  created_at timestamptz not null,
  -- set when the person erased the account: name and country are gone, results keep a driver
  removed_at timestamptz
);
create index users_by_name on users (lower(name));

create table linked_accounts (
  provider text not null,
  subject text not null,
  user_id uuid not null references users (id) on delete cascade,
  linked_at timestamptz not null,
  primary key (provider, subject),
  unique (user_id, provider)
);

-- an erased account's outside ids, hashed: never imported again
create table tombstones (
  hash text primary key,
  at timestamptz not null
);
