import { sql } from 'kysely'
import type { HostId, ServerId, SessionId, SplitId } from '#core/ids.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import type { Live } from './contract.ts'
import type { HostFacts, Phase } from './decide.ts'
import { LEASE_MS } from './rules.ts'

// Hosts

export type HostRow = HostFacts & { readonly id: HostId; readonly address: string; readonly portFrom: number; readonly portTo: number }

/** All hosts in use with the number of their live servers. */
export const listHosts = (db: Reader): Promise<readonly HostRow[]> => hostRows(db).execute()

/**
 * The host with its taken ports, locked; counted again after the lock, since others may have given it servers meanwhile. `'now'`: null when
 * somebody else holds it.
 */
export async function lockHost(tx: Tx, id: HostId, when: 'now' | 'in turn'): Promise<(HostRow & { readonly portsInUse: readonly number[] }) | null> {
  const host = tx.selectFrom('hosts').select('id').where('id', '=', id).forNoKeyUpdate()
  if (!(await (when === 'now' ? host.skipLocked() : host).executeTakeFirst())) return null
  const row = await hostRows(tx)
    .select(sql<readonly number[]>`array(select port from server_ports where server_ports.host_id = hosts.id)`.as('portsInUse'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

const hostRows = (db: Reader) =>
  db
    .selectFrom('hosts')
    .select(['id', 'region', 'games', 'capacity', 'address', 'port_from as portFrom', 'port_to as portTo', 'last_seen_at as lastSeenAt'])
    .select(sql<number>`(select count(*) from servers where servers.host_id = hosts.id and servers.ended_at is null)`.as('live'))
    .where('revoked_at', 'is', null)

/**
 * Notes that a host is here and renews the leases of its live servers. False for a second program of the same host: the first one
 * keeps the work until it has been silent for a lease.
 */
export async function seen(db: Reader, id: HostId, instance: string, now: Date): Promise<boolean> {
  const silent = new Date(now.getTime() - LEASE_MS)
  const { rows } = await sql`
    with host as (
      update hosts set last_seen_at = ${now}, instance = ${instance}::uuid
      where id = ${id} and (instance is null or instance = ${instance}::uuid or last_seen_at is null or last_seen_at < ${silent}) returning id
    ), renewed as (
      update servers set lease_until = ${new Date(now.getTime() + LEASE_MS)}, misses = 0
      where host_id = (select id from host) and ended_at is null
    )
    select id from host`.execute(db)
  return rows.length === 1
}

/** Ports of servers that are over and that the host no longer has. */
export async function freeUnused(db: Reader, id: HostId, have: readonly number[]): Promise<void> {
  await sql`
    delete from server_ports using servers
    where servers.id = server_ports.server_id and server_ports.host_id = ${id} and servers.ended_at is not null
      and servers.fence <> all (${[...have]}::bigint[])`.execute(db)
}

export type NewHost = {
  readonly name: string
  readonly tokenHash: string
  readonly region: string
  readonly games: readonly string[]
  readonly address: string
  readonly capacity: number
  readonly portFrom: number
  readonly portTo: number
}

/** Registers a host, or gives the one of this name a new token. */
export async function saveHost(db: Reader, id: HostId, host: NewHost, now: Date): Promise<HostId> {
  const columns = {
    token_hash: host.tokenHash,
    region: host.region,
    games: [...host.games],
    address: host.address,
    capacity: host.capacity,
    port_from: host.portFrom,
    port_to: host.portTo,
  }
  const row = await db
    .insertInto('hosts')
    .values({ id, name: host.name, created_at: now, ...columns })
    .onConflict((conflict) => conflict.column('name').where('revoked_at', 'is', null).doUpdateSet(columns))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

// Servers

export const findServer = (db: Reader, id: ServerId) => db.selectFrom('servers').selectAll().where('id', '=', id).executeTakeFirst()
export const lockServer = (tx: Tx, id: ServerId) => tx.selectFrom('servers').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
export type ServerRow = NonNullable<Awaited<ReturnType<typeof findServer>>>

/** The live server of a split, locked. */
export const lockLive = (tx: Tx, splitId: SplitId) =>
  tx.selectFrom('servers').selectAll().where('split_id', '=', splitId).where('ended_at', 'is', null).forNoKeyUpdate().executeTakeFirst()

export const liveOf = (db: Reader, sessionId: SessionId) =>
  db.selectFrom('servers').selectAll().where('session_id', '=', sessionId).where('ended_at', 'is', null).execute()

export const listLive = (db: Reader) => db.selectFrom('servers').selectAll().where('ended_at', 'is', null).orderBy('id').execute()

type NewServer = {
  readonly id: ServerId
  readonly splitId: SplitId
  readonly sessionId: SessionId
  readonly hostId: HostId
  readonly ports: Readonly<Record<string, number>>
}

/** Gives a split its server and that its ports; false when it has a live one, whoever gave it. */
export async function insertServer(tx: Tx, server: NewServer, now: Date): Promise<boolean> {
  const { rows } = await sql`
    with server as (
      insert into servers (id, split_id, session_id, host_id, ports, assigned_at, lease_until)
      values (${server.id}, ${server.splitId}, ${server.sessionId}, ${server.hostId}, ${JSON.stringify(server.ports)}, ${now}, ${new Date(now.getTime() + LEASE_MS)})
      on conflict (split_id) where ended_at is null do nothing returning id
    ), ports as (
      insert into server_ports (host_id, port, server_id)
      select ${server.hostId}, port, server.id from server, unnest(${Object.values(server.ports)}::int[]) as port
    )
    select id from server`.execute(tx)
  return rows.length === 1
}

type Change = Partial<
  Pick<
    ServerRow,
    'address' | 'misses' | 'started_at' | 'begun_at' | 'drivers' | 'drivers_at' | 'live_at' | 'result_at' | 'ended_at' | 'reason' | 'log_tail'
  >
> & { readonly phase?: Phase; readonly live?: Live | null }

export async function saveServer(tx: Tx, id: ServerId, { live, ...change }: Change): Promise<void> {
  await tx
    .updateTable('servers')
    .set({ ...change, ...(live === undefined ? {} : { live: live && JSON.stringify(live) }) })
    .where('id', '=', id)
    .execute()
}

/** Forgets what servers that were over before then wrote last; of how many. */
export async function dropLogs(tx: Tx, before: Date, most: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update servers set log_tail = '' where id = any (array(
      select id from servers where log_tail <> '' and ended_at < ${before} order by ended_at limit ${most} for no key update skip locked))`.execute(
    tx,
  )
  return Number(numAffectedRows)
}

/** That results of a split stand is noted at its servers. */
export const noteAssigned = (tx: Tx, splitId: SplitId, now: Date) =>
  tx.updateTable('servers').set({ placed_at: now }).where('split_id', '=', splitId).where('placed_at', 'is', null).execute()

/** Whether an admin ended it for another one, or a later server of the same split was launched, live or not. */
export async function isSuperseded(db: Reader, server: Pick<ServerRow, 'split_id' | 'fence' | 'reason'>): Promise<boolean> {
  if (server.reason === 'RESTARTED') return true
  const row = await db.selectFrom('servers').select('id').where('split_id', '=', server.split_id).where('fence', '>', server.fence).executeTakeFirst()
  return row !== undefined
}
