import { sql } from 'kysely'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { newId } from '#server/db/change.ts'
import type { Person } from '#testing/people.ts'
import type { TestServer } from '#testing/server.ts'

export type LeagueFacts = {
  readonly openEvents?: boolean
  readonly directJoin?: boolean
  readonly hidden?: boolean
  readonly closed?: boolean
  readonly password?: string
  readonly discordRequired?: boolean
  /** Of its terms; those of a version that are no more leave the number behind. */
  readonly tosVersion?: number
  readonly tos?: string | null
}

/** A community of an owner with members, made in the database: how communities come about has tests of its own. */
export async function league(server: TestServer, owner: Person, members: readonly Person[] = [], facts: LeagueFacts = {}): Promise<LeagueId> {
  const { db, clock, sealer } = server.running.machine
  const id = newId<'league'>()
  const now = clock()
  const { openEvents = false, directJoin = true, hidden = false, tosVersion = 0, closed = false } = facts
  const tos = facts.tos === undefined && tosVersion > 0 ? 'Race fair.' : (facts.tos ?? null)
  await db
    .insertInto('leagues')
    .values({
      id,
      name: 'Apex Racing League',
      short_name: id.slice(-12),
      languages: ['en'],
      direct_join: directJoin,
      open_events: openEvents,
      discord_required: facts.discordRequired ?? false,
      password_sealed: facts.password === undefined ? null : sealer.seal(facts.password),
      tos: tos === null ? null : JSON.stringify(tos),
      visibility: hidden ? 'HIDDEN' : 'PUBLIC',
      tos_version: tosVersion,
      members_count: 1 + members.length,
      created_at: now,
      closed_at: closed ? now : null,
    })
    .execute()
  await db
    .insertInto('memberships')
    .values([owner, ...members].map((one, index) => ({ league_id: id, user_id: one.id, role: index === 0 ? 'owner' : 'member', joined_at: now })))
    .execute()
  return id
}

/** Makes somebody a member, in the database. */
export async function join({ running }: TestServer, leagueId: LeagueId, who: Person, role: 'member' | 'admin' = 'member'): Promise<void> {
  const { db, clock } = running.machine
  await db.insertInto('memberships').values({ league_id: leagueId, user_id: who.id, role, joined_at: clock() }).execute()
  await db
    .updateTable('leagues')
    .set({ members_count: sql`members_count + 1` })
    .where('id', '=', leagueId)
    .execute()
}

type ClassFacts = { readonly id: string; readonly carIds: string[]; readonly max?: number }
export type EventFacts = {
  readonly max?: number
  readonly startsAt?: Date
  readonly status?: string
  readonly classes?: readonly ClassFacts[]
  readonly password?: string
  readonly opensAt?: Date
  readonly game?: string
  readonly hosting?: 'AUTOMATIC' | 'ELSEWHERE'
  readonly carIds?: readonly string[]
  readonly grid?: boolean
  readonly driverSwap?: boolean
}

export const CARS = { gt3: 'ks_porsche_911_gt3_r_2016', other: 'ks_ferrari_488_gt3' } as const

/** A published event tomorrow in two cars of AC, made in the database. */
export async function event(server: TestServer, leagueId: LeagueId, owner: Person, facts: EventFacts = {}): Promise<SessionId> {
  const { db, clock, sealer } = server.running.machine
  const id = newId<'session'>()
  const now = clock()
  const { classes = [], startsAt = new Date(now.getTime() + 86_400_000) } = facts
  await db
    .insertInto('sessions')
    .values({
      id,
      league_id: leagueId,
      game: facts.game ?? 'assetto_corsa',
      name: 'Friday GT',
      server_name: 'Friday GT',
      track_id: 'monza',
      car_ids: [...(facts.carIds ?? [CARS.gt3, CARS.other])],
      segments: JSON.stringify([{ type: 'RACE', durationMin: 30, options: {} }]),
      duration_min: 30,
      status: facts.status ?? 'WAITING',
      status_at: now,
      starts_at: startsAt,
      region: 'IE-Dublin',
      max_entries: facts.max ?? 20,
      passwords_sealed: sealer.seal(JSON.stringify({ server: 'abcdef', admin: 'abcdefabcdef', spectator: 'ghijkl' })),
      entry_password_sealed: facts.password ? sealer.seal(facts.password) : null,
      registration_opens_at: facts.opensAt ?? null,
      hosting: facts.hosting ?? 'AUTOMATIC',
      has_grid_positions: facts.grid ?? false,
      driver_swap: facts.driverSwap ?? false,
      created_by: owner.id,
      created_at: now,
    })
    .execute()
  if (classes.length > 0)
    await db
      .insertInto('session_classes')
      .values(
        classes.map((one, position) => ({
          session_id: id,
          class_id: one.id,
          position,
          name: one.id,
          color: '#4aa8ff',
          car_ids: one.carIds,
          max_entries: one.max ?? null,
        })),
      )
      .execute()
  return id
}

/** What must hold after every change: counters equal counted rows, one entry per driver, no number twice, nobody waits beside a free seat. */
export async function faultsOf(server: TestServer, id: SessionId): Promise<readonly string[]> {
  const { pool } = server.running.machine
  const { rows } = await pool.query<{ fault: string }>(
    `with live as (select * from entries where session_id = $1 and status in ('ACTIVE', 'WAITING_LIST'))
     select 'taken ' || s.taken as fault from sessions s where s.id = $1 and s.taken <> (select count(*) from live where status = 'ACTIVE')
     union all select 'waiting ' || s.waiting from sessions s where s.id = $1 and s.waiting <> (select count(*) from live where status = 'WAITING_LIST')
     union all select 'class ' || c.class_id || ' ' || c.taken from session_classes c where c.session_id = $1
       and c.taken <> (select count(*) from live where status = 'ACTIVE' and class_id = c.class_id)
     union all select 'number ' || race_number from live group by race_number having count(*) > 1
     union all select 'driver ' || d.user_id from entry_drivers d join live on live.id = d.entry_id where d.active group by d.user_id having count(*) > 1
     union all select 'without driver ' || live.id from live where not exists (select 1 from entry_drivers d where d.entry_id = live.id and d.active)
     union all select 'waits beside a free seat ' || live.id from live join sessions s on s.id = live.session_id
       left join session_classes c on c.session_id = s.id and c.class_id = live.class_id
       where live.status = 'WAITING_LIST' and s.taken < s.max_entries and (c.max_entries is null or c.taken < c.max_entries)`,
    [id],
  )
  return rows.map((row) => row.fault)
}
