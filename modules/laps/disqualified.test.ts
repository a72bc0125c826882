import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { correctionsContract } from '#modules/corrections/contract.ts'
import { accFile, accLine, accOut, allRead, LAP, upload } from '#modules/results/results.fixture.ts'
import { person, type Person } from '#testing/people.ts'
import { computedLaps, driving, keptLaps, type Driving } from './laps.fixture.ts'

describe('laps of who is disqualified (docs/decisions/0034)', () => {
  let room: Driving
  let [ann, ben] = [] as unknown as [Person, Person]
  before(async () => {
    room = await driving()
    ;[ann, ben] = (await Promise.all(['Ann Ace', 'Ben Bold'].map((name) => person(room.server, name)))) as [Person, Person]
  })
  after(() => room.server.stop())

  const listed = async (segmentType?: 'RACE') => {
    const { laps } = (await room.free(ann, segmentType ? { segmentType } : {})).body
    return laps.map(({ driver, segmentType: type, lapTime }) => `${driver.name} ${type} ${lapTime}`)
  }
  const holds = async () => assert.deepEqual(await keptLaps(room.server), await computedLaps(room.server))

  test('by stewards: those of that segment are no best laps until it is revoked, those of others stay', async () => {
    const leagueId = await room.community('OUT', { members: [ann, ben] })
    const made = await room.event(leagueId, [ann, ben])
    await room.bring(made, 'Q', [{ who: ann, best: 97_500 }])
    await room.bring(made, 'R', [
      { who: ann, best: 97_000 },
      { who: ben, best: 98_000 },
    ])
    assert.deepEqual(await listed(), ['Ann Ace RACE 97000', 'Ann Ace QUALIFY 97500', 'Ben Bold RACE 98000'])
    const whom = { sessionId: made.id, driverId: ann.id, raceIndex: 0 }
    const { id } = await room.owner.as.done(correctionsContract.AddPenalty, {}, { ...whom, disqualified: true, reason: 'Underweight.' })
    assert.deepEqual(await listed(), ['Ann Ace QUALIFY 97500', 'Ben Bold RACE 98000'])
    await holds()
    await room.owner.as.done(correctionsContract.RevokeCorrection, { id }, { reason: 'Weighed again.' })
    assert.deepEqual(await listed(), ['Ann Ace RACE 97000', 'Ann Ace QUALIFY 97500', 'Ben Bold RACE 98000'])
    await holds()
  })

  test('by the file: none of that segment, until that is taken back', async () => {
    const leagueId = await room.community('STRUCK', { members: [ann, ben] })
    const made = await room.event(leagueId, [ann, ben], { segments: ['RACE'] })
    const lines = [ann, ben].map((who, at) => accLine(at + 1, who.steamId, who.name, 4, 4 * LAP + at, 95_000 + at))
    const bytes = accOut(accFile('R', 0, lines), 1)
    assert.equal((await upload(room.server, made.servers[0]!, 'R.json', bytes)).status, 200)
    await allRead(room.server)
    assert.deepEqual(await listed('RACE'), ['Ben Bold RACE 95001', 'Ann Ace RACE 97000'])
    await holds()
    const whom = { sessionId: made.id, driverId: ann.id, raceIndex: 0 }
    const { id } = await room.owner.as.done(correctionsContract.AddPenalty, {}, { ...whom, disqualified: false, reason: 'The limiter was on.' })
    assert.deepEqual(await listed('RACE'), ['Ann Ace RACE 95000', 'Ben Bold RACE 95001'])
    await holds()
    await room.owner.as.done(correctionsContract.RevokeCorrection, { id }, { reason: 'It was not.' })
    assert.deepEqual(await listed('RACE'), ['Ben Bold RACE 95001', 'Ann Ace RACE 97000'])
    await holds()
  })
})
