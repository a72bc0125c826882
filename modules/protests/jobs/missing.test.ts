import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SessionId } from '#core/ids.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { matchingContract } from '#modules/matching/contract.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload } from '#modules/results/results.fixture.ts'
import { until } from '#testing/time.ts'
import { protestsContract as calls, type ReportView } from '../contract.ts'
import { appeal, filed, protestWorld, review, type ProtestWorld } from '../protests.fixture.ts'

const HOUR = 3_600_000

/** Stewards decide while the results have nothing of the driver: nothing of the verdict is lost by that. */
describe('a verdict on somebody whom the results do not know yet', () => {
  let world: ProtestWorld
  before(async () => {
    world = await protestWorld('MISSING')
  })
  after(() => world.server.stop())

  const given = async (sessionId: SessionId, segmentIndex = 0): Promise<ReportView> => {
    const { marco, dora, stewards } = world
    const report = await filed(marco, sessionId, dora, { segmentIndex })
    const penalties = [{ kind: 'TIME' as const, amount: 30 }]
    for (const one of stewards.slice(0, 2)) await review(one, report, 'ACCEPT', { penalties })
    return report
  }
  const missing = async ({ id }: ReportView) => (await world.dora.as.ask(calls.report, { id })).body.penalties.map(({ isMissing }) => isMissing)
  const order = async (sessionId: SessionId) =>
    (await world.marco.as.ask(resultsContract.memberResults, { sessionId })).body.results[0]!.results.map(({ name }) => name)

  test('corrects them once the driver is matched, and an appeal takes that back', async () => {
    const { server, owner, leagueId, marco, dora, stewards } = world
    const made = await runningEvent(server, owner, leagueId, { segments: ['RACE'] })
    await enter(
      server,
      made,
      [marco, dora].map(({ id: userId }, at) => ({ userId, raceNumber: at + 1, carId: '34' })),
    )
    const lines = [
      accLine(99, '76561190000000099', 'The Unknown', 4, 4 * LAP, 97_000),
      accLine(1, marco.steamId, marco.name, 4, 4 * LAP + 3000, 98_000),
    ]
    await upload(server, made.servers[0]!, 'R.json', accFile('R', 0, lines))
    await allRead(server)
    server.clock.advance(2 * HOUR)
    const report = await given(made.id)
    assert.deepEqual(await missing(report), [true])
    const { strangers } = (await owner.as.ask(matchingContract.matchingDesk, { id: made.id })).body
    await owner.as.done(matchingContract.AssignDriver, { id: made.id, v: 0 }, { stranger: strangers[0]!.key, userId: dora.id } as never)
    await until('it corrects the race', async () => (await missing(report))[0] === false)
    assert.deepEqual(await order(made.id), ['Marco Bellini', 'Dora Klein'])
    await appeal(dora, report)
    for (const one of stewards.slice(2, 4)) await review(one, report, 'ACCEPT')
    assert.deepEqual(await order(made.id), ['Dora Klein', 'Marco Bellini'])
  })

  test('corrects them once results that are kept by hand are published', async () => {
    const { server, owner, leagueId, marco, dora } = world
    const made = await runningEvent(server, owner, leagueId, { game: 'iracing', manual: true, segments: ['RACE'] })
    const publish = async (...ids: readonly string[]) => {
      const entryResults = ids.map((entryId, at) => ({ entryId, position: at + 1, isDNF: false, isSkip: false, timeMs: 900_000 + at }))
      await owner.as.done(manualResultsContract.SaveRaceResult, { id: made.id }, { raceNo: 1, entryResults: entryResults as never })
      await owner.as.done(manualResultsContract.PublishResults, { id: made.id }, {})
    }
    const [first] = await enter(server, made, [{ userId: marco.id, raceNumber: 1, carId: '1' }])
    await publish(first!)
    const [second] = await enter(server, made, [{ userId: dora.id, raceNumber: 2, carId: '1' }])
    server.clock.advance(2 * HOUR)
    const report = await given(made.id)
    assert.deepEqual(await missing(report), [true])
    await owner.as.done(manualResultsContract.ReopenResults, { id: made.id }, { reason: 'A car was missing.' })
    await publish(second!, first!)
    await until('it corrects the race', async () => (await missing(report))[0] === false)
    assert.deepEqual(await order(made.id), ['Marco Bellini', 'Dora Klein'])
  })
})
