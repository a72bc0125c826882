import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { correctionsContract } from '#modules/corrections/contract.ts'
import { STRANGER, strangers, type Strangers } from '#modules/matching/matching.fixture.ts'
import { accFile, accLine, allRead, LAP, upload } from '#modules/results/results.fixture.ts'
import { person } from '#testing/people.ts'
import { resultFilesContract } from './contract.ts'

describe('a later file of whoever has linked the account since', () => {
  let desk: Strangers
  before(async () => {
    desk = await strangers()
  })
  after(() => desk.server.stop())

  test('has one line for them beside what stands, and what was given to their car', async () => {
    const { event } = await desk.night()
    const lena = await person(desk.server, 'Lena Later')
    await desk.bring(event)
    const race = async () => (await desk.tables(event)).find(({ key }) => key === 'race-1')!.results
    const [, stranger] = await race()
    const whom = { sessionId: event.id, participantId: stranger!.participantId, raceIndex: 0 }
    await desk.owner.as.done(correctionsContract.AddPenalty, {}, { ...whom, time: 2, reason: 'Cut.' })
    await desk.server.running.machine.db.updateTable('linked_accounts').set({ subject: STRANGER }).where('user_id', '=', lena.id).execute()
    const won = [accLine(77, STRANGER, 'The Unknown', 4, 4 * LAP - 5000, 97_000, 35), desk.lines()[0]!]
    await upload(desk.server, event.servers[0]!, '250101_213000_R.json', accFile('R', 1, won))
    await allRead(desk.server)
    const { segments } = (await desk.owner.as.ask(resultFilesContract.laterResults, { id: event.id })).body
    const [{ v, versions }] = segments as [(typeof segments)[number]]
    const { id } = versions.find(({ state }) => state === 'WAITING')!
    const { rows } = (await desk.owner.as.ask(resultFilesContract.comparedResults, { id })).body
    assert.deepEqual(
      rows.map(({ name, before: from, after: to, pointsGained }) => [name, from?.position, to?.position, pointsGained]),
      [
        ['Lena Later', 2, 1, 4],
        ['Ann Ace', 1, 2, -4],
      ],
    )
    await desk.owner.as.done(resultFilesContract.TakeLaterResult, { id, v }, { reason: 'The whole one.' })
    assert.deepEqual(
      (await race()).map(({ driverId, penaltyAdjustments, finalPoints }) => [driverId, penaltyAdjustments, finalPoints]),
      [
        [lena.id, 2000, 10],
        [desk.ann.id, 0, 6],
      ],
    )
  })
})
