import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId } from '#core/ids.ts'
import { sessionsContract as sessions } from '#modules/sessions/contract.ts'
import { entryBody, event, eventBody, ordinary } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { entriesContract as contract } from '../contract.ts'
import { faultsOf } from '../entries.fixture.ts'

const CROWD = 60

/** Half of them at a second process of the platform, while an admin at the first one begins to ask for something. */
describe('conditions that change while a crowd registers', () => {
  let server: TestServer
  let owner: Person
  let crowd: Person[]
  let apex: LeagueId
  const urls: string[] = []
  before(async () => {
    server = await testServer()
    urls.push(server.url, (await server.another()).address)
    owner = await person(server, 'Olga Owner')
    crowd = await Promise.all(Array.from({ length: CROWD }, (_, n) => person(server, `Driver ${n}`)))
    apex = await league(server, owner, { members: crowd })
  })
  after(() => server.stop())

  test('nobody comes in by conditions that are no longer there, on whichever process, and nobody who is in is thrown out', async () => {
    const written = { ...ordinary(apex, server.clock.now()), maxEntries: 30 }
    const id = await event(server, owner, apex, written)
    const add = (who: Person, index: number, v = 1) => {
      const body = { ...entryBody('2'), waitingList: index % 3 === 0 }
      return who.as.at(urls[index % 2]!).send(contract.AddEntry, { id, v }, body)
    }
    const asking = owner.as.at(urls[0]!)
    const half = CROWD / 2
    const [early, edited, late] = await Promise.all([
      Promise.all(crowd.slice(0, half).map((who, index) => add(who, index))),
      asking.send(sessions.EditSession, { id, v: 1 }, eventBody({ ...written, joinConditions: { racesDone: 1 } })),
      Promise.all(crowd.slice(half).map((who, index) => add(who, index))),
    ])
    assert.equal(edited.status, 200)
    const replies = [...early, ...late]
    for (const { status, body } of replies)
      assert.ok(
        status === 200 || ['JOIN_CONDITIONS_NOT_MET', 'VERSION_CONFLICT', 'REGISTRATION_FULL'].includes(String(body.code)),
        JSON.stringify(body),
      )
    // whoever is in came before: an event is locked by all who change it, and what they record stands in that order
    const { rows } = await server.running.machine.pool.query<{ type: string }>(
      `select type from events where data ->> 'sessionId' = $1 and type in ('EntryAdded', 'EntryQueued', 'JoinConditionsChanged') order by seq`,
      [id],
    )
    const inside = replies.filter(({ status }) => status === 200).length
    assert.deepEqual(
      rows.map(({ type }) => type === 'JoinConditionsChanged'),
      [...Array<boolean>(inside).fill(false), true],
    )
    for (const url of urls)
      await until('both processes ask for it', async () => {
        const { v, joinConditions } = (await server.visitor.at(url).ask(sessions.publicEvent, { id })).body
        return v === 2 && joinConditions.racesDone === 1
      })
    const outside = crowd.filter((_, index) => replies[index]!.status !== 200)
    const again = await Promise.all(outside.map((who, index) => add(who, index, 2)))
    assert.deepEqual([...new Set(again.map(({ body }) => body.code))], outside.length === 0 ? [] : ['JOIN_CONDITIONS_NOT_MET'])
    const { taken, waiting } = (await server.visitor.ask(contract.publicEntryList, { refId: id })).body
    assert.equal(taken + waiting, inside)
    assert.deepEqual(await faultsOf(server, id), [])
  })
})
