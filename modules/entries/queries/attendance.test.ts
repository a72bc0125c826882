import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId } from '#core/ids.ts'
import { manualResultsContract as manual } from '#modules/manual-results/contract.ts'
import { profileContract } from '#modules/profile/contract.ts'
import { accFile, accLine, allRead, enter, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'

const LAP = 100_000

describe('starts and no-shows', () => {
  let server: TestServer
  let [owner, ann, ben, cem, dan]: Person[] = []
  let leagueId: LeagueId
  before(async () => {
    server = await testServer({ breaks: ['seats-counted'] })
    ;[owner, ann, ben, cem, dan] = await Promise.all(
      ['Olga Owner', 'Ann Ace', 'Ben Bold', 'Cem Calm', 'Dan Dash'].map((name) => person(server, name)),
    )
    leagueId = await league(server, owner!)
  })
  after(() => server.stop())

  const of = async (who: Person) => {
    const { count, of } = (await server.visitor.ask(profileContract.publicCareer, { id: who.id })).body.noShows
    return [of - count, count]
  }
  const all = async () => await Promise.all([ann!, ben!, cem!, dan!].map(of))
  const save = (made: Event, rows: readonly object[], v = 0) =>
    owner!.as.done(manual.SaveRaceResult, { id: made.id, v }, { raceNo: 1, entryResults: rows as never })

  test('follow the results of an event kept by hand, also when they are put right', async () => {
    const made = await runningEvent(server, owner!, leagueId, { game: 'iracing', manual: true, segments: ['RACE'] })
    const [a, b, c] = await enter(server, made, [
      { userId: ann!.id, raceNumber: 11, carId: '1' },
      { userId: ben!.id, raceNumber: 22, carId: '1' },
      { userId: cem!.id, raceNumber: 33, carId: '1', team: 'Team Calm', others: [dan!.id] },
    ])
    const skipped = [
      { entryId: a, position: 1, timeMs: LAP * 9 },
      { entryId: c, position: 2, isDNF: true },
      { entryId: b, position: 3, isSkip: true },
    ]
    await save(made, skipped)
    assert.deepEqual(await of(ben!), [0, 0], 'a draft is no result')
    await owner!.as.done(manual.PublishResults, { id: made.id }, {})
    assert.deepEqual([await of(ann!), await of(ben!)], [[1, 0], [0, 1]]) // prettier-ignore
    assert.equal((await of(cem!))[1], 0)
    assert.equal((await of(dan!))[1], 0, 'the car of the team was there')
    const { v } = (await owner!.as.ask(manual.manualResult, { eventId: made.id })).body.raceResults[0]!
    await owner!.as.done(manual.ReopenResults, { id: made.id }, { reason: 'Ben drove under the number of a friend.' })
    await save(made, [{ entryId: a, position: 1, timeMs: LAP * 9 }, { entryId: b, position: 2, timeMs: LAP * 10 }, { entryId: c, position: 3, isSkip: true }], v) // prettier-ignore
    await owner!.as.done(manual.PublishResults, { id: made.id }, {})
    assert.deepEqual(await all(), [
      [1, 0],
      [1, 0],
      [0, 1],
      [0, 1],
    ])
  })

  test('of a server count from the file, once the event is over; whom it could not name may be its stranger', async () => {
    const names = ['Eve East', 'Fay Fell', 'Gus Gray']
    const [eve, fay, gus] = (await Promise.all(names.map((name) => person(server, name)))) as [Person, Person, Person]
    const made = await runningEvent(server, owner!, leagueId, { segments: ['RACE'] })
    await enter(
      server,
      made,
      [eve, fay, gus].map(({ id }, i) => ({ userId: id, raceNumber: i + 1, carId: '34' })),
    )
    await server.running.machine.db.deleteFrom('linked_accounts').where('user_id', '=', gus.id).execute()
    assert.deepEqual(await Promise.all([eve, fay, gus].map(of)), [[0, 0], [0, 0], [0, 0]]) // prettier-ignore
    const lines = [accLine(1, eve.steamId, 'Eve', 9, LAP * 9, LAP), accLine(77, '76561190000000077', 'Somebody', 9, LAP * 9 + 5, LAP)]
    assert.equal((await upload(server, made.servers[0]!, '261120_200000_R.json', accFile('R', 0, lines))).status, 200)
    await allRead(server)
    await until('the event is over', async () => (await of(eve))[0] === 1)
    await until('who was not there has a no-show', async () => (await of(fay))[1] === 1)
    assert.deepEqual(await of(gus), [0, 0], 'the stranger may be he')
  })
})
