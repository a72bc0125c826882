import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
import { encodeUtf8 } from '#games/text.ts'
import { until } from '#testing/time.ts'
import { protestsContract as calls } from '../contract.ts'
import { filed, protestWorld, submit, type ProtestWorld } from '../protests.fixture.ts'

const HOUR = 3_600_000

describe('a report of what the game’s files carry', () => {
  let world: ProtestWorld
  let race: Event
  before(async () => {
    world = await protestWorld('LOGGED')
    const { server, owner, marco, dora, leagueId } = world
    race = await runningEvent(server, owner, leagueId, { segments: ['RACE'] })
    await enter(
      server,
      race,
      [dora, marco].map(({ id: userId }, i) => ({ userId, raceNumber: i + 1, carId: '34' })),
    )
    const lines = [dora, marco].map((one, i) => accLine(i + 1, one.steamId, one.name, 3, 3 * LAP + i, 97_000 + i))
    const penalty = { carId: 1001, driverIndex: 0, reason: 'Cutting', penalty: 'DriveThrough', penaltyValue: 3, violationInLap: 2, clearedInLap: 3 }
    const file = { ...(JSON.parse(new TextDecoder().decode(accFile('R', 0, lines))) as object), penalties: [penalty] }
    await upload(server, race.servers[0]!, 'R.json', encodeUtf8(JSON.stringify(file)))
    await allRead(server)
    await until('the log is read', async () => (await logged()).incidents.length > 0)
    server.clock.advance(2 * HOUR)
  })
  after(() => world.server.stop())
  const at = () => ({ sessionId: race.id, segmentIndex: 0 })
  const logged = async (driverId?: string) => (await world.marco.as.ask(calls.incidents, { ...at(), ...(driverId ? { driverId } : {}) })).body

  test('its incidents are listed with who was in them, of everybody or one driver', async () => {
    const { marco, dora } = world
    const all = await logged()
    assert.deepEqual(
      all.incidents.map(({ kind, who, lap }) => [kind, who.name, lap]),
      [
        ['INVALID_LAP', 'Dora Klein', 1],
        ['INVALID_LAP', 'Marco Bellini', 1],
        ['PENALTY', 'Dora Klein', 2],
      ],
    )
    assert.deepEqual([all.total, all.isTold], [3, true])
    const later = (await marco.as.ask(calls.incidents, { ...at(), offset: 2 })).body
    assert.deepEqual([later.incidents, later.total], [all.incidents.slice(2), 3])
    assert.deepEqual(
      (await logged(marco.id)).incidents.map(({ who }) => who.ids),
      [[marco.id]],
    )
    assert.equal((await logged(dora.id)).total, 2)
    assert.deepEqual((await marco.as.ask(calls.incidents, { ...at(), segmentIndex: 5 })).body.incidents, [])
  })

  test('the one that is picked stands in the report with its lap, and stewards see what was around it', async () => {
    const { marco, dora, stewards } = world
    const { resultId, no } = (await logged(dora.id)).incidents[1]!
    const report = await filed(marco, race.id, dora, { segmentIndex: 0, incident: { resultId, no } })
    assert.deepEqual(report.incident, { kind: 'PENALTY', value: 3, detail: 'DriveThrough: Cutting' })
    assert.equal(report.lapNumber, 2)
    const typed = await filed(marco, race.id, dora, { segmentIndex: 0, incident: { resultId, no }, lapNumber: 3 })
    assert.equal(typed.lapNumber, 3)
    const around = (await stewards[0]!.as.ask(calls.reportLog, { id: report.id })).body
    assert.deepEqual(
      around.incidents.map((one) => one.kind),
      ['INVALID_LAP', 'INVALID_LAP', 'PENALTY'],
    )
    assert.equal((await marco.as.ask(calls.reportLog, { id: report.id })).body.code, 'STEWARD_REQUIRED')
  })

  test('one that is not there is none', async () => {
    const { marco, dora } = world
    const { resultId } = (await logged()).incidents[0]!
    const { body } = await submit(marco, race.id, dora, { segmentIndex: 0, incident: { resultId, no: 99 } })
    assert.deepEqual([body.code, body.params!['field']], ['PROTEST_SEGMENT_INVALID', 'incident'])
  })
})
