import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SessionId } from '#core/ids.ts'
import { burdensContract } from '#modules/burdens/contract.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { until } from '#testing/time.ts'
import { protestsContract as calls, type ReportView } from '../contract.ts'
import { appeal, filed, keptEvent, protestWorld, review, type ProtestWorld } from '../protests.fixture.ts'
import type { Penalty } from '../rules/penalty.ts'

/** What an appeal has turned neither comes back nor counts against anybody. */
describe('a verdict that was turned by an appeal', () => {
  let world: ProtestWorld
  before(async () => {
    world = await protestWorld('TURNED')
  })
  after(() => world.server.stop())

  const given = (penalties: Penalty[]): Promise<ReportView> => world.decided('ACCEPT', { penalties })
  async function turned(report: ReportView): Promise<void> {
    await appeal(world.dora, report)
    for (const one of world.stewards.slice(2, 4)) await review(one, report, 'ACCEPT')
  }
  const pool = async (state: 'DUE' | 'SETTLED') => (await world.owner.as.ask(calls.penaltyPool, { leagueId: world.leagueId, state })).body.penalties
  const ofReport = async ({ id }: ReportView) => (await pool('SETTLED')).find(({ reportId }) => reportId === id)!
  const kept = () => keptEvent(world)
  const carried = async (sessionId: SessionId) => (await world.marco.as.ask(burdensContract.burdens, { sessionId })).body.drivers.length

  test('what was served stays told as that: no admin makes it due again', async () => {
    const { owner } = world
    const report = await given([{ kind: 'GRID_DROP', amount: 3 }])
    const [due] = await pool('DUE')
    await owner.as.done(calls.ServePenalty, { id: due!.id }, {})
    assert.equal((await ofReport(report)).isTurned, false)
    await turned(report)
    assert.deepEqual([(await ofReport(report)).state, (await ofReport(report)).isTurned], ['SERVED', true])
    const { body } = await owner.as.send(calls.ReopenPenalty, { id: due!.id }, { reason: 'He lined up where he had qualified after all.' })
    assert.deepEqual([body.code, body.params], ['WRONG_STATE', { status: 'REVOKED' }])
    assert.deepEqual(await pool('DUE'), [])
  })

  test('nor do other results of the race that it was served in', async () => {
    const { owner, marco, dora } = world
    const race = await kept()
    const report = await given([{ kind: 'PIT_LANE_START', amount: null }])
    await until('the driver carries it', async () => (await carried(race.id)) === 1)
    await race.drives(marco, dora)
    await until('it is served', async () => (await pool('DUE')).length === 0)
    await turned(report)
    await owner.as.done(manualResultsContract.ReopenResults, { id: race.id }, { reason: 'One of them was not there.' })
    await race.drives(marco)
    // whatever is looked at after it has been looked at
    const other = await kept()
    const next = await given([{ kind: 'QUALIFYING_BAN', amount: null }])
    await until('the next one is carried', async () => (await carried(other.id)) === 1)
    assert.deepEqual([(await ofReport(report)).state, (await pool('DUE')).map(({ reportId }) => reportId)], ['SERVED', [next.id]])
  })

  test('it is no precedent: neither in what was decided before, nor in the numbers', async () => {
    const { marco, dora, stewards, leagueId, event } = world
    const numbers = async () => (await stewards[0]!.as.ask(calls.statistics, { leagueId })).body
    const before = await numbers()
    const report = await given([{ kind: 'TIME', amount: 30 }])
    const held = await numbers()
    assert.equal(held.accepted, before.accepted + 1)
    await turned(report)
    const after = await numbers()
    assert.deepEqual([after.accepted, after.appealsAccepted], [before.accepted, before.appealsAccepted + 1])
    assert.deepEqual(after.categories[0]!.accepted, before.categories[0]!.accepted)
    const waiting = await filed(marco, await event(), dora)
    const { drivers } = (await stewards[0]!.as.ask(calls.verdicts, { id: waiting.id })).body
    const [reported, reporter] = drivers
    const accepted = after.accepted
    assert.deepEqual([reported!.reportedAccepted, reporter!.filedAccepted], [accepted, accepted])
    assert.deepEqual(
      reported!.verdicts.find(({ id }) => id === report.id)?.penalties.map(({ state }) => state),
      ['REVOKED'],
    )
  })
})
