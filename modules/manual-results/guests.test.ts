import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { accountsContract } from '#modules/accounts/contract.ts'
import { correctionsContract } from '#modules/corrections/contract.ts'
import type { Event } from '#modules/results/results.fixture.ts'
import { person } from '#testing/people.ts'
import { until } from '#testing/time.ts'
import { manualResultsContract } from './contract.ts'
import { handing, iRacingFile, link, sent, type Handing, type Row } from './import.fixture.ts'

describe('guests of results that are kept by hand, once those are opened and a file is handed in again', () => {
  let room: Handing
  before(async () => {
    room = await handing()
  })
  after(() => room.server.stop())

  const ANN: Row = { id: 1001, name: 'Ann of iRacing', number: '11' }
  const guest = (id: number, name = 'A Stranger'): Row => ({ id, name, number: String(id) })
  const file = (rows: readonly Row[]) => sent(iRacingFile([{ number: 0, type: 6, name: 'RACE', rows }]), { sessions: [0] })
  const bring = async (made: Event, rows: readonly Row[], matches: readonly object[] = []) => {
    const { status, body } = await room.take(made, { ...file(rows), matches })
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal((await room.publish(made)).status, 200)
  }
  const reopen = (made: Event) => room.owner.as.done(manualResultsContract.ReopenResults, { id: made.id }, { reason: 'Another file.' })
  const drove = async (made: Event) =>
    (await room.table(made))[0]!.results
      .filter(({ status }) => status !== 'DNS')
      .map(({ raceNumber, driverId, penaltyAdjustments }) => [raceNumber, driverId, penaltyAdjustments])
  const penalise = async (made: Event, number: number, time: number) => {
    const { participantId } = (await room.table(made))[0]!.results.find(({ raceNumber }) => raceNumber === number)!
    const given = { sessionId: made.id, participantId, raceIndex: 0, time, reason: 'Cut.' }
    await room.owner.as.done(correctionsContract.AddPenalty, {}, given)
    return participantId
  }

  test('keep what stands against them, whatever they are called by then and whoever they turn out to be', async () => {
    const { made, ids } = await room.night(['RACE'])
    const rows = [ANN, guest(5), guest(6), guest(7, 'Third')]
    await bring(made, rows)
    const before = [await penalise(made, 5, 1), await penalise(made, 6, 2), await penalise(made, 7, 3)]
    // the first of one name has an account of ours now, the third another name
    const lena = await person(room.server, 'Lena Later')
    await link(room.server, lena.id, '5')
    await reopen(made)
    await bring(made, [ANN, guest(5), guest(6), guest(7, 'Third One')])
    const expected = [
      [11, room.ann.id, 0],
      [5, lena.id, 1000],
      [6, null, 2000],
      [7, null, 3000],
    ]
    assert.deepEqual(await drove(made), expected)
    // and the second is said to be Ben
    await reopen(made)
    await bring(made, rows, [{ participant: 2, entryId: ids[1] }])
    assert.deepEqual(
      await drove(made),
      expected.map((one) => (one[0] === 6 ? [6, room.ben.id, 2000] : one)),
    )
    assert.deepEqual(
      (await room.table(made))[0]!.results.slice(1, 4).map(({ participantId }) => participantId),
      before,
    )
  })

  test('leave nothing that their file told them by once they have erased the account', async () => {
    const gone = await person(room.server, 'Gone Girl')
    await link(room.server, gone.id, '7007')
    const { made } = await room.night(['RACE'])
    await bring(made, [ANN, guest(7007), guest(8)])
    const { pool } = room.server.running.machine
    const told = async () => {
      const { rows } = await pool.query(
        `select count(s.value ->> 'told')::int as told from manual_results m cross join jsonb_each(m.sources) s where m.session_id = $1`,
        [made.id],
      )
      return (rows[0] as { told: number }).told
    }
    assert.equal(await told(), 3)
    await gone.as.done(accountsContract.RemoveUser, { id: gone.id, v: 1 }, {})
    await until('what the file told them by is forgotten', async () => (await told()) === 2)
  })
})
