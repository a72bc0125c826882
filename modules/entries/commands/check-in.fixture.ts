import { MINUTE_MS } from '#core/duration.ts'
import type { EntryId, LeagueId, SessionId } from '#core/ids.ts'
import { sessionsContract as sessions } from '#modules/sessions/contract.ts'
import type { JobContext } from '#server/room.ts'
import { entryBody, event, eventBody, ordinary, type WrittenEvent } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import type { TestServer } from '#testing/server.ts'
import { byHand, patiently } from '#testing/steps.ts'
import { entriesContract as contract } from '../contract.ts'
import { AC, CARS } from '../entries.fixture.ts'
import { entriesJobs, entriesListeners } from '../jobs.ts'

export const START = '2026-11-20T20:00:00.000Z'
export const minutesBefore = (minutes: number): Date => new Date(Date.parse(START) - minutes * MINUTE_MS)

/** Does a job of the room as a worker would, now: its own transaction, what it orders goes to the queue. */
export async function doNow(server: TestServer, name: string, data: object): Promise<void> {
  const does = entriesListeners.find(({ job }) => job === name)?.act ?? entriesJobs[name]
  await patiently(() => byHand(server, (context) => (does as (context: JobContext, data: object) => Promise<void>)(context, data), { command: name }))
}

/** A community whose events ask for a check-in, and its drivers. Workers are off: the tests are the clock and the queue. */
export async function checkInWorld(server: TestServer, count = 8) {
  const owner = await person(server, 'Olga Owner')
  const admin = await person(server, 'Adam Admin')
  const drivers = await Promise.all(Array.from({ length: count }, (_, no) => person(server, `Driver ${no}`)))
  const apex: LeagueId = await league(server, owner, { members: drivers, admins: [admin] })
  const written = (more: Partial<WrittenEvent> = {}) => ({ ...AC, startsAt: START, maxEntries: 2, checkIn: true, ...more })
  const listOf = async (who: Person, refId: SessionId) => (await who.as.ask(contract.entryList, { refId })).body
  const named = (entries: readonly { readonly participant: { readonly name: string | null } }[]) => entries.map((one) => one.participant.name)
  return {
    owner,
    admin,
    drivers,
    apex,
    listOf,
    eventOf: (more: Partial<WrittenEvent> = {}): Promise<SessionId> => {
      server.clock.set('2026-11-20T12:00:00Z')
      return event(server, owner, apex, written(more))
    },
    edit: async (id: SessionId, more: Partial<WrittenEvent>): Promise<void> => {
      const { v } = (await owner.as.ask(sessions.race, { id })).body
      await owner.as.done(sessions.EditSession, { id, v }, eventBody({ ...ordinary(apex, server.clock.now()), ...written(more) }))
      // what follows from it
      await doNow(server, 'entries.promote', { sessionId: id })
    },
    add: async (who: Person, id: SessionId, { waitingList = true, model = CARS.gt3 as string } = {}): Promise<string> => {
      server.clock.set(new Date(server.clock.now().getTime() + 1000))
      const { body } = await who.as.send(contract.AddEntry, { id }, entryBody(model, { waitingList }))
      return body.code ?? body.status
    },
    checkIn: async (who: Person, id: SessionId, by = who): Promise<string> => {
      const { mine } = await listOf(who, id)
      const entryId = mine?.id as EntryId
      const { body } = await by.as.send(contract.CheckIn, { id, v: mine?.v ?? 1 }, { entryId })
      return body.code ?? body.status
    },
    at: (minutes: number): void => server.clock.set(minutesBefore(minutes)),
    settle: async (id: SessionId, minutes = 15): Promise<void> => {
      server.clock.set(minutesBefore(minutes))
      await doNow(server, 'entries.freeze-splits', { sessionId: id })
    },
    endOffers: async (id: SessionId): Promise<void> => {
      server.clock.set(minutesBefore(10))
      await doNow(server, 'entries.end-offers', { sessionId: id })
    },
    /** Who is in, and who waits. */
    field: async (id: SessionId) => {
      const { entries, waitingList } = await listOf(owner, id)
      return [named(entries), named(waitingList)]
    },
    told: async (kind: string, id: SessionId) => {
      const rows = await server.running.machine.db
        .selectFrom('notifications')
        .innerJoin('users', 'users.id', 'notifications.user_id')
        .select('users.name')
        .where('kind', '=', kind)
        .where('link', '=', `/events/${id}`)
        .orderBy('users.name')
        .execute()
      return rows.map(({ name }) => name)
    },
    /** What the queue was given of a job for an event; a worker would have taken it meanwhile. */
    ordered: async (name: string, id: SessionId): Promise<readonly object[]> => {
      const { rows } = await server.running.machine.pool.query<{ data: object }>(
        `update jobs.job set state = 'completed' where name = $1 and data ->> 'sessionId' = $2 returning data`,
        [name, id],
      )
      return rows.map(({ data }) => data)
    },
    recorded: async (type: string, id: SessionId): Promise<number> => {
      const { rows } = await server.running.machine.pool.query('select 1 from events where type = $1 and data ->> $2 = $3', [type, 'sessionId', id])
      return rows.length
    },
  }
}
