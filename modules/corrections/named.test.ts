import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { accountsContract } from '#modules/accounts/contract.ts'
import { accLine, allRead, enter, LAP, type Event } from '#modules/results/results.fixture.ts'
import { STRANGER, strangers, type Strangers } from '#modules/matching/matching.fixture.ts'
import { membersContract } from '#modules/members/contract.ts'
import { resultFilesContract } from '#modules/result-files/contract.ts'
import { person } from '#testing/people.ts'
import { until } from '#testing/time.ts'
import type { SessionId } from '#core/ids.ts'
import { correctionsContract as calls } from './contract.ts'

/** What stands against somebody whom only the file knew, before and after an admin says who it is. */
describe('corrections of strangers', () => {
  let desk: Strangers
  before(async () => {
    desk = await strangers()
  })
  after(() => desk.server.stop())

  const race = async (id: SessionId) => (await desk.tables({ id, servers: [] })).find(({ key }) => key === 'race-1')!.results
  const penalties = async (id: SessionId) => race(id).then((rows) => rows.map(({ penaltyAdjustments }) => penaltyAdjustments))
  const penalise = async (id: SessionId, participantId: string, time: number) =>
    desk.owner.as.done(calls.AddPenalty, {}, { sessionId: id, participantId, raceIndex: 0, time, reason: 'Cut.' })

  test('stay while they are named, and when they are named no more', async () => {
    const { event, entries } = await desk.night()
    await desk.bring(event)
    await penalise(event.id, (await race(event.id))[1]!.participantId, 1)
    const named = (await desk.assign(event, 0, { entryId: entries[1]! })).body
    assert.deepEqual(await penalties(event.id), [0, 1000])
    await penalise(event.id, (await race(event.id))[1]!.participantId, 2)
    assert.deepEqual(await penalties(event.id), [0, 3000])
    await desk.undo(named.id!, named.v!)
    assert.deepEqual(await penalties(event.id), [0, 3000])
  })

  test('given under a wrong name stay with the row once that name is put right, and are not those of whom the name belongs to', async () => {
    const { event, entries } = await desk.night()
    const other = '76561190000000778'
    await desk.bring(event, [...desk.lines(), accLine(88, other, 'Another One', 4, 4 * LAP + 60_000, 97_500)])
    const wrong = (await desk.assign(event, 0, { entryId: entries[1]! })).body
    await penalise(event.id, (await race(event.id))[1]!.participantId, 1)
    await desk.undo(wrong.id!, wrong.v!)
    const right = await desk.assign(event, 0, { entryId: entries[1]! }, `steam account:${other}`)
    assert.equal(right.status, 200, JSON.stringify(right.body))
    assert.deepEqual(
      (await race(event.id)).map(({ driverId, penaltyAdjustments }) => [driverId, penaltyAdjustments]),
      [
        [desk.ann.id, 0],
        [null, 1000],
        [desk.ben.id, 0],
      ],
    )
    const { penalties: shown } = (await desk.owner.as.ask(calls.penalties, { sessionId: event.id })).body
    assert.deepEqual(
      shown.map(({ participantIds, driverIds }) => [participantIds, driverIds]),
      [[[(await race(event.id))[1]!.participantId], []]],
    )
    await desk.undo(right.body.id!, right.body.v!)
  })

  test('of a stranger who drove two cars stand against the one they were given, whoever that is said to be', async () => {
    const { event } = await desk.night()
    await desk.bring(event, [...desk.lines(), accLine(78, STRANGER, 'The Unknown', 4, 4 * LAP + 60_000, 97_500, 35)])
    const rowAt = async (place: number) => (await race(event.id))[place]!.participantId
    await penalise(event.id, await rowAt(1), 1)
    assert.deepEqual(await penalties(event.id), [0, 1000, 0])
    const named = (await desk.assign(event, 0, { userId: desk.cem.id })).body
    assert.deepEqual(
      (await race(event.id)).map(({ driverId }) => driverId),
      [desk.ann.id, desk.cem.id, desk.cem.id],
    )
    assert.deepEqual(await penalties(event.id), [0, 1000, 0])
    await penalise(event.id, await rowAt(2), 2)
    assert.deepEqual(await penalties(event.id), [0, 1000, 2000])
    await desk.undo(named.id!, named.v!)
    assert.deepEqual(await penalties(event.id), [0, 1000, 2000])
  })

  const readAgain = async (event: Event) => {
    const { files } = (await desk.owner.as.ask(resultFilesContract.resultFiles, { id: event.id })).body
    for (const { id } of files) await desk.owner.as.done(resultFilesContract.RetryReading, { id }, {})
    await allRead(desk.server)
  }

  test('stay with the row once whoever drove it has linked the account and the file is read again, and when it is linked no more', async () => {
    const { db } = desk.server.running.machine
    const later = await person(desk.server, 'Lena Later')
    await later.as.done(membersContract.JoinLeague, { id: desk.leagueId }, {})
    const { event } = await desk.night()
    await desk.bring(event)
    const stranger = (await race(event.id))[1]!
    await penalise(event.id, stranger.participantId, 1)
    const link = (subject: string) => db.updateTable('linked_accounts').set({ subject }).where('user_id', '=', later.id).execute()
    await link(STRANGER)
    await readAgain(event)
    const known = (await race(event.id))[1]!
    assert.deepEqual([known.driverId, known.penaltyAdjustments, known.participantId], [later.id, 1000, stranger.participantId])
    await penalise(event.id, known.participantId, 2)
    await link(later.steamId)
    await readAgain(event)
    const unknown = (await race(event.id))[1]!
    assert.deepEqual([unknown.driverId, unknown.penaltyAdjustments, unknown.participantId], [null, 3000, stranger.participantId])
  })

  for (const isEntered of [false, true])
    test(`an old file that is read again after they have erased the account leaves nothing of it in the results, but what was given (${isEntered ? 'entered' : 'not entered'})`, async () => {
      const gone = await person(desk.server, 'Gus Gone')
      await gone.as.done(membersContract.JoinLeague, { id: desk.leagueId }, {})
      const { event } = await desk.night()
      if (isEntered) await enter(desk.server, event, [{ userId: gone.id, raceNumber: 88, carId: '34' }])
      await desk.bring(event, [...desk.lines(), accLine(88, gone.steamId, gone.name, 4, 4 * LAP + 60_000, 97_500)])
      await penalise(event.id, (await race(event.id))[2]!.participantId, 3)
      const before = await race(event.id)
      await gone.as.done(accountsContract.RemoveUser, { id: gone.id, v: 1 }, {})
      const { pool } = desk.server.running.machine
      await until('what the file told them by is forgotten', async () => {
        const { rowCount } = await pool.query(
          'select from result_rows where session_id = $1 and user_ids @> array[$2::uuid] and file_key is not null',
          [event.id, gone.id],
        )
        return rowCount === 0
      })
      await readAgain(event)
      for (let times = 0; times < 2; times++) {
        const after = await race(event.id)
        assert.equal(after[2]!.name, null)
        // the penalty stays with the car that nobody is known to have driven
        assert.deepEqual(
          after.map(({ participantId, penaltyAdjustments, finalPoints }) => [participantId, penaltyAdjustments, finalPoints]),
          before.map(({ participantId, penaltyAdjustments, finalPoints }) => [participantId, penaltyAdjustments, finalPoints]),
        )
        await readAgain(event)
      }
      const { rowCount } = await pool.query('select from result_rows t where session_id = $1 and t::text ~ $2', [event.id, gone.steamId])
      assert.equal(rowCount, 0)
    })

  test('hold nothing of what the file called them once they erase the account, and count all the same', async () => {
    const gone = await person(desk.server, 'Gina Gone')
    await gone.as.done(membersContract.JoinLeague, { id: desk.leagueId }, {})
    const { event } = await desk.night()
    await desk.bring(event)
    await penalise(event.id, (await race(event.id))[1]!.participantId, 1)
    await desk.assign(event, 0, { userId: gone.id })
    await penalise(event.id, (await race(event.id))[1]!.participantId, 2)
    const { pool } = desk.server.running.machine
    const known = () => pool.query('select 1 from result_corrections t where session_id = $1 and t::text ~ $2', [event.id, STRANGER])
    assert.equal((await known()).rowCount, 2)
    await gone.as.done(accountsContract.RemoveUser, { id: gone.id, v: 1 }, {})
    assert.equal((await known()).rowCount, 0)
    assert.deepEqual(await penalties(event.id), [0, 3000])
  })
})
