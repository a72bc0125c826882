import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { HostId, LeagueId, SessionId, SplitId } from '#core/ids.ts'
import { START_STEP_MS } from '#modules/sessions/rules.ts'
import { newId } from '#server/db/change.ts'
import type { Tx } from '#server/db/connect.ts'
import type { JobContext } from '#server/room.ts'
import { whileBusy } from '#testing/door.ts'
import { event, type WrittenEvent } from '#testing/event.ts'
import type { Person } from '#testing/people.ts'
import type { TestServer } from '#testing/server.ts'
import { byHand, patiently } from '#testing/steps.ts'
import type { JobsReply, ServerReport } from './contract.ts'
import { registerHost, type NewHost } from './door.ts'
import { hostingJobs } from './jobs.ts'

export type Race = { readonly id: SessionId; readonly startsAt: Date; readonly splitId: SplitId }

export type HostedGame = keyof typeof VENUES
/** Where the races of these tests are driven, and in what. */
export const VENUES = {
  acc: { trackId: 'monza', cars: ['34'] },
  assetto_corsa: { trackId: 'ks_brands_hatch', layoutId: 'gp', cars: ['ks_porsche_911_gt3_r_2016'] },
  r3e: { trackId: '1670', layoutId: '1671', cars: ['5818'] },
  ams2: { trackId: 'adelaide', layoutId: '827815091', cars: ['1785300635'] },
  lmu: { trackId: 'fuji', layoutId: 'FUJIWEC', cars: ['Ferrari 499P'] },
} as const

/** A published race, ten to fifteen minutes away. */
export async function race(
  server: TestServer,
  owner: Person,
  leagueId: LeagueId,
  game: HostedGame = 'acc',
  more: Partial<WrittenEvent> = {},
): Promise<Race> {
  const startsAt = new Date((Math.floor(server.clock.now().getTime() / START_STEP_MS) + 3) * START_STEP_MS)
  const { cars, ...venue } = VENUES[game]
  const id = await event(server, owner, leagueId, {
    game,
    sessionName: 'Sprint at night',
    ...venue,
    cars: [...cars],
    startsAt: startsAt.toISOString(),
    location: 'DE-Frankfurt',
    hosting: 'AUTOMATIC',
    ...more,
  })
  const split = await patiently(() =>
    server.running.machine.db.selectFrom('splits').select('id').where('session_id', '=', id).executeTakeFirstOrThrow(),
  )
  return { id, startsAt, splitId: split.id }
}

/** Somebody drives in it. */
export async function enter(server: TestServer, { id }: Race, who: Person, raceNumber: number, carId = '34'): Promise<void> {
  const { db, clock } = server.running.machine
  const enterIt = async (tx: Tx): Promise<void> => {
    const entry = newId<'entry'>(clock())
    await tx
      .insertInto('entries')
      .values({ id: entry, session_id: id, status: 'ACTIVE', race_number: raceNumber, car_id: carId, registered_at: clock() })
      .execute()
    await tx.insertInto('entry_drivers').values({ entry_id: entry, session_id: id, user_id: who.id, joined_at: clock() }).execute()
    await tx
      .updateTable('sessions')
      .set((eb) => ({ taken: eb('taken', '+', 1) }))
      .where('id', '=', id)
      .execute()
  }
  await patiently(() => db.transaction().execute(enterIt))
}

export type Host = {
  readonly id: HostId
  readonly token: string
  readonly instance: string
  readonly jobs: (
    have?: readonly number[],
    more?: object,
  ) => Promise<{ readonly status: number; readonly body: JobsReply & { readonly code?: string } }>
  readonly report: (
    serverId: string,
    report: ServerReport,
  ) => Promise<{ readonly status: number; readonly body: { readonly wanted?: string; readonly code?: string } }>
}

/** A registered race host that has not called yet. */
export async function newHost(server: TestServer, change: Partial<NewHost> = {}): Promise<{ readonly id: HostId; readonly token: string }> {
  const { db, clock } = server.running.machine
  const token = randomBytes(24).toString('base64url')
  const id = await registerHost(
    db,
    newId<'host'>(clock()),
    {
      name: `host-${randomUUID()}`,
      tokenHash: createHash('sha256').update(token).digest('hex'),
      region: 'DE-Frankfurt',
      games: Object.keys(VENUES) as HostedGame[],
      address: '203.0.113.7',
      capacity: 10,
      portFrom: 9600,
      portTo: 9699,
      ...change,
    },
    clock(),
  )
  return { id, token }
}

/** A race host, seen just now. */
export async function host(server: TestServer, change: Partial<NewHost> = {}): Promise<Host> {
  const { id, token } = await newHost(server, change)
  const instance = randomUUID()
  const authorization = `Bearer ${token}`
  const self: Host = {
    id,
    token,
    instance,
    jobs: async (have = [], more = {}) => {
      const search = new URLSearchParams({ instance, have: have.join(','), waitMs: '0', ...more })
      const reply = await whileBusy(() => server.visitor.fetch(`/host/jobs?${search}`, { headers: { authorization } }))
      return { status: reply.status, body: (await reply.json()) as JobsReply }
    },
    report: async (serverId, report) => {
      const headers = { authorization, 'content-type': 'application/json' }
      const reply = await whileBusy(() =>
        server.visitor.fetch(`/host/servers/${serverId}/status`, { method: 'POST', headers, body: JSON.stringify(report) }),
      )
      return { status: reply.status, body: (await reply.json()) as { wanted?: string } }
    },
  }
  await self.jobs()
  return self
}

type JobName = keyof typeof hostingJobs

/** Runs one job as a worker would, now: its own transaction, what it orders goes to the queue. */
export async function work(server: TestServer, name: JobName, data: object): Promise<void> {
  const act = (context: JobContext) => (hostingJobs[name] as (context: JobContext, data: object) => Promise<void>)(context, data)
  await patiently(() => byHand(server, act, { command: name }))
}
