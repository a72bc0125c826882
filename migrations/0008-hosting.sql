-- Race hosts and the servers they run. Room: hosting. The unique index is what keeps a split from having two live servers.

create table hosts (
  id uuid primary key,
  name text not null,
  token_hash text not null unique,
  region text not null,
  games text[] not null,
  -- where drivers reach its servers
  address text not null,
  capacity int not null,
  -- ports it may give, both ends included
  port_from int not null,
  port_to int not null,
  -- the installed program that works for it: a second one with the same token gets nothing
  instance uuid,
  last_seen_at timestamptz,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create unique index hosts_by_name on hosts (name) where revoked_at is null;

create sequence server_fences;

create table servers (
  id uuid primary key,
  split_id uuid not null references splits (id),
  session_id uuid not null references sessions (id),
  host_id uuid not null references hosts (id),
  -- grows with every launch of any server: who reports with another number than the server's is refused
  fence bigint not null unique default nextval('server_fences'),
  phase text not null default 'ASSIGNED' check (phase in ('ASSIGNED', 'STARTING', 'STARTED', 'IN_PROGRESS', 'STOPPING', 'ENDED', 'FAILED')),
  ports jsonb not null default '{}',
  -- as the host tells it; otherwise the host's own
  address text,
  assigned_at timestamptz not null,
  lease_until timestamptz not null,
  -- looks that found the lease run out, one after the other
  misses int not null default 0,
  started_at timestamptz,
  begun_at timestamptz,
  drivers int not null default 0,
  drivers_at timestamptz,
  result_at timestamptz,
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
create index server_ports_by_server on server_ports (server_id);
