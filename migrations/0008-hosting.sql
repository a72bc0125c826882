-- Race hosts and the servers they run. Room: hosting. The unique index is what keeps a split from having two live servers.

create table hosts (
  id uuid primary key,
  name text not null,
  token_hash text not null unique,
  region text not null,
  games text[] not null,
  address text not null,
  capacity int not null,
  -- [{name?, from, to}] of the ports it may give
  port_from int not null,
  port_to int not null,
  last_seen_at timestamptz,
  created_at timestamptz not null,
  revoked_at timestamptz
);

create sequence server_fences;

create table servers (
  id uuid primary key,
  split_id uuid not null references splits (id),
  session_id uuid not null references sessions (id),
  host_id uuid not null references hosts (id),
  -- grows with every launch of any server: a report with an older number than the split's live server is refused
  fence bigint not null default nextval('server_fences'),
  phase text not null default 'ASSIGNED' check (phase in ('ASSIGNED', 'STARTING', 'STARTED', 'IN_PROGRESS', 'STOPPING', 'ENDED', 'FAILED')),
  ports jsonb not null default '{}',
  assigned_at timestamptz not null,
  lease_until timestamptz not null,
  started_at timestamptz,
  last_driver_at timestamptz,
  ended_at timestamptz,
  reason text,
  log_tail text not null default ''
);
create unique index servers_one_live on servers (split_id) where ended_at is null;
create index servers_by_host on servers (host_id) where ended_at is null;
create index servers_by_session on servers (session_id);

create table server_ports (
  host_id uuid not null references hosts (id),
  port int not null,
  server_id uuid not null references servers (id),
  primary key (host_id, port)
);
