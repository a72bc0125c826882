import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DAY_MS, MINUTE_MS } from '#core/duration.ts'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { membersContract } from '#modules/members/contract.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { nextStartStep, RESTART_WINDOW_MS } from '#modules/sessions/rules.ts'
import { entryBody, event } from '#testing/event.ts'
import { join, league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { teamWorld } from '../commands/teams.fixture.ts'
import { entriesContract } from '../contract.ts'

const REASON = 'Drove into everybody in turn one.'

describe('a ban says which registrations it ends', () => {
  let server: TestServer
  let olga: Person, bert: Person, carl: Person
  let here: LeagueId, there: LeagueId
  let races: readonly SessionId[]
  before(async () => {
    server = await testServer({ at: '2026-11-20T12:00:00Z' })
    ;[olga, bert, carl] = (await Promise.all(['Olga Owner', 'Bert Banned', 'Carl Cole'].map((name) => person(server, name)))) as [
      Person,
      Person,
      Person,
    ]
    here = await league(server, olga, { members: [bert, carl] })
    there = await league(server, olga, { members: [bert] })
    const days = (count: number): string => new Date(nextStartStep(server.clock.now().getTime() + count * DAY_MS)).toISOString()
    races = [
      await event(server, olga, here, { sessionName: 'Second', startsAt: days(2) }),
      await event(server, olga, here, { sessionName: 'First', startsAt: days(1), maxEntries: 2 }),
      await event(server, olga, here, { sessionName: 'Cancelled', startsAt: days(3) }),
      await event(server, olga, there, { sessionName: 'Elsewhere', startsAt: days(2) }),
    ]
    await server.running.machine.db.updateTable('sessions').set({ registration_opens_at: server.clock.now() }).execute()
    for (const id of races) await bert.as.done(entriesContract.AddEntry, { id }, entryBody('2'))
    await carl.as.done(entriesContract.AddEntry, { id: races[0]! }, entryBody('34'))
    await server.running.machine.db.updateTable('sessions').set({ deleted_at: server.clock.now() }).where('id', '=', races[2]!).execute()
  })
  after(() => server.stop())

  const coming = async (who: Person) => {
    const { entries } = (await olga.as.ask(entriesContract.entriesOfMember, { leagueId: here, userId: who.id })).body
    return entries.map(({ sessionName, status }) => [sessionName, status])
  }
  const ended = async () => {
    const { entries } = (await olga.as.ask(entriesContract.entriesEndedByBans, { leagueId: here })).body
    return entries.map(({ userId, sessionName }) => [userId, sessionName])
  }
  const ban = async (who: Person, days: 1 | 7 | null) => {
    const { v } = (await olga.as.ask(membersContract.league, { id: here })).body
    await olga.as.done(membersContract.BanMember, { id: here, v }, { userId: who.id, reason: REASON, days })
  }

  test('before it is sent: what is upcoming in this community, soonest first', async () => {
    assert.deepEqual(await coming(bert), [
      ['First', 'ACTIVE'],
      ['Second', 'ACTIVE'],
    ])
    assert.deepEqual(await ended(), [])
    // what failed and cannot be started any more is nothing that a ban would end
    const { db } = server.running.machine
    const failedAgo = (ms: number) =>
      db
        .updateTable('sessions')
        .set({ status: ms === 0 ? 'WAITING' : 'FAILED', status_at: new Date(server.clock.now().getTime() - ms) })
        .where('id', '=', races[1]!)
        .execute()
    await failedAgo(RESTART_WINDOW_MS - MINUTE_MS)
    assert.equal((await coming(bert)).length, 2)
    await failedAgo(RESTART_WINDOW_MS)
    assert.deepEqual(await coming(bert), [['Second', 'ACTIVE']])
    await failedAgo(0)
  })

  test('afterwards: what it ended, and nothing else; events elsewhere go on', async () => {
    await ban(bert, 1)
    assert.deepEqual(await coming(bert), [])
    assert.deepEqual(await ended(), [
      [bert.id, 'First'],
      [bert.id, 'Second'],
    ])
    const other = (await olga.as.ask(entriesContract.entriesOfMember, { leagueId: there, userId: bert.id })).body
    assert.deepEqual(
      other.entries.map(({ sessionName }) => sessionName),
      ['Elsewhere'],
    )
  })

  test('another ban while it holds goes on with it; whoever is removed is told that their registrations end', async () => {
    const before = await ended()
    server.clock.advance(MINUTE_MS)
    await ban(bert, 7)
    await ban(bert, 1)
    assert.deepEqual(await ended(), before)
    const dora = await person(server, 'Dora Dunn')
    await join(dora, here)
    await dora.as.done(entriesContract.AddEntry, { id: races[0]! }, entryBody('34'))
    const { v } = (await olga.as.ask(membersContract.league, { id: here })).body
    await olga.as.done(membersContract.RemoveMember, { id: here, v }, { userId: dora.id, reason: 'Never there.' })
    const { notifications } = (await dora.as.ask(notificationsContract.notifications, {})).body
    assert.deepEqual(
      notifications.map(({ kind, params }) => [kind, params['reason']]),
      [['removed-from-league', 'Never there.']],
    )
    assert.equal((await dora.as.ask(entriesContract.entryList, { refId: races[0]! })).body.mine, null)
  })

  test('one whom an admin only takes out of an event was not banned; a ban that has ended is told no more', async () => {
    const { entries } = (await olga.as.ask(entriesContract.entryList, { refId: races[0]! })).body
    const own = entries.find((one) => one.driverId === carl.id)!
    await olga.as.done(entriesContract.RemoveEntry, { id: races[0]!, v: own.v }, { entryId: own.id, type: 'BANNED', reason: '' })
    assert.deepEqual(
      (await ended()).map(([, name]) => name),
      ['First', 'Second'],
    )
    server.clock.advance(2 * DAY_MS)
    assert.deepEqual(await ended(), [])
  })

  test('of a team that others go on with it ends the place of who was banned', async () => {
    const { owner, anna, bert: driver, apex, teamEvent, team, join, listOf } = await teamWorld(server)
    const id = await teamEvent({ sessionName: 'Six Hours' })
    await server.running.machine.db.updateTable('sessions').set({ registration_opens_at: server.clock.now() }).where('id', '=', id).execute()
    const entryId = await team(anna, id)
    assert.equal(await join(driver, id, entryId), 'in')
    const { v } = (await owner.as.ask(membersContract.league, { id: apex })).body
    await owner.as.done(membersContract.BanMember, { id: apex, v }, { userId: driver.id, reason: REASON, days: null })
    const { entries } = (await owner.as.ask(entriesContract.entriesEndedByBans, { leagueId: apex })).body
    assert.deepEqual(
      entries.map(({ userId, sessionName }) => [userId, sessionName]),
      [[driver.id, 'Six Hours']],
    )
    assert.equal((await listOf(owner, id)).entries.length, 1, 'Anna goes on')
  })
})
