import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { EntryId } from '#core/ids.ts'
import { event } from '#testing/event.ts'
import type { Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { entriesContract as contract } from '../contract.ts'
import { faultsOf } from '../entries.fixture.ts'
import { OWLS, PIN, teamWorld } from './teams.fixture.ts'

describe('teams', () => {
  let server: TestServer
  let world: Awaited<ReturnType<typeof teamWorld>>
  before(async () => {
    server = await testServer({ breaks: ['status-of-splits'] })
    world = await teamWorld(server)
  })
  after(() => server.stop())

  test('a manager registers a team, drivers join by its PIN, and everybody sees who drives, nobody the PIN', async () => {
    const { owner, admin, anna, bert, cora, teamEvent, join, listOf, entryOf } = world
    const id = await teamEvent()
    const added = await anna.as.done(contract.RegisterTeam, { id }, { team: { ...OWLS, raceNumber: 77 } })
    assert.deepEqual([added.v, added.status, added.raceNumber], [1, 'ACTIVE', 77])
    const entryId = added.aggregateId as EntryId
    assert.equal(await join(bert, id, entryId, 'XXXX'), 'TEAM_PASSWORD_WRONG')
    assert.equal(await join(bert, id, entryId, null), 'TEAM_PASSWORD_WRONG')
    // as typed on a phone
    assert.equal(await join(bert, id, entryId, 'k7qp '), 'in')
    const seen = await entryOf(id, entryId)
    assert.deepEqual(
      [seen?.v, seen?.driverId, seen?.participant],
      [
        2,
        null,
        {
          type: 'TEAM',
          name: 'Night Owls',
          drivers: { [anna.id]: { name: 'Anna Berg', country: 'DE', rating: null }, [bert.id]: { name: 'Bert Cox', country: 'DE', rating: null } },
          rank: null,
          currentRank: null,
          license: null,
          managerId: anna.id,
          passwordRequired: true,
          hasOwnPassword: true,
        },
      ],
    )
    const [asManager, asDriver] = [await listOf(anna, id), await listOf(bert, id)]
    assert.deepEqual([asManager.mine?.isManager, asDriver.mine?.isManager, asDriver.mine?.id], [true, false, entryId])
    assert.deepEqual(asDriver.teamRules?.maxDriversCount, 3)
    assert.equal((await anna.as.ask(contract.teamPassword, { refId: id })).body.participant.password, PIN)
    assert.equal((await bert.as.ask(contract.teamPassword, { refId: id })).body.code, 'MANAGER_REQUIRED')
    for (const who of [cora, admin, owner]) assert.equal((await who.as.ask(contract.teamPassword, { refId: id })).body.code, 'NOT_REGISTERED')
    for (const list of [asManager, asDriver, await listOf(owner, id), seen]) assert.ok(!JSON.stringify(list).includes(PIN))
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('who is refused, and why', async () => {
    const { owner, anna, bert, cora, dora, stranger, apex, teamEvent, team, join } = world
    const id = await teamEvent()
    const send = async (who: Person, more: object = {}, at = id) =>
      (await who.as.send(contract.RegisterTeam, { id: at }, { team: { ...OWLS, ...more } })).body.code ?? 'in'
    assert.equal(await send(anna, { name: '  ' }), 'TEAM_NAME_INVALID')
    assert.equal(await send(anna, { name: 'x'.repeat(61) }), 'TEAM_NAME_INVALID')
    assert.equal(await send(anna, { pin: 'AB0D' }), 'MALFORMED')
    assert.equal(await send(anna, { car: { model: '34x' } }), 'CAR_NOT_IN_EVENT')
    assert.equal(await send(anna, { raceNumber: 999 }), 'RACE_NUMBER_RANGE')
    assert.equal(await send(stranger), 'MEMBER_REQUIRED')
    assert.equal(await send(anna, {}, await event(server, owner, apex)), 'TEAM_EVENT')
    const alone = await anna.as.send(contract.AddEntry, { id }, { listType: 'SingleEvent', entry: { car: { model: '2' } } })
    assert.equal(alone.body.code, 'TEAM_EVENT')
    const entryId = await team(anna, id, { raceNumber: 7 })
    assert.equal(await send(anna), 'ALREADY_REGISTERED')
    assert.equal(await send(dora, { raceNumber: 7 }), 'RACE_NUMBER_TAKEN')
    assert.equal(await join(stranger, id, entryId), 'MEMBER_REQUIRED')
    assert.equal(await join(anna, id, entryId), 'ALREADY_IN_TEAM')
    assert.equal(await join(bert, id, '0190c1c0-0000-7000-8000-000000000000' as EntryId), 'NOT_FOUND')
    assert.equal(await join(bert, await teamEvent(), entryId), 'NOT_FOUND')
    assert.deepEqual([await join(bert, id, entryId), await join(cora, id, entryId)], ['in', 'in'])
    assert.equal(await join(dora, id, entryId), 'TEAM_FULL')
    assert.equal(await join(bert, id, entryId), 'ALREADY_IN_TEAM')
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('password-protected race: registering says the entry password, joining the team’s, which cannot be empty there', async () => {
    const { anna, bert, teamEvent, team, join, entryOf } = world
    const id = await teamEvent({ entryPassword: 'open sesame' })
    const wrong = await anna.as.send(contract.RegisterTeam, { id }, { team: { ...OWLS, password: 'wrong' } })
    assert.equal(wrong.body.code, 'WRONG_PASSWORD')
    const entryId = await team(anna, id, { password: 'open sesame' })
    assert.equal((await anna.as.send(contract.ChangePassword, { id, v: 1 }, { entryId, password: '' })).body.code, 'TEAM_PASSWORD_LENGTH')
    assert.equal((await anna.as.send(contract.ChangePassword, { id, v: 1 }, { entryId, password: '123456789' })).body.code, 'TEAM_PASSWORD_LENGTH')
    assert.equal((await anna.as.send(contract.ChangePassword, { id, v: 9 }, { entryId, password: 'geheim' })).body.code, 'VERSION_CONFLICT')
    assert.deepEqual(await anna.as.done(contract.ChangePassword, { id, v: 1 }, { entryId, password: 'geheim' }), { v: 2 })
    assert.equal(await join(bert, id, entryId), 'TEAM_PASSWORD_WRONG')
    assert.equal(await join(bert, id, entryId, 'geheim'), 'in')
    // an event without one lets a team be open to all
    const free = await teamEvent()
    const open = await team(anna, free)
    await anna.as.done(contract.ChangePassword, { id: free }, { entryId: open, password: '' })
    assert.equal((await entryOf(free, open))?.participant.passwordRequired, false)
    assert.equal(await join(bert, free, open, null), 'in')
  })

  test('wrong tries at a team’s password are limited for all together, right ones cost nothing, and no try is free of many at once', async () => {
    const { admin, anna, bert, cora, dora, teamEvent, team, join } = world
    const id = await teamEvent({}, { maxDriversCount: 10 })
    const entryId = await team(anna, id)
    assert.equal(await join(bert, id, entryId), 'in')
    const tries = await Promise.all(
      Array.from({ length: 30 }, (_, index) => join([cora, dora, admin][index % 3]!, id, entryId, `A${String(index).padStart(3, '0')}`)),
    )
    const count = (code: string): number => tries.filter((one) => one === code).length
    assert.deepEqual([count('TEAM_PASSWORD_WRONG'), count('RATE_LIMIT_EXCEEDED')], [10, 20])
    assert.equal(await join(cora, id, entryId), 'RATE_LIMIT_EXCEEDED')
    server.clock.set(new Date(server.clock.now().getTime() + 3_600_000))
    try {
      assert.equal(await join(cora, id, entryId), 'in')
    } finally {
      server.clock.set(new Date())
    }
  })

  test('the manager renames, hands over and takes out; who is concerned is told, and only a manager may', async () => {
    const { admin, anna, bert, cora, dora, teamEvent, team, join, listOf, entryOf, told } = world
    const id = await teamEvent()
    const entryId = await team(anna, id)
    for (const who of [bert, cora]) assert.equal(await join(who, id, entryId), 'in')
    const at = (v: number) => ({ id, v })
    const refused = async (who: Person) => [
      (await who.as.send(contract.RenameTeam, at(3), { entryId, name: 'Mine' })).body.code,
      (await who.as.send(contract.ChangePassword, at(3), { entryId, password: 'mine' })).body.code,
      (await who.as.send(contract.AssignManager, at(3), { entryId, driverId: who.id })).body.code,
      (await who.as.send(contract.RemoveTeamMember, at(3), { entryId, driverId: cora.id })).body.code,
    ]
    for (const who of [bert, dora, admin]) assert.deepEqual(new Set(await refused(who)), new Set(['MANAGER_REQUIRED']))
    assert.equal((await bert.as.send(contract.ChangeCar, at(3), { entryId, car: { model: '34' } })).body.code, 'MANAGER_REQUIRED')
    assert.equal((await bert.as.send(contract.Leave, at(3), {})).body.code, 'MANAGER_REQUIRED')
    assert.equal((await anna.as.send(contract.RenameTeam, at(3), { entryId, name: '' })).body.code, 'TEAM_NAME_INVALID')
    assert.equal((await anna.as.send(contract.RenameTeam, at(2), { entryId, name: 'Day Owls' })).body.code, 'VERSION_CONFLICT')
    assert.deepEqual(await anna.as.done(contract.RenameTeam, at(3), { entryId, name: 'Day Owls' }), { v: 4 })
    assert.equal((await anna.as.send(contract.AssignManager, at(4), { entryId, driverId: dora.id })).body.code, 'NOT_FOUND')
    assert.equal((await anna.as.send(contract.AssignManager, at(4), { entryId, driverId: anna.id })).body.code, 'WRONG_STATE')
    assert.equal((await anna.as.send(contract.RemoveTeamMember, at(4), { entryId, driverId: anna.id })).body.code, 'MANAGER_CANNOT_LEAVE')
    assert.equal((await anna.as.send(contract.LeaveTeam, at(4), { entryId })).body.code, 'MANAGER_CANNOT_LEAVE')
    assert.deepEqual(await anna.as.done(contract.AssignManager, at(4), { entryId, driverId: bert.id }), { v: 5 })
    assert.equal((await entryOf(id, entryId))?.participant.managerId, bert.id)
    assert.equal((await bert.as.ask(contract.teamPassword, { refId: id })).body.participant.password, PIN)
    assert.equal((await anna.as.ask(contract.teamPassword, { refId: id })).body.code, 'MANAGER_REQUIRED')
    assert.deepEqual(await bert.as.done(contract.RemoveTeamMember, at(5), { entryId, driverId: cora.id }), { v: 6 })
    assert.deepEqual(await anna.as.done(contract.LeaveTeam, at(6), { entryId }), { v: 7 })
    assert.equal((await anna.as.send(contract.LeaveTeam, at(7), { entryId })).body.code, 'NOT_REGISTERED')
    const names = { event: 'Friday GT', team: 'Day Owls' }
    assert.deepEqual(await told(bert, 'team-manager'), [[names, `/events/${id}`]])
    assert.deepEqual(await told(cora, 'out-of-team'), [[names, `/events/${id}`]])
    assert.deepEqual(Object.keys((await entryOf(id, entryId))!.participant.drivers), [bert.id])
    // who was taken out, and who left, may come back or drive elsewhere
    assert.equal(await join(cora, id, entryId), 'in')
    await team(anna, id, { name: 'Alone' })
    // the manager cancels for all
    await bert.as.done(contract.Leave, at(8), {})
    assert.deepEqual(await told(cora, 'team-gone'), [[names, `/events/${id}`]])
    assert.equal((await listOf(cora, id)).mine, null)
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('the manager changes car, livery and number; admins change any car and number, and remove a team, whose drivers are told', async () => {
    const { admin, anna, bert, teamEvent, team, join, entryOf, told } = world
    const id = await teamEvent()
    const entryId = await team(anna, id)
    await join(bert, id, entryId)
    const at = (v: number) => ({ id, v })
    await anna.as.done(contract.ChangeCar, at(2), { entryId, car: { model: '34' } })
    await anna.as.done(contract.ChangeRaceNumber, at(3), { entryId, raceNumber: 8 })
    await admin.as.done(contract.ChangeCar, at(4), { entryId, car: { model: '2' } })
    await admin.as.done(contract.ChangeRaceNumber, at(5), { entryId, raceNumber: 9 })
    assert.deepEqual([(await entryOf(id, entryId))?.car.model, (await entryOf(id, entryId))?.raceNumber], ['2', 9])
    await admin.as.done(contract.RemoveEntry, at(6), { entryId, type: 'DISQUALIFIED', reason: 'two cars short' })
    for (const who of [anna, bert]) {
      assert.equal((await told(who, 'removed-from-event')).length, 1)
      assert.equal((await who.as.send(contract.RegisterTeam, { id }, { team: OWLS })).body.code, 'REJOIN_NOT_ALLOWED')
    }
    assert.deepEqual(await faultsOf(server, id), [])
  })
})
