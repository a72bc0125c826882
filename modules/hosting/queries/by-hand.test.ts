import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId, TournamentId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { roundsContract } from '#modules/rounds/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { tournamentsContract } from '#modules/tournaments/contract.ts'
import { entryBody, event, eventBody, ordinary, type WrittenEvent } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { linkAccount, person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { timePasses, until } from '#testing/time.ts'
import { hostingContract } from '../contract.ts'

const BY_HAND = { game: 'iracing', trackId: 'pkg-468', cars: ['1'], serverName: 'Apex league session' } as const

describe('product.md §6 "Manual sessions: needs IN_PROGRESS and admin, participant or spectator"', () => {
  let server: TestServer
  let [owner, driver, stranger] = Array<Person>(3) as [Person, Person, Person]
  let leagueId: LeagueId
  before(async () => {
    server = await testServer()
    ;[owner, driver, stranger] = [await person(server, 'Olga Owner'), await person(server, 'Dan Driver'), await person(server, 'Sam Stranger')]
    leagueId = await league(server, owner, { members: [driver, stranger] })
  })
  after(() => server.stop())

  const view = async (who: Person, id: SessionId) => (await who.as.ask(hostingContract.raceServer, { id })).body.split
  const night = async (who: Person, id: SessionId) => (await who.as.ask(hostingContract.raceNight, { id })).body.server?.split ?? null
  const race = async (id: SessionId) => (await owner.as.ask(sessionsContract.race, { id })).body
  const planned = (more: Partial<WrittenEvent>) => event(server, owner, leagueId, { ...BY_HAND, ...more })
  const begins = async (id: SessionId): Promise<void> => {
    await timePasses(server.running, server.clock, new Date((await race(id)).startsAt))
    await until('it is on', async () => (await race(id)).status === 'IN_PROGRESS')
  }
  const edit = async (id: SessionId, password: string) => {
    const { v, startsAt } = await race(id)
    const body = eventBody({ ...ordinary(leagueId, server.clock.now()), ...BY_HAND, startsAt, passwords: { server: password } })
    return (await owner.as.send(sessionsContract.EditSession, { id, v }, body)).body.code ?? 'done'
  }

  test('name and password are those that were typed, for whoever is in and admins, from the start on', async () => {
    const id = await planned({ manualSession: true, passwords: { server: 'pit-wall' } })
    await linkAccount(server, driver, 'iracing', '4711')
    await driver.as.done(entriesContract.AddEntry, { id }, entryBody('1'))
    assert.equal((await race(id)).config.passwords?.server, 'pit-wall')
    for (const who of [owner, driver, stranger]) assert.deepEqual([(await view(who, id)).server, await night(who, id)], [null, null])
    await begins(id)
    for (const who of [owner, driver]) {
      const split = await view(who, id)
      assert.ok(split.server)
      assert.deepEqual([split.serverName, split.passwords, split.server.host], ['Apex league session', { server: 'pit-wall' }, null])
      assert.deepEqual(await night(who, id), split)
    }
    assert.equal((await view(stranger, id)).server, null)
    assert.ok(!JSON.stringify([await view(stranger, id), await night(stranger, id)]).includes('pit-wall'))
  })

  test('nobody is shown a password that nobody has typed, or that was taken away again', async () => {
    const [none, taken] = [await planned({ manualSession: true }), await planned({ manualSession: true, passwords: { server: 'pit-wall' } })]
    assert.equal(await edit(taken, ''), 'done')
    for (const id of [none, taken]) {
      assert.equal((await race(id)).config.passwords?.server, '')
      await begins(id)
      const split = await view(owner, id)
      assert.ok(split.server)
      assert.deepEqual([split.serverName, split.passwords], ['Apex league session', {}])
    }
  })

  test('what is made of it has the same; a server that has one of its own does not go without', async () => {
    const id = await planned({ manualSession: true, passwords: { server: 'pit-wall' } })
    const { v, startsAt } = await race(id)
    const later = { startsAt: new Date(Date.parse(startsAt) + 7 * 86_400_000).toISOString() }
    const copy = (await owner.as.done(sessionsContract.DuplicateSession, { id, v }, later)).aggregateId as SessionId
    const { serverName, config } = await race(copy)
    assert.deepEqual([serverName, config.passwords?.server], ['Apex league session', 'pit-wall'])
    const series = { leagueId, type: 'SERIES', game: 'iracing', name: 'Thursdays', maxEntries: 10 } as const
    const season = (await owner.as.done(tournamentsContract.AddTournament, {}, series)).aggregateId as TournamentId
    await owner.as.done(tournamentsContract.AddTournamentSession, { id: season, v: 1 }, { sessionId: id })
    const clone = (await owner.as.done(roundsContract.CloneSession, { id, v: (await race(id)).v }, {})).aggregateId as SessionId
    const next = await race(clone)
    assert.deepEqual([next.serverName, next.config.passwords?.server], ['Apex league session', 'pit-wall'])
    const hosted = { ...ordinary(leagueId, server.clock.now()), passwords: { server: '' } }
    const { code, params } = (await owner.as.send(sessionsContract.AddSession, {}, eventBody(hosted))).body
    assert.deepEqual([code, params?.['field']], ['CONFIG_INVALID', 'config.passwords.server'])
  })
})
