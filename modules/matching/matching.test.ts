import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { accountsContract } from '#modules/accounts/contract.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { resultFilesContract } from '#modules/result-files/contract.ts'
import { accLine, allRead, LAP, type Event } from '#modules/results/results.fixture.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { join } from '#testing/league.ts'
import { person } from '#testing/people.ts'
import { until } from '#testing/time.ts'
import { KEY, STRANGER, strangers, type Strangers } from './matching.fixture.ts'

describe('the desk for drivers nobody knows', () => {
  let desk: Strangers
  before(async () => {
    desk = await strangers()
  })
  after(() => desk.server.stop())

  const rowOf = async (event: Event, segment = 'race-1', position = 2) =>
    (await desk.tables(event)).find(({ key }) => key === segment)!.results.find((row) => row.position === position)!
  const who = async (event: Event, segment = 'race-1') => {
    const row = await rowOf(event, segment)
    return [row.name, row.driverId]
  }
  const racesOf = async (id: string) =>
    (await desk.server.visitor.ask(resultsContract.publicDriverResults, { id: id as never })).body.results.map(({ sessionId, points }) => [
      sessionId,
      points,
    ])
  const csvOf = async ({ id }: Event) => (await desk.server.visitor.fetch(`/results/${id}/export.csv?segment=race-1&split=1`)).text()
  /** All that anybody sees of an event's results, but for the version of the match. */
  const everything = async (event: Event) => ({
    tables: await desk.tables(event),
    csv: await csvOf(event),
    chart: (await desk.server.visitor.ask(resultsContract.chart, { sessionId: event.id, segment: 'race-1', split: 1 })).body,
    points: (await desk.owner.as.ask(resultsContract.sessionPoints, { sessionId: event.id })).body,
    profile: await racesOf(desk.ben.id),
  })

  test('a stranger is named by entry: tables, laps, points, export and profile follow, and undoing brings back every byte', async () => {
    const { ben, owner, ann } = desk
    const { event, entries } = await desk.night({
      classes: [
        { id: 'pro', name: 'Pro', carIds: ['34'] },
        { id: 'am', name: 'Am', carIds: ['35'] },
      ],
      points: { table: [10, 6, 3], scope: 'CLASS' },
    })
    await desk.server.running.machine.db.updateTable('entries').set({ class_id: 'pro' }).where('session_id', '=', event.id).execute()
    await desk.server.running.machine.db.updateTable('session_classes').set({ taken: 2 }).where('class_id', '=', 'pro').execute()
    await desk.bring(event)
    const before = await everything(event)
    assert.deepEqual((await rowOf(event)).carClassId, 'am')
    const { strangers: found, people } = await desk.desk(event)
    assert.deepEqual(
      found.map(({ key, name, account, seats, match, v, proposal }) => [
        key,
        name,
        account,
        seats.map(({ segment, position }) => [segment, position]),
        match,
        v,
        proposal,
      ]),
      [
        [
          KEY,
          'The Unknown',
          STRANGER,
          [
            ['qualify-1', 2],
            ['race-1', 2],
          ],
          null,
          0,
          null,
        ],
      ],
    )
    assert.deepEqual(
      people.map(({ name }) => name),
      ['Ann Ace', 'Ben Bold'],
    )

    const assigned = await desk.assign(event, 0, { entryId: entries[1]! })
    assert.deepEqual([assigned.status, assigned.body.v], [200, 1])
    for (const segment of ['qualify-1', 'race-1']) assert.deepEqual(await who(event, segment), ['Ben Bold', ben.id])
    const row = await rowOf(event)
    // of the entry's class now, second in it, with the points of that
    assert.deepEqual([row.carClassId, row.classPosition, row.finalPoints], ['pro', 2, 6])
    assert.deepEqual(await racesOf(ben.id), [[event.id, 6]])
    assert.match(await csvOf(event), /Ben Bold/)
    const laps = (await ben.as.ask(resultsContract.driverLaps, { sessionId: event.id, subSessionIndex: 1, driverId: ben.id })).body
    assert.deepEqual([laps.name, laps.total, laps.laps.length], ['Ben Bold', 4, 4])
    const { overallPoints } = (await owner.as.ask(resultsContract.sessionPoints, { sessionId: event.id })).body
    assert.deepEqual(
      overallPoints.map(({ driverId, points }) => [driverId, points]),
      [
        [ann.id, 10],
        [ben.id, 6],
      ],
    )
    assert.deepEqual(
      (await ben.as.ask(notificationsContract.notifications, {})).body.notifications.map(({ kind }) => kind),
      ['results-in'],
    )

    const { id } = assigned.body
    assert.equal((await desk.undo(id, 1)).status, 200)
    assert.deepEqual(await everything(event), before)
    assert.equal((await desk.desk(event)).strangers[0]!.match, null)
  })

  test('a member who has not entered may be named; nobody from outside, nobody without a login', async () => {
    const { event } = await desk.night({}, false)
    await desk.bring(event)
    assert.equal((await desk.assign(event, 0, { userId: desk.cem.id })).status, 200)
    assert.deepEqual(await who(event), ['Cem Calm', desk.cem.id])
    const { match, v } = (await desk.desk(event)).strangers[0]!
    assert.deepEqual([match?.name, match?.by, match?.here, v], ['Cem Calm', 'Olga Owner', true, 1])
    const outsider = await person(desk.server, 'Sam Stranger')
    assert.equal((await desk.assign(event, 1, { userId: outsider.id })).body.code, 'NOT_A_MEMBER')
    assert.equal((await desk.assign(event, 1, { userId: desk.ben.id }, KEY, desk.ben)).body.code, 'ADMIN_REQUIRED')
    assert.equal((await desk.assign(event, 0, { userId: desk.ben.id }, 'steam account:1')).body.code, 'NOT_FOUND')
    assert.equal((await desk.undo(match!.id, 1)).status, 200)
  })

  test('it is remembered: the next results know the driver, an earlier event is one button away, and undoing reaches them all', async () => {
    const [first, second, third] = [await desk.night(), await desk.night(), await desk.night()]
    await desk.bring(first.event)
    await desk.bring(second.event)
    const { id } = (await desk.assign(first.event, 0, { userId: desk.ben.id })).body
    await desk.bring(third.event)
    assert.deepEqual(await who(third.event), ['Ben Bold', desk.ben.id])
    assert.deepEqual(await who(second.event), ['The Unknown', null])
    const known = (await desk.desk(second.event)).strangers[0]!
    assert.deepEqual([known.match?.name, known.match?.here, known.v], ['Ben Bold', false, 1])
    assert.equal((await desk.assign(second.event, 1, { userId: desk.ben.id })).body.v, 2)
    // read anew it is the same
    const before = await everything(third.event)
    const { files } = (await desk.owner.as.ask(resultFilesContract.resultFiles, { id: third.event.id })).body
    for (const file of files) await desk.owner.as.done(resultFilesContract.RetryReading, { id: file.id }, {})
    await allRead(desk.server)
    assert.deepEqual(await everything(third.event), before)
    // somebody else after all: everywhere
    assert.equal((await desk.assign(third.event, 2, { userId: desk.cem.id })).body.v, 3)
    for (const { event } of [first, second, third]) assert.deepEqual(await who(event), ['Cem Calm', desk.cem.id])
    assert.deepEqual(await racesOf(desk.ben.id), [])
    assert.equal((await desk.undo(id, 2)).body.code, 'VERSION_CONFLICT')
    assert.equal((await desk.undo(id, 3)).status, 200)
    for (const { event } of [first, second, third]) assert.deepEqual(await who(event), ['The Unknown', null])
    assert.equal((await desk.undo(id, 3)).body.code, 'NOT_FOUND')
  })

  test('of two admins at once one is heard, the other told that the desk has changed', async () => {
    const { event } = await desk.night({}, false)
    await desk.bring(event)
    const replies = await Promise.all([desk.ben, desk.cem, desk.ben, desk.cem].map(({ id: userId }) => desk.assign(event, 0, { userId })))
    assert.deepEqual(replies.map(({ body }) => body.code ?? 'done').toSorted(), ['VERSION_CONFLICT', 'VERSION_CONFLICT', 'VERSION_CONFLICT', 'done'])
    const done = replies.find(({ status }) => status === 200)
    const [undone, changed] = await Promise.all([desk.undo(done!.body.id, 1), desk.assign(event, 1, { userId: desk.cem.id })])
    assert.equal([undone.status, changed.status].filter((status) => status === 200).length, 1)
    const left = (await desk.desk(event)).strangers[0]!
    if (left.match) await desk.undo(left.match.id, left.v)
  })

  test('somebody who drove another car of the segment is refused with its name, wherever the match counts', async () => {
    const { event } = await desk.night()
    const rows = [...desk.lines(), accLine(22, desk.ben.steamId, 'Ben', 3, 3 * LAP, 99_000)]
    await desk.bring(event, rows)
    const twice = await desk.assign(event, 0, { userId: desk.ben.id })
    assert.deepEqual(
      [twice.status, twice.body.code, twice.body.params],
      [422, 'DRIVER_TWICE_IN_SEGMENT', { field: 'userId', name: 'Ben Bold', segment: 'qualify-1' }],
    )
    const { id } = (await desk.assign(event, 0, { userId: desk.cem.id })).body
    // another stranger of the same race is not Cem as well
    const other = await desk.night()
    await desk.bring(other.event, [...desk.lines(), accLine(88, '76561190000000888', 'Second Stranger', 2, 2 * LAP, 99_500)])
    assert.deepEqual(await who(other.event), ['Cem Calm', desk.cem.id])
    const second = await desk.assign(other.event, 0, { userId: desk.cem.id }, 'steam account:76561190000000888')
    assert.equal(second.body.code, 'DRIVER_TWICE_IN_SEGMENT')
    // Ben drove in the first event beside the stranger: the match cannot become him from the other one either
    assert.equal((await desk.assign(other.event, 1, { userId: desk.ben.id })).body.code, 'DRIVER_TWICE_IN_SEGMENT')
    await desk.undo(id, 1)
  })

  test('whoever links the account later is known by that, and the desk has nothing to undo in what is read then', async () => {
    const [before, after_] = [await desk.night(), await desk.night()]
    await desk.bring(before.event)
    const { id } = (await desk.assign(before.event, 0, { userId: desk.cem.id })).body
    const real = await person(desk.server, 'Real Owner')
    const { db } = desk.server.running.machine
    await db.updateTable('linked_accounts').set({ subject: STRANGER }).where('user_id', '=', real.id).execute()
    await desk.bring(after_.event)
    assert.deepEqual(
      [await who(before.event), await who(after_.event)],
      [
        ['Cem Calm', desk.cem.id],
        ['Real Owner', real.id],
      ],
    )
    assert.deepEqual((await desk.desk(after_.event)).strangers, [])
    await desk.undo(id, 1)
    await db.deleteFrom('linked_accounts').where('user_id', '=', real.id).execute()
  })

  test('the same name among drivers and members is proposed', async () => {
    const { event } = await desk.night()
    await desk.bring(event, desk.lines('  cem   CALM '))
    assert.equal((await desk.desk(event)).strangers[0]!.proposal, desk.cem.id)
    const other = await desk.night()
    await desk.bring(other.event, desk.lines('Cem Warm'))
    assert.equal((await desk.desk(other.event)).strangers[0]!.proposal, null)
  })

  test('whoever is named takes all of it with them when they erase the account; nobody is called so again', async () => {
    const gone = await person(desk.server, 'Gina Gone')
    const { pool } = desk.server.running.machine
    await join(gone, desk.leagueId)
    const { event } = await desk.night()
    await desk.bring(event, desk.lines('Xaverina Secret'))
    await desk.assign(event, 0, { userId: gone.id })
    const data = (await gone.as.ask(accountsContract.exportData, { id: gone.id })).body
    assert.ok(JSON.stringify(data['namedInResults']).includes(STRANGER))
    await gone.as.done(accountsContract.RemoveUser, { id: gone.id, v: 1 }, {})
    const isOpen = async () =>
      (await pool.query('select 1 from result_rows where session_id = $1 and unmatched is not null', [event.id])).rows.length > 0
    await until('nobody is named', async () => !(await isOpen()))
    for (const table of ['result_rows', 'driver_matches', 'events', 'notifications', 'audit']) {
      const { rows } = await pool.query(`select 1 from ${table} t where t::text ~ 'Xaverina'`)
      assert.deepEqual(rows, [], table)
    }
    const left = await pool.query('select 1 from result_rows t where session_id = $1 and t::text ~ $2', [event.id, STRANGER])
    assert.deepEqual(left.rows, [])
    assert.deepEqual(await who(event), [null, gone.id])
    const next = await desk.night()
    await desk.bring(next.event, desk.lines('Xaverina Secret'))
    assert.deepEqual([await who(next.event), (await desk.desk(next.event)).strangers], [[null, null], []])
  })
})
