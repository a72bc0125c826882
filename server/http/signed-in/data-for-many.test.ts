import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { statements } from '#server/db/prepared.ts'
import { entryBody, event } from '#testing/event.ts'
import { apply, join, league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { answeredAlone, timesStitched } from './answered.fixture.ts'

describe('data for many who are signed in', () => {
  let server: TestServer
  let people: Readonly<Record<string, Person>>
  let apex: LeagueId
  let leagues: readonly LeagueId[]
  let places: Readonly<Record<'open' | 'strict' | 'draft' | 'hidden', SessionId>>
  before(async () => {
    server = await testServer()
    const names = ['owner', 'admin', 'member', 'driver', 'waiter', 'stranger', 'supporter', 'banned']
    const made = await Promise.all(names.map((name) => person(server, `${name} Canary`, name === 'supporter' ? { plan: 'PREMIUM' } : {})))
    people = Object.fromEntries(made.map((one, at) => [names[at]!, one]))
    const { owner, admin, member, driver, waiter, supporter, banned } = people as Readonly<Record<string, Person>>
    const members = [member!, driver!, waiter!, supporter!, banned!]
    apex = await league(server, owner!, { admins: [admin!], members })
    const shy = await league(server, owner!, { members, hidden: true })
    const open = await event(server, owner!, apex, { maxEntries: 2 })
    await driver!.as.done(entriesContract.AddEntry, { id: open }, entryBody('2'))
    await supporter!.as.done(entriesContract.AddEntry, { id: open }, entryBody('2'))
    await waiter!.as.done(entriesContract.AddEntry, { id: open }, entryBody('34', { waitingList: true }))
    await owner!.as.done(membersContract.BanMember, { id: apex }, { userId: banned!.id, reason: 'Drove into everybody on purpose' })
    const ended = await league(server, owner!, { members })
    await owner!.as.done(leaguesContract.CloseLeague, { id: ended, v: (await owner!.as.ask(membersContract.league, { id: ended })).body.v }, {})
    const asking = await league(server, owner!, { directJoin: false })
    await apply(waiter!, asking)
    leagues = [apex, shy, ended, asking]
    const strict = await event(server, owner!, apex, { joinConditions: { accountAgeDays: 30, noShowPercent: 20 } })
    places = { open, strict, draft: await event(server, owner!, apex, { publish: false }), hidden: await event(server, owner!, shy) }
  })
  after(() => server.stop())

  const stitched = () => timesStitched(server)
  const answered = (who: Person, path: string, params: object) => answeredAlone(server, who, path, params)

  for (const who of ['owner', 'admin', 'member', 'driver', 'waiter', 'stranger', 'supporter', 'banned'])
    test(`${who} is answered what the room says, cold and kept`, async () => {
      const some = people[who]!
      const ofEvent = (id: SessionId) =>
        [
          [sessionsContract.race, { id }],
          [entriesContract.entryList, { refId: id }],
          [entriesContract.entryList, { refId: id, splitNumber: 1 }],
          [resultsContract.memberResults, { sessionId: id }],
        ] as const
      const ofLeague = (id: LeagueId) =>
        [
          [membersContract.league, { id }],
          [sessionsContract.eventsOfLeague, { id, limit: '50' }],
          [resultsContract.pastEventsOfLeague, { id, limit: '5' }],
        ] as const
      for (const [contract, params] of [...Object.values(places).flatMap(ofEvent), ...leagues.flatMap(ofLeague)])
        for (let time = 0; time < 2; time++) {
          const { body, status } = await some.as.ask(contract, params as never)
          assert.deepEqual(
            status === 200 ? body : (body as { code?: string }).code,
            await answered(some, contract.path, params),
            `${contract.path} ${JSON.stringify(params)}`,
          )
        }
      const isStaff = who === 'owner' || who === 'admin'
      const before = await stitched()
      await some.as.ask(entriesContract.entryList, { refId: places.open })
      assert.equal((await stitched()) - before, isStaff ? 0 : 1)
    })

  test('the event and its entries cost as many statements with ten drivers as with none, one more where it asks for something', async () => {
    const owner = people['owner']!
    const drivers = await Promise.all(Array.from({ length: 10 }, (_, n) => person(server, `Counted ${n}`)))
    for (const who of drivers) await join(who, apex)
    const reader = people['member']!
    const cost = async (joinConditions: object): Promise<readonly number[]> => {
      const id = await event(server, owner, apex, { joinConditions })
      const counted = async (): Promise<number> => {
        const sent = { count: 0 }
        await statements.run(sent, async () => {
          await answered(reader, sessionsContract.race.path, { id })
          await answered(reader, entriesContract.entryList.path, { refId: id })
        })
        return sent.count
      }
      const empty = await counted()
      for (const who of drivers) await who.as.done(entriesContract.AddEntry, { id }, entryBody('2'))
      return [empty, await counted()]
    }
    const [empty, full] = await cost({})
    assert.equal(full, empty)
    assert.deepEqual(await cost({ noShowPercent: 50, racesDone: undefined }), [empty! + 1, empty! + 1])
  })

  test('who takes no gzip is answered the same', async () => {
    const ask = async (encoding: string): Promise<unknown> =>
      (await people['driver']!.as.fetch(`/query/entry-list/${places.open}`, { headers: { 'accept-encoding': encoding } })).json()
    assert.deepEqual(await ask('identity'), await ask('gzip'))
  })

  test('what somebody did a moment ago stands in their next answer, and nothing of theirs in those of others', async () => {
    const owner = people['owner']!
    const id = await event(server, owner, apex, { maxEntries: 40 })
    const drivers = await Promise.all(Array.from({ length: 24 }, (_, n) => person(server, `Marker ${n}`)))
    await Promise.all(
      drivers.map(async (driver) => {
        const list = async () => (await driver.as.ask(entriesContract.entryList, { refId: id })).body
        assert.equal((await list()).mine, null)
        await join(driver, apex)
        const { aggregateId } = await driver.as.done(entriesContract.AddEntry, { id }, entryBody('2'))
        for (let time = 0; time < 5; time++) {
          const { mine, entries } = await list()
          assert.equal(mine?.id, aggregateId)
          assert.equal(mine?.participant.name, driver.name)
          assert.ok(entries.some((entry) => entry.id === aggregateId))
        }
      }),
    )
  })
})
