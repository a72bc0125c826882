import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { HOUR_MS } from '#core/duration.ts'
import type { EntryId, LeagueId, SessionId } from '#core/ids.ts'
import { event, type WrittenEvent } from '#testing/event.ts'
import { join, league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { leaguesContract as leagues } from '#modules/leagues/contract.ts'
import { membersContract as members } from '#modules/members/contract.ts'
import { nextStartStep } from '#modules/sessions/rules.ts'
import { entriesContract as contract } from './contract.ts'
import { AC, CARS, classOf, faultsOf, oneSeat } from './entries.fixture.ts'
import { ownNumber } from './rules/numbers.ts'

/** An event in which numbers may be chosen, by who has the plan for it. */
const ACC = { game: 'acc', cars: ['2', '34'] } as const
const MERC = { car: { model: '2' } } as const
const add = (more: object = {}, entry: object = {}) => ({ listType: 'SingleEvent', entry: { car: { model: CARS.gt3 }, ...entry }, ...more }) as const

describe('entries', () => {
  let server: TestServer
  let [owner, admin, anna, bert, carla, stranger]: Person[] = []
  let apex: LeagueId
  before(async () => {
    server = await testServer({ breaks: ['status-of-splits'] })
    const names = ['Olga Owner', 'Adam Admin', 'Anna Berg', 'Bert Cox', 'Carla Dos', 'Sam Stranger']
    ;[owner, admin, anna, bert, carla, stranger] = await Promise.all(
      names.map((name) => person(server, name, { plan: /Anna|Bert/.test(name) ? 'SPORT' : 'FREE' })),
    )
    apex = await league(server, owner!, { members: [anna!, bert!, carla!], admins: [admin!] })
  })
  after(() => server.stop())

  const sessionOf = (more: Partial<WrittenEvent> = {}): Promise<SessionId> => event(server, owner!, apex, { ...AC, ...more })
  const inHours = (hours: number): string => new Date(nextStartStep(server.clock.now().getTime() + hours * HOUR_MS)).toISOString()
  const register = async (who: Person, id: SessionId, more: object = {}, entry: object = {}) =>
    who.as.send(contract.AddEntry, { id }, add(more, entry))
  const codeOf = async (who: Person, id: SessionId, more: object = {}, entry: object = {}) => (await register(who, id, more, entry)).body.code ?? 'in'
  const listOf = async (who: Person, refId: SessionId) => (await who.as.ask(contract.entryList, { refId })).body
  const publicOf = async (refId: SessionId) => (await server.visitor.ask(contract.publicEntryList, { refId })).body

  test('a driver registers and stands in the public list at once, without anything private', async () => {
    const id = await sessionOf({ entryPassword: 'open sesame', passwords: { server: 'abcdef' } })
    assert.equal((await publicOf(id)).taken, 0)
    const added = await anna!.as.done(contract.AddEntry, { id }, add({ password: 'open sesame' }))
    assert.deepEqual([added.v, added.status, added.raceNumber], [1, 'ACTIVE', ownNumber(anna!.id)])
    const list = await publicOf(id)
    assert.deepEqual([list.taken, list.entries.length, list.passwordRequired], [1, 1, true])
    assert.deepEqual(list.entries[0], {
      id: added.aggregateId,
      v: 1,
      status: 'ACTIVE',
      place: null,
      raceNumber: ownNumber(anna!.id),
      car: { model: CARS.gt3, name: 'Porsche 911 GT3 R 2016', skin: null, carClassId: null },
      driverId: anna!.id,
      participant: {
        type: 'DRIVER',
        name: 'Anna Berg',
        drivers: { [anna!.id]: { name: 'Anna Berg', country: 'DE', rating: null } },
        rank: null,
        currentRank: null,
        license: null,
        badge: 'SPORT',
      },
      splitNo: null,
      gridPosition: null,
      checkedIn: false,
      registeredAt: list.entries[0]!.registeredAt,
    })
    for (const secret of [anna!.email, anna!.steamId, 'open sesame', 'abcdef']) assert.ok(!JSON.stringify(list).includes(secret), secret)
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('who is refused, and why', async () => {
    const id = await oneSeat(server, await sessionOf(ACC))
    assert.equal(await codeOf(stranger!, id), 'MEMBER_REQUIRED')
    assert.equal((await server.visitor.send(contract.AddEntry, { id }, add())).body.code, 'LOGIN_REQUIRED')
    assert.equal(await codeOf(anna!, id, {}, { car: { model: 'ks_mazda_miata' } }), 'CAR_NOT_IN_EVENT')
    assert.equal(await codeOf(anna!, id, {}, { ...MERC, raceNumber: 999 }), 'RACE_NUMBER_RANGE')
    assert.equal(await codeOf(anna!, id, { team: 'x' }), 'MALFORMED')
    assert.equal(await codeOf(anna!, id, {}, { ...MERC, raceNumber: 7 }), 'in')
    assert.equal(await codeOf(anna!, id), 'ALREADY_REGISTERED')
    assert.equal(await codeOf(bert!, id, {}, MERC), 'REGISTRATION_FULL')
    assert.equal(await codeOf(bert!, id, { waitingList: true }, { ...MERC, raceNumber: 7 }), 'RACE_NUMBER_TAKEN')
    assert.equal(await codeOf(bert!, '0190c1c0-0000-7000-8000-000000000000' as SessionId), 'NOT_FOUND')
    const launching = await sessionOf()
    await server.running.machine.db.updateTable('sessions').set({ status: 'SCHEDULING' }).where('id', '=', launching).execute()
    assert.equal(await codeOf(anna!, launching), 'REGISTRATION_CLOSED')
    assert.equal(await codeOf(anna!, await sessionOf({ publish: false })), 'NOT_FOUND')
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('bans, terms, hidden, closed and open communities', async () => {
    const { db, clock } = server.running.machine
    const other = await league(server, owner!, { type: 'OPEN_EVENTS_COMMUNITY', members: [anna!, bert!, carla!] })
    const id = await event(server, owner!, other, AC)
    await owner!.as.done(leagues.SetTermsOfService, { id: other }, { tos: 'Race fair.' })
    await carla!.as.done(members.SubmitConsent, { id: other, v: 2 }, { userId: carla!.id })
    const reason = 'rammed the whole field twice'
    await owner!.as.done(members.BanMember, { id: other, v: 2 }, { userId: bert!.id, reason, days: null })
    // hers is over
    const ban = { league_id: other, reason, banned_at: clock(), banned_by: owner!.id, user_id: carla!.id, ends_at: new Date(clock().getTime() - 1) }
    await db.insertInto('bans').values(ban).execute()
    assert.equal(await codeOf(anna!, id), 'TERMS_NOT_ACCEPTED')
    assert.equal(await codeOf(bert!, id), 'MEMBER_BANNED')
    assert.equal(await codeOf(carla!, id), 'in')
    const hidden = await event(server, owner!, await league(server, owner!, { members: [anna!], hidden: true }), AC)
    assert.equal(await codeOf(anna!, hidden), 'in')
    assert.equal(await codeOf(stranger!, hidden), 'NOT_FOUND')
    assert.equal((await server.visitor.ask(contract.publicEntryList, { refId: hidden })).status, 404)
    // closed this moment: its events are not called off yet
    const shut = await league(server, owner!, { members: [anna!] })
    const last = await event(server, owner!, shut, AC)
    await db.updateTable('leagues').set({ closed_at: clock() }).where('id', '=', shut).execute()
    assert.equal(await codeOf(anna!, last), 'COMMUNITY_CLOSED')
    const open = await event(server, owner!, await league(server, owner!, { type: 'OPEN_EVENTS_COMMUNITY' }), AC)
    assert.equal((await listOf(stranger!, open)).entersAs, 'member')
    assert.equal(await codeOf(stranger!, open), 'in')
    // registering made a member
    const { members_count } = await db
      .selectFrom('leagues')
      .innerJoin('sessions', 'sessions.league_id', 'leagues.id')
      .select('members_count')
      .where('sessions.id', '=', open)
      .executeTakeFirstOrThrow()
    assert.equal(members_count, 2)
    assert.equal((await listOf(stranger!, open)).entersAs, null)
  })

  test('product.md §5 "Entry password required when event is password-protected": it is asked, and ten tries an hour are all there are', async () => {
    const id = await sessionOf({ entryPassword: 'open sesame' })
    assert.equal(await codeOf(anna!, id, { password: 'wrong' }), 'WRONG_PASSWORD')
    const codes = await Promise.all(Array.from({ length: 30 }, () => codeOf(bert!, id, { password: 'wrong' })))
    assert.equal(codes.filter((code) => code === 'WRONG_PASSWORD').length, 10)
    assert.equal(codes.filter((code) => code === 'RATE_LIMIT_EXCEEDED').length, 20)
    assert.equal(await codeOf(bert!, id, { password: 'open sesame' }), 'RATE_LIMIT_EXCEEDED')
    assert.equal(await codeOf(anna!, id, { password: 'open sesame' }), 'in')
  })

  test('cancelling: until the server is set up, then not, and once only; the list says when', async () => {
    const startsAt = inHours(1)
    const start = new Date(startsAt)
    const id = await sessionOf({ startsAt })
    await register(anna!, id)
    await register(bert!, id)
    assert.equal((await carla!.as.send(contract.Leave, { id }, {})).body.code, 'NOT_REGISTERED')
    const list = await listOf(anna!, id)
    const end = new Date(start.getTime() - 300_000)
    assert.deepEqual([list.may.cancel, list.cancelUntil, list.closesAt], [true, end.toISOString(), end.toISOString()])
    const manual = await sessionOf({ startsAt, hosting: 'ELSEWHERE' })
    const { closesAt, cancelUntil } = await listOf(anna!, manual)
    assert.deepEqual([Date.parse(closesAt), Date.parse(cancelUntil)], [start.getTime(), start.getTime() - 60_000])
    await bert!.as.done(contract.Leave, { id }, {})
    assert.equal((await bert!.as.send(contract.Leave, { id }, {})).body.code, 'NOT_REGISTERED')
    server.clock.set(end)
    try {
      assert.equal((await anna!.as.send(contract.Leave, { id }, {})).body.code, 'CANCEL_TOO_LATE')
      assert.equal((await listOf(anna!, id)).whyNot.cancel, 'CANCEL_TOO_LATE')
      assert.equal(await codeOf(bert!, id), 'in')
    } finally {
      server.clock.set(new Date())
    }
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('car, livery and number change over the version seen; admins change any car', async () => {
    const id = await sessionOf({ cars: [], carClasses: [classOf('GT3', CARS.gt3, 1), classOf('CUP', CARS.other, 1)] })
    const entryId = (await anna!.as.done(contract.AddEntry, { id }, add())).aggregateId as EntryId
    const at = (v: number) => ({ id, v })
    assert.deepEqual(await anna!.as.done(contract.ChangeCar, at(1), { entryId, car: { model: CARS.other } }), { v: 2 })
    assert.equal((await anna!.as.send(contract.ChangeCar, at(1), { entryId, car: { model: CARS.gt3 } })).body.code, 'VERSION_CONFLICT')
    assert.equal((await bert!.as.send(contract.ChangeCar, at(2), { entryId, car: { model: CARS.gt3 } })).body.code, 'FORBIDDEN')
    assert.deepEqual(await admin!.as.done(contract.ChangeCar, at(2), { entryId, car: { model: CARS.gt3 } }), { v: 3 })
    const other = await bert!.as.done(contract.AddEntry, { id }, add({}, { car: { model: CARS.other } }))
    await admin!.as.done(contract.ChangeRaceNumber, at(1), { entryId: other.aggregateId, raceNumber: 8 })
    assert.equal((await anna!.as.send(contract.ChangeCar, at(3), { entryId, car: { model: CARS.other } })).body.code, 'CLASS_LIMIT_REACHED')
    const taken = await admin!.as.send(contract.ChangeRaceNumber, at(3), { entryId, raceNumber: 8 })
    assert.deepEqual([taken.status, taken.body.code, taken.body.params], [409, 'RACE_NUMBER_TAKEN', { field: 'raceNumber', raceNumber: 8 }])
    assert.equal((await admin!.as.send(contract.ChangeRaceNumber, at(3), { entryId, raceNumber: 0 })).body.code, 'RACE_NUMBER_RANGE')
    assert.deepEqual(await admin!.as.done(contract.ChangeRaceNumber, at(3), { entryId, raceNumber: 9 }), { v: 4 })
    const skin = (await listOf(anna!, id)).cars[0]!.skins[1] ?? null
    assert.deepEqual(await anna!.as.done(contract.ChangeSkin, at(4), { entryId, skin }), { v: 5 })
    const { mine } = await listOf(anna!, id)
    assert.deepEqual([mine?.v, mine?.raceNumber, mine?.car.skin, mine?.car.carClassId], [5, 9, skin, 'GT3'])
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('an admin removes with a reason; the driver is told, the next moves up, and who was disqualified does not come back', async () => {
    const id = await oneSeat(server, await sessionOf())
    const entryId = (await anna!.as.done(contract.AddEntry, { id }, add())).aggregateId as EntryId
    await register(bert!, id, { waitingList: true })
    const body = { entryId, type: 'REGULAR', reason: 'No show last week' } as const
    assert.equal((await bert!.as.send(contract.RemoveEntry, { id }, body)).body.code, 'ADMIN_REQUIRED')
    assert.equal((await admin!.as.send(contract.RemoveEntry, { id }, { ...body, reason: 'x'.repeat(161) })).body.code, 'REASON_LENGTH')
    await admin!.as.done(contract.RemoveEntry, { id }, body)
    assert.equal((await admin!.as.send(contract.RemoveEntry, { id }, body)).body.code, 'NOT_FOUND')
    const list = await publicOf(id)
    assert.deepEqual([list.entries.map((entry) => entry.participant.name), list.waitingList], [['Bert Cox'], []])
    const told = await server.running.machine.db
      .selectFrom('notifications')
      .select(['user_id', 'params'])
      .where('kind', '=', 'removed-from-event')
      .execute()
    assert.deepEqual(told, [{ user_id: anna!.id, params: { event: 'Friday GT', reason: 'No show last week' } }])
    assert.equal(await codeOf(anna!, id, { waitingList: true }), 'in')
    // who moved up stands in another version than as they waited
    const moved = list.entries[0]!
    const out = { entryId: moved.id, type: 'DISQUALIFIED', reason: '' } as const
    assert.equal((await admin!.as.send(contract.RemoveEntry, { id, v: 1 }, out)).body.code, 'VERSION_CONFLICT')
    await admin!.as.done(contract.RemoveEntry, { id, v: moved.v }, out)
    assert.equal(await codeOf(bert!, id, { waitingList: true }), 'REJOIN_NOT_ALLOWED')
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('admins order the grid; who came meanwhile must be in it', async () => {
    const id = await sessionOf({ hasGridPositions: true })
    const first = (await anna!.as.done(contract.AddEntry, { id }, add())).aggregateId as EntryId
    const second = (await bert!.as.done(contract.AddEntry, { id }, add())).aggregateId as EntryId
    assert.equal((await anna!.as.send(contract.SetGridPositions, { id }, { grid: [second, first] })).body.code, 'ADMIN_REQUIRED')
    assert.deepEqual(await admin!.as.done(contract.SetGridPositions, { id }, { grid: [second, first], gridPositionId: id }), { v: 2 })
    const over = await admin!.as.send(contract.SetGridPositions, { id }, { grid: [first, second] })
    assert.equal(over.body.code, 'VERSION_CONFLICT', 'another admin has ordered it meanwhile')
    assert.deepEqual(
      (await publicOf(id)).entries.map((entry) => [entry.id, entry.gridPosition]),
      [
        [first, 2],
        [second, 1],
      ],
    )
    assert.equal(await codeOf(carla!, id), 'VERSION_CONFLICT')
    await carla!.as.done(contract.AddEntry, { id, v: 2 }, add())
    assert.equal((await admin!.as.send(contract.SetGridPositions, { id, v: 2 }, { grid: [second, first] })).body.code, 'VERSION_CONFLICT')
    assert.equal((await admin!.as.send(contract.SetGridPositions, { id: await sessionOf() }, { grid: [] })).body.code, 'WRONG_STATE')
  })

  test('a driver’s own list names what comes, the soonest first, and nothing that was left', async () => {
    const driver = await person(server, 'Nora Next')
    await join(driver, apex)
    const at = (hours: number): Promise<SessionId> => sessionOf({ startsAt: inHours(hours) })
    const [late, soon, left] = [await at(30), await at(20), await at(25)]
    for (const id of [late, soon, left]) await register(driver, id)
    await driver.as.done(contract.Leave, { id: left }, {})
    const { entries } = (await driver.as.ask(contract.myEntries, {})).body
    assert.deepEqual(
      entries.map((entry) => [entry.sessionId, entry.status]),
      [
        [soon, 'ACTIVE'],
        [late, 'ACTIVE'],
      ],
    )
  })

  test('the entry list file is for team races of ACC', async () => {
    const id = await sessionOf()
    assert.equal((await admin!.as.ask(contract.downloadEntryList, { refId: id })).body.code, 'FEATURE_NOT_IN_PLAN')
    assert.equal((await anna!.as.ask(contract.downloadEntryList, { refId: id })).body.code, 'ADMIN_REQUIRED')
    const swap = await sessionOf({ game: 'acc', driverSwap: true, cars: ['0', '1'] })
    await anna!.as.done(contract.RegisterTeam, { id: swap }, { team: { name: 'Owls', pin: 'K7QP', car: { model: '1' }, raceNumber: 44 } })
    const reply = await admin!.as.fetch(`/query/entry-list/${swap}/download`)
    assert.equal(reply.headers.get('content-disposition'), 'attachment; filename="entrylist.json"')
    const bytes = Buffer.from(await reply.arrayBuffer())
    assert.deepEqual([...bytes.subarray(0, 4)], [0xff, 0xfe, 0x7b, 0], 'UTF-16LE behind its mark')
    const file = JSON.parse(bytes.subarray(2).toString('utf16le')) as { entries: { raceNumber: number; forcedCarModel: number }[] }
    assert.deepEqual(
      file.entries.map((entry) => [entry.raceNumber, entry.forcedCarModel]),
      [[44, 1]],
    )
  })
})
