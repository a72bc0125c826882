import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId } from '#core/ids.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { manualResultsContract } from './contract.ts'
import { enter, runningEvent, type Event } from '#modules/results/results.fixture.ts'

const LAP_MS = 90_000

describe('manual results', () => {
  let server: TestServer
  let owner: Person
  let admin: Person
  let ann: Person
  let ben: Person
  let cem: Person
  let leagueId: LeagueId
  before(async () => {
    server = await testServer({ breaks: ['seats-counted'] })
    const made = await Promise.all(['Olga Owner', 'Adam Admin', 'Ann Ace', 'Ben Bold', 'Cem Calm'].map((name) => person(server, name)))
    ;[owner, admin, ann, ben, cem] = made as [Person, Person, Person, Person, Person]
    leagueId = await league(server, owner, { shortName: 'HAND', admins: [admin] })
  })
  after(() => server.stop())

  /** Two races, three entries of which one is a team. */
  async function night(options: Parameters<typeof runningEvent>[3] = {}): Promise<{ made: Event; ids: readonly [string, string, string] }> {
    const made = await runningEvent(server, owner, leagueId, { game: 'iracing', manual: true, segments: ['QUALIFY', 'RACE', 'RACE'], ...options })
    const ids = await enter(server, made, [
      { userId: ann.id, raceNumber: 11, carId: '1' },
      { userId: ben.id, raceNumber: 22, carId: '1' },
      { userId: cem.id, raceNumber: 33, carId: '1', team: 'Team Calm', others: [admin.id] },
    ])
    return { made, ids: ids as unknown as readonly [string, string, string] }
  }
  const rowsOf = (ids: readonly string[], more: object = {}) =>
    ids.map((entryId, i) => ({ entryId, position: i + 1, timeMs: LAP_MS * 10 + i * 1000, ...more }))
  const view = async (who: Person, { id }: Event) => (await who.as.ask(manualResultsContract.manualResult, { eventId: id })).body
  const save = (who: Person, { id }: Event, raceNo: number, entryResults: readonly object[], more: object = {}) =>
    who.as.send(manualResultsContract.SaveRaceResult, { id }, { raceNo, entryResults: entryResults as never, ...more })
  const publish = (who: Person, { id }: Event) => who.as.send(manualResultsContract.PublishResults, { id }, {})
  const statusOf = async ({ id }: Event) =>
    (await server.running.machine.db.selectFrom('sessions').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

  test('a league night: drafts by race, published once, then results like any other', async () => {
    const { made, ids } = await night({ points: { table: [10, 6, 3] } })
    const [a, b, c] = ids
    const before = await view(owner, made)
    assert.deepEqual(
      before.raceResults.map(({ raceNo, saved, v, entryResults }) => [
        raceNo,
        saved,
        v,
        entryResults.map(({ position, participant }) => [position, participant.name]),
      ]),
      [1, 2].map((raceNo) => [
        raceNo,
        false,
        0,
        [
          [1, 'Ann Ace'],
          [2, 'Ben Bold'],
          [3, 'Team Calm'],
        ],
      ]),
    )
    assert.deepEqual(before.may, { edit: true, publish: false, reopen: false, importFile: true })
    assert.deepEqual(before.raceResults[0]?.entryResults[2]?.drivers.map(({ name }) => name).toSorted(), ['Adam Admin', 'Cem Calm'])
    const first = await save(owner, made, 1, [
      { entryId: b, position: 1, timeMs: 900_000 },
      { entryId: c, position: 2, timeMs: 903_500 },
      { entryId: a, position: 3, isDNF: true, timeMs: 5 },
    ])
    assert.deepEqual([first.status, first.body], [200, { raceNo: 1, v: 1 }])
    const incomplete = await publish(admin, made)
    assert.deepEqual([incomplete.body.code, incomplete.body.params], ['MANUAL_RESULT_INCOMPLETE', { field: 'raceNo', raceNo: 2 }])
    assert.equal((await save(admin, made, 2, [...rowsOf([c, a]), { entryId: b, position: 3, isSkip: true }])).status, 200)
    assert.equal((await view(admin, made)).may.publish, true)
    // nobody else sees a draft, in whatever answer
    assert.deepEqual((await view(ann, made)).raceResults, [])
    assert.deepEqual((await server.visitor.ask(resultsContract.results, { sessionId: made.id })).body.results, [])

    assert.deepEqual((await publish(admin, made)).body, { status: 'ENDED' })
    assert.equal(await statusOf(made), 'ENDED')
    const { results } = (await server.visitor.ask(resultsContract.results, { sessionId: made.id })).body
    assert.deepEqual(
      results.map(({ key, results: rows }) => [key, rows.map((row) => [row.position, row.name, row.status, row.timeRetired, row.finalPoints])]),
      [
        [
          'race-1',
          [
            [1, 'Ben Bold', 'FINISHED', { type: 'TIME', value: 900_000 }, 10],
            [2, 'Team Calm', 'FINISHED', { type: 'TIMEDIFF', value: 3500 }, 6],
            [3, 'Ann Ace', 'DNF', { type: 'DNF', value: null }, 0],
          ],
        ],
        [
          'race-2',
          [
            [1, 'Team Calm', 'FINISHED', { type: 'TIME', value: 900_000 }, 10],
            [2, 'Ann Ace', 'FINISHED', { type: 'TIMEDIFF', value: 1000 }, 6],
            [3, 'Ben Bold', 'DNS', { type: 'SKIPPED', value: null }, 0],
          ],
        ],
      ],
    )
    assert.deepEqual(results[0]?.results[1]?.drivers.length, 2)
    const { overallPoints } = (await ann.as.ask(resultsContract.sessionPoints, { sessionId: made.id })).body
    assert.deepEqual(overallPoints.map(({ points }) => points).toSorted(), [10, 16, 6])
    // everybody sees them now, nobody changes them
    const seen = await view(ben, made)
    assert.deepEqual(
      [seen.isPublished, seen.raceResults.length, seen.may],
      [true, 2, { edit: false, publish: false, reopen: false, importFile: false }],
    )
    for (const late of [await publish(owner, made), await save(owner, made, 1, rowsOf(ids))])
      assert.deepEqual([late.status, late.body.code], [409, 'MANUAL_RESULT_PUBLISHED'])
    assert.equal((await server.visitor.fetch(`/results/${made.id}/export.csv?segment=race-2`)).status, 200)
  })

  test('who drove is told once', async () => {
    const { made, ids } = await night({ segments: ['RACE'] })
    await save(owner, made, 1, rowsOf(ids))
    await publish(owner, made)
    const told = () =>
      server.running.machine.db
        .selectFrom('notifications')
        .select('user_id')
        .where('kind', '=', 'results-in')
        .where('link', '=', `/events/${made.id}`)
        .execute()
    await until('four are told', async () => (await told()).length === 4)
  })

  test('what is wrong is refused at its field', async () => {
    const { made, ids } = await night()
    const [a, b] = ids
    const refused = async (raceNo: number, rows: readonly object[], more: object = {}) => {
      const { body } = await save(owner, made, raceNo, rows, more)
      return [body.code, body.params?.['field']]
    }
    assert.deepEqual(await refused(3, rowsOf(ids)), ['MANUAL_RESULT_INCOMPLETE', 'raceNo'])
    assert.deepEqual(await refused(1, rowsOf([a, b])), ['MANUAL_RESULT_INCOMPLETE', 'entryResults'])
    assert.deepEqual(await refused(1, rowsOf([...ids, a])), ['MANUAL_RESULT_INCOMPLETE', 'entryResults'])
    assert.deepEqual(await refused(1, rowsOf([...ids, made.id])), ['MANUAL_RESULT_INCOMPLETE', 'entryResults'])
    assert.deepEqual(await refused(1, rowsOf(ids, { position: 2 })), ['MANUAL_RESULT_ORDER', 'entryResults.1.position'])
    assert.deepEqual(await refused(1, rowsOf(ids).with(0, { entryId: a, position: 1, timeMs: 99_000_000 })), [
      'MANUAL_RESULT_ORDER',
      'entryResults.1.timeMs',
    ])
    assert.deepEqual(await refused(1, rowsOf(ids).with(0, { entryId: a, position: 1, timeMs: -1 })), ['MALFORMED', 'entryResults.0.timeMs'])
    assert.deepEqual(await refused(1, rowsOf(ids), { v: 1 }), ['VERSION_CONFLICT', undefined])
    assert.equal((await save(owner, made, 1, rowsOf(ids), { v: 0 })).status, 200)
    assert.deepEqual(await refused(1, rowsOf(ids), { v: 0 }), ['VERSION_CONFLICT', undefined])
    assert.deepEqual((await save(owner, made, 1, rowsOf(ids), { v: 1 })).body.v, 2)
  })

  test('kept from the start on, not before; not at all where a server races', async () => {
    const soon = await night({ status: 'WAITING', startsAt: new Date(server.running.machine.clock().getTime() + 60_000) })
    assert.deepEqual([(await view(owner, soon.made)).may.edit, (await save(owner, soon.made, 1, rowsOf(soon.ids))).body.code], [false, 'WRONG_STATE'])
    // the start has passed, the order to begin is late
    const begun = await night({ status: 'WAITING' })
    assert.equal((await view(owner, begun.made)).may.edit, true)
    assert.equal((await save(owner, begun.made, 1, rowsOf(begun.ids))).status, 200)
    assert.equal(await statusOf(begun.made), 'IN_PROGRESS')
    const served = await runningEvent(server, owner, leagueId)
    assert.deepEqual([(await view(owner, served)).raceResults, (await save(owner, served, 1, [])).body.code], [[], 'WRONG_STATE'])
    assert.equal((await publish(owner, served)).body.code, 'WRONG_STATE')
  })

  test('an entry taken out after it was saved is gone from the result, the rest moves up', async () => {
    const { made, ids } = await night({ segments: ['RACE'] })
    await save(owner, made, 1, rowsOf(ids))
    await server.running.machine.db
      .updateTable('entries')
      .set({ status: 'DISQUALIFIED' })
      .where('id', '=', ids[0] as never)
      .execute()
    assert.deepEqual(
      (await view(owner, made)).raceResults[0]?.entryResults.map(({ position, entryId }) => [position, entryId]),
      [
        [1, ids[1]],
        [2, ids[2]],
      ],
    )
    assert.equal((await publish(owner, made)).status, 200)
    const { results } = (await server.visitor.ask(resultsContract.results, { sessionId: made.id })).body
    assert.deepEqual(
      results[0]?.results.map(({ position, finalPoints }) => [position, finalPoints]),
      [
        [1, 25],
        [2, 18],
      ],
    )
  })

  test('fifty publish while fifty save: published once, with every save that was confirmed before, none after', async () => {
    const { made, ids } = await night({ segments: ['RACE'] })
    await save(owner, made, 1, rowsOf(ids))
    const saves = Array.from({ length: 50 }, async (_, i) => {
      const { status } = await save(i % 2 ? owner : admin, made, 1, rowsOf(ids, { timeMs: 1_000_000 + i }))
      return status === 200 ? 1_000_000 + i : null
    })
    const publishes = Array.from({ length: 50 }, async (_, i) => (await publish(i % 2 ? admin : owner, made)).status)
    const [confirmed, statuses] = [await Promise.all(saves), await Promise.all(publishes)]
    assert.deepEqual([statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 409).length], [1, 49])
    const { db } = server.running.machine
    const draft = await db.selectFrom('manual_results').select(['v', 'rows']).where('session_id', '=', made.id).executeTakeFirstOrThrow()
    assert.equal(draft.v, 1 + confirmed.filter((time) => time !== null).length)
    const { results } = (await server.visitor.ask(resultsContract.results, { sessionId: made.id })).body
    assert.deepEqual(
      results[0]?.results.map(({ totalTime }) => totalTime),
      (draft.rows as { timeMs: number }[]).map(({ timeMs }) => timeMs),
    )
    const events = await db
      .selectFrom('events')
      .select('type')
      .where('aggregate_id', '=', made.id)
      .where('type', '=', 'ManualResultsPublished')
      .execute()
    assert.equal(events.length, 1)
  })

  test('a hidden community’s drafts are missing to strangers, members are no admins', async () => {
    const hidden = await league(server, owner, { shortName: 'HANDHID' })
    const made = await runningEvent(server, owner, hidden, { game: 'iracing', manual: true, segments: ['RACE'] })
    await server.running.machine.db.updateTable('leagues').set({ visibility: 'HIDDEN' }).where('id', '=', hidden).execute()
    assert.equal((await ann.as.ask(manualResultsContract.manualResult, { eventId: made.id })).body.code, 'NOT_FOUND')
    assert.equal((await save(ann, made, 1, [])).body.code, 'NOT_FOUND')
    const open = await night()
    assert.deepEqual([(await save(ann, open.made, 1, [])).body.code, (await publish(ann, open.made)).body.code], ['ADMIN_REQUIRED', 'ADMIN_REQUIRED'])
  })
})
