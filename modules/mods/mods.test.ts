import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { event } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { modsContract as calls } from './contract.ts'

const SECRET = 'https://files.example/only-ours'
const OPEN = { name: 'Monza, new kerbs', version: '1.2', url: 'https://mods.example/monza', tracks: ['monza'] }

describe('mods', () => {
  let server: TestServer
  let [owner, admin, member, stranger] = Array<Person>(4) as [Person, Person, Person, Person]
  let league: LeagueId
  let race: SessionId
  const add = (who: Person, more: object = {}) => who.as.send(calls.AddMod, {}, { leagueId: league, game: 'acc', ...OPEN, ...more } as never)
  const mine = async (who: Person) => (await who.as.ask(calls.modsOfEvent, { id: race })).body

  before(async () => {
    server = await testServer()
    ;[owner, admin, member, stranger] = await Promise.all([
      person(server, 'Olga'),
      person(server, 'Adam'),
      person(server, 'Maya'),
      person(server, 'Sven'),
    ])
    league = await found(server, owner, { admins: [admin], members: [member] })
    race = await event(server, owner, league)
  })
  after(() => server.stop())

  test('an event has those that its track or one of its cars is of, and says how many', async () => {
    const before = (await server.visitor.ask(sessionsContract.publicEvent, { id: race })).body.mods
    assert.deepEqual(before, { count: 0, ofTrack: false })
    await add(admin)
    await add(admin, { name: 'Cars', tracks: [], cars: ['34', '34'] })
    await add(admin, { name: 'Elsewhere', tracks: ['spa'] })
    await add(admin, { name: 'Another game', game: 'assetto_corsa' })
    const next = (await server.visitor.ask(sessionsContract.publicEvent, { id: race })).body.mods
    assert.deepEqual(next, { count: 2, ofTrack: true })
    const { mods, membersOnly } = await mine(stranger)
    assert.deepEqual(
      mods.map(({ name, cars, tracks }) => [name, cars.map((car) => car.name), tracks.map((track) => track.name)]),
      [
        ['Cars', ['Porsche 992 GT3 R'], []],
        ['Monza, new kerbs', [], ['Monza Circuit']],
      ],
    )
    assert.equal(membersOnly, 0)
    assert.match(mods[1]!.preview!, /^\/.*\.svg/)
    assert.deepEqual((await server.visitor.ask(calls.publicModsOfEvent, { id: race })).body, { mods, membersOnly })
    // another community's list is its own
    const other = await found(server, stranger)
    const theirs = await event(server, stranger, other)
    assert.deepEqual((await stranger.as.ask(sessionsContract.race, { id: theirs })).body.mods, { count: 0, ofTrack: false })
  })

  test('what is for members alone is not in what others are sent', async () => {
    const { body } = await add(owner, { name: 'Ours', url: SECRET, onlyFor: 'MEMBERS' })
    const asked = [
      (await server.visitor.ask(calls.publicModsOfEvent, { id: race })).body,
      await mine(stranger),
      (await stranger.as.ask(calls.mods, { leagueId: league, game: 'acc' })).body,
      (await stranger.as.ask(sessionsContract.race, { id: race })).body,
    ]
    for (const answer of asked) assert.doesNotMatch(JSON.stringify(answer), /only-ours|Ours/)
    assert.deepEqual(
      asked.slice(0, 3).map((answer) => 'membersOnly' in answer && answer.membersOnly),
      [1, 1, 1],
    )
    for (const who of [member, admin, owner]) {
      const list = await mine(who)
      assert.equal(list.mods.find(({ name }) => name === 'Ours')?.url, SECRET)
      assert.equal(list.membersOnly, 0)
    }
    const page = await (await fetch(`${server.url}/events/${race}`)).text()
    assert.doesNotMatch(page, /only-ours/)
    await owner.as.done(calls.RemoveMod, { id: (body as { aggregateId: string }).aggregateId, v: 1 }, {})
  })

  test('of two admins who change one at once, one does; a link that hides where it leads, or nothing in it, is refused', async () => {
    const { aggregateId: id } = (await add(owner, { name: 'Twice' })).body as unknown as { aggregateId: string }
    const said = await Promise.all(
      [owner, admin].map((who, n) => who.as.send(calls.EditMod, { id, v: 1 }, { ...OPEN, name: 'Twice', version: `2.${n}` })),
    )
    assert.deepEqual(said.map(({ status }) => status).toSorted(), [200, 409])
    const refused = async (more: object) => {
      const { body } = await owner.as.send(calls.EditMod, { id, v: 2 }, { ...OPEN, ...more } as never)
      return [body.code, body.params?.['field'], body.params?.['reason']]
    }
    assert.deepEqual(await refused({ url: 'https://paddock.example@evil.example/' }), ['CONFIG_INVALID', 'url', 'link'])
    assert.deepEqual(await refused({ tracks: [] }), ['CONFIG_INVALID', 'cars', 'none'])
    assert.deepEqual((await refused({ url: 'http://mods.example/' })).slice(0, 2), ['MALFORMED', 'url'])
    assert.equal((await member.as.send(calls.RemoveMod, { id, v: 2 }, {})).body.code, 'ADMIN_REQUIRED')
    await owner.as.done(calls.RemoveMod, { id, v: 2 }, {})
    assert.equal((await owner.as.send(calls.RemoveMod, { id, v: 3 }, {})).body.code, 'NOT_FOUND')
  })
})
