import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SessionId } from '#core/ids.ts'
import { gameOf } from '#games/index.ts'
import { decodeText } from '#games/text.ts'
import { event, eventBody, ordinary, type WrittenEvent } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { membersContract as members } from '#modules/members/contract.ts'
import { sessionsContract as sessions } from '#modules/sessions/contract.ts'
import { entriesContract as contract } from '../contract.ts'
import { orderEntries } from '../door.ts'
import { AC, CARS, faultsOf, oneSeat } from '../entries.fixture.ts'
import { OWLS, PIN, teamWorld } from './teams.fixture.ts'

describe('teams and their event', () => {
  let server: TestServer
  let world: Awaited<ReturnType<typeof teamWorld>>
  before(async () => {
    server = await testServer({ breaks: ['status-of-splits'] })
    world = await teamWorld(server)
  })
  after(() => server.stop())

  test('the waiting list works for teams: a team that waits is joined, and moves up whole, its drivers told', async () => {
    const { anna, bert, cora, teamEvent, team, join, entryOf, told } = world
    const id = await oneSeat(server, await teamEvent())
    const first = await team(anna, id)
    assert.equal((await bert.as.send(contract.RegisterTeam, { id }, { team: OWLS })).body.code, 'REGISTRATION_FULL')
    const second = await team(bert, id, { name: 'Second' }, { waitingList: true })
    assert.equal(await join(cora, id, second), 'in')
    assert.deepEqual([(await entryOf(id, second))?.status, (await entryOf(id, second))?.place], ['WAITING_LIST', 1])
    await anna.as.done(contract.Leave, { id, v: 1 }, {})
    assert.equal((await entryOf(id, first))?.status, undefined)
    assert.deepEqual([(await entryOf(id, second))?.status, Object.keys((await entryOf(id, second))!.participant.drivers).length], ['ACTIVE', 2])
    for (const who of [bert, cora]) assert.equal((await told(who, 'promoted')).filter(([, link]) => link === `/events/${id}`).length, 1)
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('once the server is set up nothing of a team changes any more', async () => {
    const { anna, bert, cora, teamEvent, team, join } = world
    const id = await teamEvent()
    const entryId = await team(anna, id)
    await join(bert, id, entryId)
    await server.running.machine.db.updateTable('sessions').set({ status: 'SCHEDULING' }).where('id', '=', id).execute()
    const at = { id, v: 2 }
    for (const reply of [
      await cora.as.send(contract.JoinTeam, { id }, { entryId, password: PIN }),
      await bert.as.send(contract.LeaveTeam, at, { entryId }),
      await anna.as.send(contract.RenameTeam, at, { entryId, name: 'Late' }),
      await anna.as.send(contract.ChangePassword, at, { entryId, password: 'late' }),
      await anna.as.send(contract.AssignManager, at, { entryId, driverId: bert.id }),
      await anna.as.send(contract.RemoveTeamMember, at, { entryId, driverId: bert.id }),
      await anna.as.send(contract.ChangeCar, at, { entryId, car: { model: '34' } }),
      await anna.as.send(contract.Leave, at, {}),
    ])
      assert.equal(reply.body.code, 'REGISTRATION_CLOSED')
  })

  test('who is out of the community is out of the team, which goes on with who came next', async () => {
    const { owner, team, join, entryOf, told } = world
    const guests = await Promise.all(['Gil', 'Hal', 'Ida'].map((name) => person(server, name)))
    const other = await league(server, owner, { members: guests })
    const id = await event(server, owner, other, { driverSwap: true })
    const [gil, hal, ida] = guests as [Person, Person, Person]
    const entryId = await team(gil, id)
    for (const who of [hal, ida]) assert.equal(await join(who, id, entryId), 'in')
    await owner.as.done(members.BanMember, { id: other }, { userId: gil.id, reason: 'crashed into half the field', days: null })
    const seen = (await entryOf(id, entryId))!
    assert.deepEqual([seen.participant.managerId, Object.keys(seen.participant.drivers)], [hal.id, [hal.id, ida.id]])
    assert.equal((await told(hal, 'team-manager')).length, 1)
    await ida.as.done(members.LeaveLeague, { id: other }, {})
    assert.deepEqual(Object.keys((await entryOf(id, entryId))!.participant.drivers), [hal.id])
    await hal.as.done(members.LeaveLeague, { id: other }, {})
    assert.equal(await entryOf(id, entryId), undefined)
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('an edit that registered teams would not fit is refused, any other goes through', async () => {
    const { owner, anna, bert, cora, apex, teamEvent, team, join } = world
    const id = await teamEvent()
    const entryId = await team(anna, id)
    for (const who of [bert, cora]) await join(who, id, entryId)
    const edit = async (more: Partial<WrittenEvent>, most = 3) => {
      const { v, startsAt } = (await owner.as.ask(sessions.race, { id })).body
      const options = { 'rules.teamRules.maxDriversCount': most }
      const written = { ...ordinary(apex, server.clock.now()), startsAt, driverSwap: true, options, ...more }
      return (await owner.as.send(sessions.EditSession, { id, v }, eventBody(written))).body.code
    }
    assert.equal(await edit({}, 2), 'TEAM_SIZES')
    assert.equal(await edit({ driverSwap: false }), 'TEAM_SIZES')
    assert.equal(await edit({}), undefined)
  })

  test('a team event of a game that bounds its teams lets several share a car where nobody said how many', async () => {
    const { owner, apex } = world
    const options = async (id: SessionId) => (await owner.as.ask(sessions.race, { id })).body.config.options['rules.teamRules.maxDriversCount']
    assert.deepEqual([await options(await event(server, owner, apex, { driverSwap: true })), await options(await event(server, owner, apex))], [4, 1])
  })

  test('the game’s files name all drivers of a team that has enough of them: ACC’s entry list, AC’s accounts joined by ;', async () => {
    const { owner, admin, anna, bert, cora, apex, teamEvent, team, join } = world
    const id = await teamEvent({}, { minDriversCount: 2 })
    const entryId = await team(anna, id, { raceNumber: 44 })
    await join(bert, id, entryId)
    await team(cora, id, { name: 'Too few', raceNumber: 45 })
    const reply = await admin.as.fetch(`/query/entry-list/${id}/download`)
    const file = JSON.parse(decodeText(new Uint8Array(await reply.arrayBuffer()))) as {
      entries: { raceNumber: number; drivers: { playerID: string; lastName: string }[] }[]
    }
    assert.deepEqual(
      file.entries.map(({ raceNumber, drivers }) => [raceNumber, drivers.map(({ playerID, lastName }) => [playerID, lastName])]),
      [
        [
          44,
          [
            [`S${anna.steamId}`, 'Berg'],
            [`S${bert.steamId}`, 'Cox'],
          ],
        ],
      ],
    )
    const swap = await event(server, owner, apex, { ...AC, driverSwap: true })
    const shared = await team(anna, swap, { car: { model: CARS.gt3 } })
    await join(bert, swap, shared)
    const { db } = server.running.machine
    const entries = await orderEntries(db, { id: swap, game: 'assetto_corsa', closedEntry: true, driverSwap: true, options: {} }, null)
    const ac = gameOf('assetto_corsa')!
    assert.deepEqual(entries[0]?.teamName, 'Night Owls')
    const order = { tag: swap, serverName: 'Server', trackId: 'monza', layoutId: null, carIds: [CARS.gt3], maxEntries: 4, options: {}, bop: [] }
    const more = {
      segments: [{ type: 'RACE' as const, durationMin: 20, options: {} }],
      passwords: { server: 'abcd', admin: 'efgh', spectator: 'ijkl' },
    }
    const flags = { closedEntry: true, enableServerProtection: false, driverSwap: true, hasGridPositions: false }
    const files = ac.server!.writeFiles({ ...order, ...more, ...flags, ports: { udp: 1, tcp: 2, http: 3 }, entries })
    const list = decodeText(files.find(({ path }) => path.endsWith('entry_list.ini'))!.bytes)
    assert.ok(list.includes(`GUID=${anna.steamId};${bert.steamId}`), list)
    assert.ok(list.includes('DRIVERNAME=Anna Berg;Bert Cox') && list.includes('TEAM=Night Owls'), list)
  })
  test('of several splits the file holds one split’s own teams, as they would be and as they stand', async () => {
    const { admin, anna, bert, cora, dora, teamEvent, team } = world
    const id = await teamEvent({ isMultiSplit: true, maxEntries: 4, maxSplitEntries: 2 })
    for (const [index, who] of [anna, bert, cora, dora].entries()) {
      server.clock.advance(1000)
      await team(who, id, { name: `Team ${index + 1}`, raceNumber: 51 + index })
    }
    const numbersOf = async (asked: string) => {
      const reply = await admin.as.fetch(`/query/entry-list/${id}/download${asked}`)
      if (reply.status !== 200) return reply.status
      const file = JSON.parse(decodeText(new Uint8Array(await reply.arrayBuffer()))) as { entries: { raceNumber: number }[] }
      return file.entries.map(({ raceNumber }) => raceNumber)
    }
    const all = () => Promise.all(['', '?splitNumber=1', '?splitNumber=2', '?splitNumber=3'].map(numbersOf))
    assert.deepEqual(await all(), [[51, 52], [51, 52], [53, 54], 404])
    // as they are frozen
    const { db } = server.running.machine
    await db.updateTable('sessions').set({ splits_frozen_at: new Date(), split_count: 2 }).where('id', '=', id).execute()
    for (const [number, split_no] of [
      [51, 2],
      [52, 1],
      [53, 1],
      [54, 2],
    ] as const)
      await db.updateTable('entries').set({ split_no }).where('session_id', '=', id).where('race_number', '=', number).execute()
    assert.deepEqual(await all(), [[52, 53], [52, 53], [51, 54], 404])
    assert.deepEqual(await numbersOf('?splitNumber=no'), 400)
  })
})
