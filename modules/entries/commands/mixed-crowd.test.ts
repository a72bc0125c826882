import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { EntryId, LeagueId, SessionId } from '#core/ids.ts'
import { sessionsContract as sessions } from '#modules/sessions/contract.ts'
import { event, eventBody, ordinary, type WrittenEvent } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { entriesContract as contract } from '../contract.ts'
import { AC, CARS, classOf, faultsOf } from '../entries.fixture.ts'

const CROWD = 200
const STARTS_AT = '2026-11-22T20:00:00.000Z'
type Answer = { readonly status: number; readonly body: { readonly code?: string } }
type Tally = Readonly<Record<string, number>>

/**
 * Different things at once at one entry list, as invariants I1 to I4 are to be tried: two processes, 200 people. Besides what must hold, each
 * change that was answered with yes stands in the audit, and no other.
 */
describe('a mixed crowd at the entry list', () => {
  let server: TestServer
  let owner: Person
  let admins: Person[]
  let crowd: Person[]
  let apex: LeagueId
  const urls: string[] = []
  const people = async (name: string, count: number): Promise<Person[]> => {
    const made: Person[] = []
    for (let from = 0; from < count; from += 20)
      made.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(20, count - from) }, (_, no) => person(server, `${name} ${from + no}`, { plan: 'SPORT' })),
        )),
      )
    return made
  }
  before(async () => {
    server = await testServer({ at: '2026-11-20T12:00:00Z', role: 'web' })
    urls.push(server.url, (await server.another()).address)
    owner = await person(server, 'Olga')
    admins = await people('Admin', 10)
    crowd = await people('Driver', CROWD)
    apex = await league(server, owner, { members: crowd, admins })
  })
  after(async () => {
    const { rows } = await server.running.machine.pool.query('select deadlocks from pg_stat_database where datname = current_database()')
    await server.stop()
    assert.deepEqual(rows, [{ deadlocks: 0 }], 'everybody locks in the same order')
  })

  const by = (who: Person, index: number) => who.as.at(urls[index % 2]!)
  const written = (more: Partial<WrittenEvent>): Partial<WrittenEvent> => ({ ...AC, startsAt: STARTS_AT, ...more })
  const eventOf = (more: Partial<WrittenEvent> = {}): Promise<SessionId> => event(server, owner, apex, written(more))
  const versionOf = async (id: SessionId): Promise<number> => (await server.visitor.ask(sessions.publicEvent, { id })).body.v
  /** Whoever finds that the event was changed meanwhile looks at it and asks again. */
  const again = async (id: SessionId, ask: (v: number) => Promise<Answer>): Promise<Answer> => {
    for (let v = 1; ; v = await versionOf(id)) {
      const reply = await ask(v)
      if (reply.body.code !== 'VERSION_CONFLICT') return reply
    }
  }
  const drive = (who: Person, index: number, id: SessionId, model: string = CARS.gt3) =>
    again(id, (v) => by(who, index).send(contract.AddEntry, { id, v }, { listType: 'SingleEvent', entry: { car: { model } } }))
  const watch = (who: Person, index: number, id: SessionId) =>
    again(id, (v) => by(who, index).send(contract.AddSpectator, { id, v }, { driverId: who.id }))
  const cut = (who: Person, index: number, id: SessionId, maxEntries: number) =>
    again(id, (v) =>
      by(who, index).send(sessions.EditSession, { id, v }, eventBody({ ...ordinary(apex, server.clock.now()), ...written({ maxEntries }) })),
    )
  const tally = (replies: readonly Answer[]): Tally => {
    const counts: Record<string, number> = {}
    for (const { status, body } of replies) {
      assert.ok(status < 500, JSON.stringify(body))
      const key = body.code ?? 'yes'
      counts[key] = (counts[key] ?? 0) + 1
    }
    return counts
  }
  const onlyOf = (counts: Tally, codes: readonly string[]): void =>
    assert.deepEqual(
      Object.keys(counts).filter((code) => !codes.includes(code)),
      [],
    )
  const auditOf = async (command: string, id: SessionId): Promise<number> => {
    const { rows } = await server.running.machine.pool.query(`select 1 from audit where command like $1 and object_id = $2 and outcome = 'done'`, [
      `%${command}`,
      id,
    ])
    return rows.length
  }
  const listOf = async (id: SessionId) => (await server.visitor.ask(contract.publicEntryList, { refId: id })).body

  test('I1: 200 drivers, 10 who watch and 10 admins who cut the size at once: nobody drives without a seat', async () => {
    const id = await eventOf({ maxEntries: 26 })
    const watchers = crowd.slice(0, 10)
    const drivers = crowd.slice(10)
    const [driving, watching, cutting] = await Promise.all([
      Promise.all(drivers.map((who, index) => drive(who, index, id))),
      Promise.all(watchers.map((who, index) => watch(who, index, id))),
      Promise.all(admins.map((who, index) => cut(who, index, id, 25 - index))),
    ])
    const counts = [tally(driving), tally(watching), tally(cutting)] as const
    onlyOf(counts[0], ['yes', 'REGISTRATION_FULL'])
    onlyOf(counts[1], ['yes', 'REGISTRATION_FULL'])
    onlyOf(counts[2], ['yes', 'CONFIG_INVALID'])
    assert.deepEqual(await faultsOf(server, id), [])
    const { taken, seats } = await listOf(id)
    assert.equal(taken, counts[0]['yes'], 'who was told that they are in is in')
    assert.ok(taken > 0 && taken <= seats, `${taken} of ${seats}`)
    const { config } = (await server.visitor.ask(sessions.publicEvent, { id })).body
    assert.equal(config.maxEntries - (counts[1]['yes'] ?? 0), seats)
    assert.deepEqual(
      [await auditOf('AddEntry', id), await auditOf('AddSpectator', id), await auditOf('EditSession', id)],
      counts.map((count) => count['yes'] ?? 0),
    )
  })

  test('I2: 200 drivers over three classes: each class as many as it has, nobody is told anything else', async () => {
    const models = [CARS.gt3, CARS.other, 'ks_audi_r8_lms_2016'] as const
    const most = [8, 5, 3] as const
    const id = await eventOf({ cars: [], maxEntries: 20, carClasses: models.map((model, no) => classOf(`C${no}`, model, most[no]!)) })
    const replies = await Promise.all(crowd.map((who, index) => drive(who, index, id, models[index % 3]!)))
    assert.deepEqual(tally(replies), { yes: 16, CLASS_LIMIT_REACHED: CROWD - 16 })
    assert.deepEqual(await faultsOf(server, id), [])
    const { entries } = await listOf(id)
    assert.deepEqual(
      most.map((_, no) => entries.filter(({ car }) => car.carClassId === `C${no}`).length),
      most,
    )
    assert.equal(await auditOf('AddEntry', id), 16)

    // all who are in ask for the next class at once, and those who found none for any
    const own = await Promise.all(crowd.map(async (who) => (await who.as.ask(contract.entryList, { refId: id })).body.mine))
    const moves = await Promise.all(
      crowd.map((who, index) => {
        const mine = own[index]
        const model = models[(index + 1) % 3]!
        return mine ? by(who, index).send(contract.ChangeCar, { id, v: mine.v }, { entryId: mine.id, car: { model } }) : drive(who, index, id, model)
      }),
    )
    onlyOf(tally(moves), ['yes', 'CLASS_LIMIT_REACHED'])
    assert.deepEqual(await faultsOf(server, id), [])
    assert.equal((await auditOf('AddEntry', id)) + (await auditOf('ChangeCar', id)), 16 + (tally(moves)['yes'] ?? 0))
  })

  test('I3: forty pairs who swap their numbers at once: no number stands twice, and none is lost', async () => {
    const id = await eventOf({ game: 'acc', trackId: 'spa', cars: ['2'], maxEntries: 82 })
    const field = crowd.slice(0, 80)
    await Promise.all(field.map((who, index) => drive(who, index, id, '2')))
    const numbers = async () =>
      new Map(
        (await listOf(id)).entries.map((entry) => [Object.keys(entry.participant.drivers)[0]!, { id: entry.id, v: entry.v, no: entry.raceNumber! }]),
      )
    const before = await numbers()
    assert.equal(before.size, field.length)
    const seen = (who: Person) => before.get(who.id)!
    // each asks for the number of the other of their pair, twice, and half of them for a free one that two want
    const asks = field.flatMap((who, index) => {
      const other = field[index ^ 1]!
      return [0, 1].map((turn) => ({ who, index: index + turn, raceNumber: seen(other).no }))
    })
    const given = new Set([...before.values()].map(({ no }) => no))
    const nobodys = Array.from({ length: 998 }, (_, no) => no + 1).filter((no) => !given.has(no))
    const free = field.slice(0, 40).map((who, index) => ({ who, index, raceNumber: nobodys[index >> 1]! }))
    const replies = await Promise.all(
      [...asks, ...free].map(({ who, index, raceNumber }) =>
        by(who, index).send(contract.ChangeRaceNumber, { id, v: seen(who).v }, { entryId: seen(who).id as EntryId, raceNumber }),
      ),
    )
    const counts = tally(replies)
    onlyOf(counts, ['yes', 'RACE_NUMBER_TAKEN', 'VERSION_CONFLICT'])
    assert.ok((counts['yes'] ?? 0) > 0)
    assert.deepEqual(await faultsOf(server, id), [])
    const after = await numbers()
    assert.equal(new Set([...after.values()].map(({ no }) => no)).size, field.length)
    const changed = field.filter((who) => after.get(who.id)!.no !== seen(who).no)
    assert.equal(counts['yes'], changed.length, 'each of one version once')
    assert.equal(await auditOf('ChangeRaceNumber', id), changed.length)
  })

  test('I4: the same person, fifty times, as driver and as spectator at once: one role, once', async () => {
    for (const [no, who] of crowd.slice(0, 4).entries()) {
      const id = await eventOf({ maxEntries: 20 })
      const replies = await Promise.all(
        Array.from({ length: 50 }, (_, index) => (((index >> 1) + no) % 2 === 0 ? drive(who, index, id) : watch(who, index, id))),
      )
      const counts = tally(replies)
      assert.equal(counts['yes'], 1, JSON.stringify(counts))
      onlyOf(counts, ['yes', 'ALREADY_REGISTERED', 'SPECTATING'])
      assert.deepEqual(await faultsOf(server, id), [])
      const { taken } = await listOf(id)
      const { body } = await owner.as.ask(contract.spectators, { refId: id })
      assert.equal(taken + body.spectators.length, 1)
      assert.equal((await auditOf('AddEntry', id)) + (await auditOf('AddSpectator', id)), 1)
    }
  })
})
