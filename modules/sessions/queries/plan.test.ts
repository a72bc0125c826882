import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { sessionsContract as calls } from '../contract.ts'

/** calls-and-constants.md §8 "Event alerts": what their admins are told by. */
describe('what keeps an event from taking place', () => {
  let server: TestServer
  let [owner, member] = Array<Person>(2) as [Person, Person]
  let apex: LeagueId
  before(async () => {
    server = await testServer()
    ;[owner, member] = (await Promise.all(['Olga', 'Mia'].map((name) => person(server, name)))) as [Person, Person]
    apex = await league(server, owner, { members: [member] })
  })
  after(() => server.stop())

  const seen = async (id: SessionId, who = owner) => (await who.as.ask(calls.race, { id })).body
  const sql = (text: string, values: readonly unknown[]) => server.running.machine.pool.query(text, [...values])

  test('a plan that has run out: what is larger, and what uses what it does not have', async () => {
    const uses = { hosting: 'AUTOMATIC', driverSwap: true, joinConditions: { racesDone: 5 }, maxEntries: 40 } as const
    const [published, draft, plain] = [
      await event(server, owner, apex, uses),
      await event(server, owner, apex, { ...uses, publish: false }),
      await event(server, owner, apex, { publish: false }),
    ]
    const elsewhere = await event(server, owner, apex, { ...uses, hosting: 'ELSEWHERE' })
    const fits = { grid: 100, carries: true, lacks: [] }
    assert.deepEqual((await seen(published)).ofPlan, fits)
    await sql(`update leagues set plan = 'FREE' where id = $1`, [apex])
    const lacks = ['driverSwap', 'entryRules']
    assert.deepEqual((await seen(published)).ofPlan, { grid: 30, carries: false, lacks })
    assert.deepEqual((await seen(draft)).ofPlan, { grid: 30, carries: false, lacks })
    assert.deepEqual((await seen(plain)).ofPlan?.lacks, [])
    assert.equal((await seen(plain)).ofPlan?.carries, true)
    assert.deepEqual((await seen(elsewhere)).ofPlan, { grid: null, carries: true, lacks }, 'no server of ours is started')
    // as its save would be refused
    assert.equal((await owner.as.send(calls.PublishSession, { id: draft, v: 1 }, {})).body.code, 'FEATURE_NOT_IN_PLAN')
    const { ofPlan, trackFound } = await seen(published, member)
    assert.deepEqual([ofPlan, trackFound], [undefined, undefined], 'its admins alone are told')
  })

  test('the week of a draft is used up: it says so as publishing would', async () => {
    const free = await league(server, owner, { plan: 'FREE' })
    const startsAt = new Date(Date.UTC(2026, 11, 16, 20)).toISOString()
    server.clock.set(new Date(Date.UTC(2026, 11, 10)))
    const draft = await event(server, owner, free, { publish: false, startsAt })
    const others = [] as SessionId[]
    for (let no = 0; no < 10; no++) others.push(await event(server, owner, free, { startsAt }))
    assert.equal((await seen(draft)).ofPlan?.carries, false)
    assert.equal((await seen(others[0]!)).ofPlan?.carries, true, 'what is published counts itself')
    assert.equal((await owner.as.send(calls.PublishSession, { id: draft, v: 1 }, {})).body.code, 'LIMIT_EVENTS_PER_WEEK')
    await owner.as.done(calls.DeleteSession, { id: others[0]!, v: (await seen(others[0]!)).v }, {})
    assert.equal((await seen(draft)).ofPlan?.carries, true)
  })

  test('a track that its game has no more; of what is kept by hand people say what it is called', async () => {
    const own = await league(server, owner)
    const [race, byHand] = [
      await event(server, owner, own),
      await event(server, owner, own, { game: 'iracing', manualSession: true, trackId: 'Some car park', cars: ['1'] }),
    ]
    assert.deepEqual([(await seen(race)).trackFound, (await seen(byHand)).trackFound], [true, true])
    for (const [column, value] of [
      ['layout_id', 'gone'],
      ['track_id', 'gone'],
    ] as const) {
      await sql(`update sessions set ${column} = $2 where id = $1`, [race, value])
      server.running.machine.answers.dropAll()
      assert.equal((await seen(race)).trackFound, false, column)
    }
  })
})
