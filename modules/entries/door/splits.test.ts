import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { MINUTE_MS } from '#core/duration.ts'
import type { EntryId, LeagueId, SessionId } from '#core/ids.ts'
import { membersContract as members } from '#modules/members/contract.ts'
import { sessionsContract as sessions } from '#modules/sessions/contract.ts'
import { rated, unrated } from '#modules/ranking/ranking.fixture.ts'
import { event, eventBody, ordinary, type WrittenEvent } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { byHand } from '#testing/steps.ts'
import { entriesContract as contract } from '../contract.ts'
import { freezeSplits } from '../door.ts'
import { AC, CARS, classOf, faultsOf } from '../entries.fixture.ts'

const START = '2026-11-20T20:00:00.000Z'
const FROZEN = new Date(Date.parse(START) - 15 * MINUTE_MS)
const SPLITS = { ...AC, startsAt: START, isMultiSplit: true, maxEntries: 12, maxSplitEntries: 4 } as const
const REASON = 'crashed into half the field'
/** The clock of a test runs on: a moment that the platform noted is that of its minute. */
const minuteOf = (moment: string | null | undefined): string | null => moment?.slice(0, 16) ?? null
const FROZEN_MINUTE = minuteOf(FROZEN.toISOString())

// Workers are off: the tests are the clock and the queue.
describe('automated splits', () => {
  let server: TestServer
  let owner: Person
  let drivers: Person[]
  let apex: LeagueId
  before(async () => {
    server = await testServer({ at: '2026-11-20T12:00:00Z', role: 'web' })
    owner = await person(server, 'Olga Owner')
    drivers = await Promise.all(Array.from({ length: 14 }, (_, no) => person(server, `Driver ${no}`)))
    apex = await league(server, owner, { members: drivers })
  })
  after(() => server.stop())

  const add = (who: Person, id: SessionId, model: string = CARS.gt3, waitingList = false) =>
    who.as.send(contract.AddEntry, { id }, { listType: 'SingleEvent', entry: { car: { model } }, waitingList })
  const watch = (who: Person, id: SessionId) => who.as.send(contract.AddSpectator, { id }, { driverId: who.id })
  /** An event with so many in it, one after the other. */
  const eventOf = async (count: number, more: Partial<WrittenEvent> = {}, model = (_no: number): string => CARS.gt3): Promise<SessionId> => {
    server.clock.set('2026-11-20T12:00:00Z')
    const id = await event(server, owner, apex, { ...SPLITS, ...more })
    for (const [no, who] of drivers.slice(0, count).entries()) {
      server.clock.advance(1000)
      assert.equal((await add(who, id, model(no))).status, 200)
    }
    return id
  }
  /** What the job does, as a worker would. */
  const freeze = async (id: SessionId): Promise<void> => {
    await byHand(server, (context) => freezeSplits(context, id), { command: 'entries.freeze-splits' })
  }
  const freezeInTime = async (id: SessionId): Promise<void> => {
    server.clock.set(FROZEN)
    await freeze(id)
  }
  const listOf = async (id: SessionId, splitNumber?: number) =>
    (await drivers[0]!.as.ask(contract.entryList, { refId: id, ...(splitNumber === undefined ? {} : { splitNumber }) })).body
  const sizesOf = async (id: SessionId) => (await listOf(id)).splits?.splits.map(({ entries }) => entries)
  const splitOf = async (who: Person, id: SessionId) => (await who.as.ask(contract.entryList, { refId: id })).body.mine?.splitNo
  const statuses = async (id: SessionId) =>
    (await owner.as.ask(sessions.splitStatuses, { id })).body.map(({ splitNo, status }) => ({ splitNo, status }))
  /** Minutes from each order to freeze them to its time. */
  const orders = async (id: SessionId) =>
    (
      await server.running.machine.pool.query<{ minutes: number }>(
        `select round(extract(epoch from start_after - created_on) / 60)::int as minutes from jobs.job
         where name = 'entries.freeze-splits' and data::text like $1 order by 1`,
        [`%${id}%`],
      )
    ).rows.map(({ minutes }) => minutes)

  test('are shown as they will be, and stand from 15 minutes before the start, once', async () => {
    const id = await eventOf(9)
    const early = await listOf(id)
    assert.deepEqual([early.splits?.frozenAt, early.splits?.freezesAt], [null, FROZEN.toISOString()])
    assert.deepEqual(await sizesOf(id), [3, 3, 3])
    assert.deepEqual(
      (await listOf(id, 2)).entries.map(({ participant }) => participant.name),
      ['Driver 3', 'Driver 4', 'Driver 5'],
    )
    assert.deepEqual([await splitOf(drivers[0]!, id), await splitOf(drivers[8]!, id)], [1, 3])
    assert.deepEqual(await orders(id), [(19 - 12) * 60 + 45])
    server.clock.set(new Date(FROZEN.getTime() - MINUTE_MS))
    await freeze(id)
    assert.equal((await listOf(id)).splits?.frozenAt, null, 'not yet')
    await freezeInTime(id)
    await freeze(id)
    assert.deepEqual([minuteOf((await listOf(id)).splits?.frozenAt), await sizesOf(id)], [FROZEN_MINUTE, [3, 3, 3]])
    assert.deepEqual(
      await statuses(id),
      [1, 2, 3].map((splitNo) => ({ splitNo, status: 'WAITING' })),
    )
    assert.equal((await owner.as.ask(sessions.race, { id })).body.splitCount, 3)
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('are divided by rank as soon as there is one; the list tells rank, licence and how strong each field is', async () => {
    const id = await eventOf(9)
    // the last three of the list won, the first three lost
    await rated(
      server,
      AC.game,
      [8, 7, 6, 3, 4, 5, 2, 1, 0].map((no) => drivers[no]!.id),
    )
    const { splits, entries } = await listOf(id)
    const shown = (splitNo: number) =>
      entries.filter((one) => one.splitNo === splitNo).map(({ participant }) => [participant.name, participant.rank, participant.license])
    assert.deepEqual(shown(1), [
      ['Driver 6', 1567, 'ROOKIE'],
      ['Driver 7', 1600, 'ROOKIE'],
      ['Driver 8', 1633, 'ROOKIE'],
    ])
    assert.deepEqual(
      shown(3).map(([name]) => name),
      ['Driver 0', 'Driver 1', 'Driver 2'],
    )
    assert.deepEqual(
      splits?.splits.map(({ fieldStrength }) => fieldStrength),
      [1600, 1500, 1400],
    )
    const { rating } = entries.find(({ driverId }) => driverId === drivers[8]!.id)!.participant.drivers[drivers[8]!.id]!
    assert.deepEqual(rating, { rank: 1633, isProvisional: true, license: 'ROOKIE', safetyLevel: 2.5 })
    // one's own, in the list or not; who was never rated has none
    const ownRank = async (who: Person) => (await who.as.ask(contract.entryList, { refId: id })).body.ownRank
    assert.deepEqual([await ownRank(drivers[8]!), await ownRank(drivers[13]!)], [1633, null])
    const other = await event(server, owner, apex, SPLITS)
    assert.equal((await drivers[8]!.as.ask(contract.entryList, { refId: other })).body.ownRank, 1633)
    await freezeInTime(id)
    assert.deepEqual([await splitOf(drivers[8]!, id), await splitOf(drivers[3]!, id), await splitOf(drivers[0]!, id)], [1, 2, 3])
    assert.deepEqual(await faultsOf(server, id), [])
    await unrated(server)
  })

  test('a late entry joins the lowest split with room; nobody else moves, whoever leaves', async () => {
    const id = await eventOf(9)
    await freezeInTime(id)
    assert.deepEqual((await add(drivers[9]!, id)).status, 200)
    assert.equal(await splitOf(drivers[9]!, id), 3)
    assert.equal((await add(drivers[10]!, id)).status, 200)
    assert.equal(await splitOf(drivers[10]!, id), 2)
    const { mine } = (await drivers[0]!.as.ask(contract.entryList, { refId: id })).body
    await owner.as.done(contract.RemoveEntry, { id, v: mine!.v }, { entryId: mine!.id, type: 'DISQUALIFIED', reason: REASON })
    assert.deepEqual(await sizesOf(id), [2, 4, 4])
    for (const who of [drivers[11]!, drivers[12]!]) assert.equal((await add(who, id)).status, 200)
    assert.equal((await add(drivers[13]!, id)).body.code, 'REGISTRATION_FULL')
    assert.deepEqual(await sizesOf(id), [4, 4, 4])
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('who registered last waits where two splits would be too small, is told, and drives again when somebody leaves', async () => {
    const id = await eventOf(6, { minSplitEntries: 4 })
    assert.deepEqual([await sizesOf(id), await splitOf(drivers[4]!, id)], [[4], null])
    await freezeInTime(id)
    const list = await listOf(id)
    assert.deepEqual([list.taken, list.waiting, list.seatsLeft], [4, 2, 0])
    assert.deepEqual(
      list.waitingList.map(({ participant, place }) => [participant.name, place]),
      [
        ['Driver 4', 1],
        ['Driver 5', 2],
      ],
    )
    const told = server.running.machine.db.selectFrom('notifications').select('user_id').where('kind', '=', 'no-seat-in-split')
    assert.deepEqual(
      new Set((await told.where('link', '=', `/events/${id}`).execute()).map((row) => row.user_id)),
      new Set([drivers[4]!.id, drivers[5]!.id]),
    )
    assert.equal((await add(drivers[6]!, id)).body.code, 'REGISTRATION_FULL')
    const { mine } = (await drivers[1]!.as.ask(contract.entryList, { refId: id })).body
    await owner.as.done(contract.RemoveEntry, { id, v: mine!.v }, { entryId: mine!.id, type: 'REGULAR', reason: REASON })
    assert.deepEqual([await sizesOf(id), (await listOf(id)).waitingList.length], [[4], 1])
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('every split has its share of each class', async () => {
    const more = { cars: [], carClasses: [classOf('GT3', CARS.gt3), classOf('CUP', CARS.other)] }
    const id = await eventOf(10, more, (no) => (no < 4 ? CARS.other : CARS.gt3))
    await freezeInTime(id)
    const of = async (splitNo: number) => Map.groupBy((await listOf(id, splitNo)).entries, ({ car }) => car.carClassId)
    const shares = await Promise.all([1, 2, 3].map(of))
    assert.deepEqual(
      shares.map((share) => [share.get('CUP')?.length, share.get('GT3')?.length]),
      [
        [2, 2],
        [1, 2],
        [1, 2],
      ],
    )
  })

  test('few entries drive in one split, as in any other event', async () => {
    const id = await eventOf(4)
    await freezeInTime(id)
    assert.deepEqual([await sizesOf(id), await statuses(id), await splitOf(drivers[0]!, id)], [[4], [{ splitNo: 1, status: 'WAITING' }], 1])
    const named = await server.running.machine.db.selectFrom('entries').select('split_no').where('session_id', '=', id).execute()
    assert.deepEqual(new Set(named.map((row) => row.split_no)), new Set([null]))
  })

  test('stay frozen through an edit, unless it is of them or of the start', async () => {
    const id = await eventOf(9)
    await freezeInTime(id)
    const edit = async (more: Partial<WrittenEvent>): Promise<void> => {
      const { v } = (await owner.as.ask(sessions.race, { id })).body
      await owner.as.done(sessions.EditSession, { id, v }, eventBody({ ...ordinary(apex, FROZEN), ...SPLITS, ...more }))
    }
    await edit({ description: 'In the rain' })
    assert.deepEqual([minuteOf((await listOf(id)).splits?.frozenAt), (await statuses(id)).length], [FROZEN_MINUTE, 3])
    await edit({ maxSplitEntries: 5 })
    assert.deepEqual([(await listOf(id)).splits?.frozenAt, (await statuses(id)).length, await sizesOf(id)], [null, 1, [5, 4]])
    await freeze(id)
    assert.deepEqual([(await statuses(id)).length, await sizesOf(id)], [2, [5, 4]])
    await edit({ maxSplitEntries: 5, startsAt: '2026-11-20T21:00:00.000Z' })
    assert.deepEqual([(await listOf(id)).splits?.frozenAt, (await statuses(id)).length], [null, 1])
    assert.ok((await orders(id)).includes(60), 'again in an hour, 15 minutes before the new start')
  })

  test('are part of a paid plan, and hold what the track has room for', async () => {
    const said = async (leagueId: LeagueId, more: Partial<WrittenEvent>) => {
      const body = eventBody({ ...ordinary(leagueId, server.clock.now()), ...SPLITS, publish: false, ...more })
      const reply = (await owner.as.send(sessions.AddSession, {}, body)).body
      return [reply.code ?? 'added', reply.params?.['field']]
    }
    server.clock.set('2026-11-20T12:00:00Z')
    const free = await league(server, owner, { plan: 'FREE' })
    assert.deepEqual(await said(free, {}), ['FEATURE_NOT_IN_PLAN', 'config.isMultiSplit'])
    assert.deepEqual(await said(apex, { maxEntries: 500, maxSplitEntries: 20 }), ['added', undefined])
    assert.deepEqual(await said(apex, { maxSplitEntries: 100 }), ['LIMIT_GRID_SIZE', 'config.maxSplitEntries'])
    assert.deepEqual(await said(apex, { maxSplitEntries: 4, minSplitEntries: 5 }), ['CONFIG_INVALID', 'config.minSplitEntries'])
    assert.deepEqual(await said(apex, { isMultiSplit: false, maxEntries: 101 }), ['LIMIT_GRID_SIZE', 'config.maxEntries'])
  })

  test('who watches has a place in every split, which the fewest of one never miss', async () => {
    const id = await eventOf(7)
    for (const who of drivers.slice(7, 9)) assert.equal((await watch(who, id)).status, 200)
    assert.equal((await watch(drivers[9]!, id)).body.code, 'REGISTRATION_FULL', 'two of four seats are for drivers')
    await drivers[8]!.as.done(contract.RemoveSpectator, { id }, { driverId: drivers[8]!.id })
    await freezeInTime(id)
    assert.deepEqual(await sizesOf(id), [3, 2, 2])
    for (const who of drivers.slice(8, 10)) assert.equal((await add(who, id)).status, 200)
    assert.deepEqual([await sizesOf(id), (await add(drivers[10]!, id)).body.code], [[3, 3, 3], 'REGISTRATION_FULL'])
    await drivers[7]!.as.done(contract.RemoveSpectator, { id }, { driverId: drivers[7]!.id })
    assert.equal((await add(drivers[10]!, id)).status, 200)
    assert.equal((await watch(drivers[11]!, id)).body.code, 'REGISTRATION_FULL', 'one split is full')
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('200 register, watch, are removed and banned while the splits are frozen: each entry in one split, none too full', async () => {
    server.clock.set('2026-11-20T12:00:00Z')
    const crowd: Person[] = []
    for (let made = 0; made < 200; made += 20)
      crowd.push(...(await Promise.all(Array.from({ length: 20 }, (_, no) => person(server, `Crowd ${made + no}`)))))
    const leagueId = await league(server, owner, { members: crowd })
    const id = await event(server, owner, leagueId, { ...SPLITS, maxEntries: 120, maxSplitEntries: 20 })
    const [early, late] = [crowd.slice(0, 100), crowd.slice(100)]
    const entries = await Promise.all(early.map((who) => add(who, id)))
    server.clock.set(FROZEN)
    const frozen = [freeze(id), freeze(id)]
    const replies = await Promise.all([
      ...late.slice(0, 70).map((who) => add(who, id, CARS.gt3, true)),
      ...early.slice(0, 15).map((who) => owner.as.send(members.BanMember, { id: leagueId, v: 1 }, { userId: who.id, reason: REASON })),
      ...entries
        .slice(15, 30)
        .map(({ body }) =>
          owner.as.send(contract.RemoveEntry, { id, v: 1 }, { entryId: body.aggregateId as EntryId, type: 'REGULAR' as const, reason: REASON }),
        ),
      ...late.slice(70, 85).map((who) => watch(who, id)),
      ...late.slice(85).map((who) => add(who, id, CARS.gt3, true)),
    ])
    await Promise.all(frozen)
    for (const reply of replies) assert.ok(reply.status < 500, JSON.stringify(reply.body))
    assert.deepEqual(await faultsOf(server, id), [])
    const { rows } = await server.running.machine.pool.query<{ split_no: number; count: number }>(
      `select split_no, count(*)::int as count from entries where session_id = $1 and status = 'ACTIVE' group by 1 order by 1`,
      [id],
    )
    const { splits, taken } = (await owner.as.ask(contract.entryList, { refId: id })).body
    assert.ok(splits?.frozenAt)
    assert.deepEqual(
      rows.map((row) => row.split_no),
      splits.splits.map(({ splitNo }) => splitNo),
    )
    assert.ok(
      rows.every(({ count }) => count <= 20),
      JSON.stringify(rows),
    )
    assert.equal(
      rows.reduce((sum, { count }) => sum + count, 0),
      taken,
    )
  })
})
