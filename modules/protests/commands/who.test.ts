import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SessionId } from '#core/ids.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload, type AccLine } from '#modules/results/results.fixture.ts'
import { person, type Person } from '#testing/people.ts'
import { protestsContract as calls } from '../contract.ts'
import { drivenEvent, filed, NOTE, protestWorld, review, submit, TEXT, type ProtestWorld } from '../protests.fixture.ts'

const HOUR = 3_600_000

/** Who reports whom, who reads of it and who votes, where an event has several splits, teams, or drivers from outside. */
describe('who has a part in a protest', () => {
  let world: ProtestWorld
  before(async () => {
    world = await protestWorld('WHO')
  })
  after(() => world.server.stop())

  const driven = async (cars: Parameters<typeof drivenEvent>[3], more: Parameters<typeof drivenEvent>[4] = {}): Promise<SessionId> => {
    const { server, owner, leagueId } = world
    const id = await drivenEvent(server, owner, leagueId, cars, more)
    server.clock.advance(2 * HOUR)
    return id
  }
  const tab = async (who: Person, sessionId: SessionId) => (await who.as.ask(calls.sessionReports, { sessionId })).body

  test('a driver names those of the own split without the own team, and reports in it without saying which; stewards name all', async () => {
    const { owner, marco, dora, mate, member, stewards } = world
    const id = await driven([stewards[0]!, member, marco, [dora, mate]], { splits: 2, splitOf: (index) => (index < 2 ? 1 : 2) })
    const named = async (who: Person) => (await tab(who, id)).drivers.map(({ name, splitNo }) => `${splitNo} ${name}`).toSorted()
    assert.deepEqual([await named(marco), (await tab(marco, id)).splits], [['2 Dora Klein', '2 Mia Mate'], [2]])
    assert.deepEqual(await named(dora), ['2 Marco Bellini'])
    assert.deepEqual(await named(stewards[0]!), ['1 Mona Member', '2 Dora Klein', '2 Marco Bellini', '2 Mia Mate'])
    assert.equal((await named(owner)).length, 5)
    assert.equal((await filed(marco, id, dora)).splitNo, 2)
    assert.equal((await filed(owner, id, mate)).splitNo, 2)
    assert.equal((await submit(marco, id, member)).body.code, 'PROTEST_NOT_ALLOWED')
  })

  test('a guest who drove reads that there is a protest and how it stands, and nothing of what was said', async () => {
    const { server, marco, dora, stranger, stewards } = world
    const guest = await person(server, 'Gus Guest')
    const id = await driven([marco, dora, guest])
    const report = await filed(marco, id, dora)
    const read = async () => (await guest.as.ask(calls.report, { id: report.id })).body
    assert.deepEqual(
      [(await read()).status, 'description' in (await read()), (await tab(guest, id)).reports.map((one) => one.id)],
      ['PENDING', false, [report.id]],
    )
    for (const one of stewards.slice(0, 2)) await review(one, report, 'ACCEPT', { penalties: [{ kind: 'WARNING', amount: null }] })
    const decided = await guest.as.ask(calls.report, { id: report.id })
    assert.deepEqual([decided.body.status, decided.body.penalties.map(({ kind }) => kind), decided.body.reviews], ['ACCEPTED', ['WARNING'], []])
    const words = JSON.stringify([decided.body, await tab(guest, id)])
    assert.deepEqual([words.includes(TEXT), words.includes(NOTE)], [false, false])
    assert.equal((await stranger.as.ask(calls.report, { id: report.id })).status, 404)
    const gone = await filed(marco, id, dora)
    await marco.as.done(calls.WithdrawReport, { id: gone.id }, {})
    assert.equal((await guest.as.ask(calls.report, { id: gone.id })).status, 404)
  })

  /** Dora’s car was driven by somebody who has left her team since: the file of the race has both. */
  async function sharedByFile(other: Person): Promise<SessionId> {
    const { server, owner, leagueId, marco, dora } = world
    const made = await runningEvent(server, owner, leagueId)
    await enter(server, made, [
      { userId: marco.id, raceNumber: 1, carId: '34' },
      { userId: dora.id, raceNumber: 2, carId: '34', team: 'Team 2', others: [other.id] },
    ])
    const [alone, car] = [marco, dora].map((who, at) => accLine(at + 1, who.steamId, who.name, 4, 4 * LAP + at * 3000, 97_000)) as [AccLine, AccLine]
    car.car.drivers.push({ firstName: '', lastName: other.name, playerId: `S${other.steamId}` })
    await upload(server, made.servers[0]!, 'R.json', accFile('R', 0, [alone, car]))
    await allRead(server)
    await server.running.machine.pool.query('update entry_drivers set active = false where session_id = $1 and user_id = $2', [made.id, other.id])
    server.clock.advance(2 * HOUR)
    return made.id
  }

  for (const by of ['entry', 'results'] as const)
    test(`a steward who shares a car with a party, by the ${by}, neither votes nor is on the panel, and reads nothing that helps to judge`, async () => {
      const { marco, dora, stewards } = world
      const judge = stewards[4]!
      const id = by === 'entry' ? await driven([marco, [dora, judge]]) : await sharedByFile(judge)
      const report = await filed(marco, id, dora)
      assert.equal((await review(judge, report, 'REJECT')).body.code, 'PROTEST_OWN_CASE')
      const seen = (await judge.as.ask(calls.report, { id: report.id })).body
      assert.deepEqual([seen.mine.as, seen.may.review, 'voters' in seen], ['team', false, false])
      const panel = new Set((await stewards[0]!.as.ask(calls.report, { id: report.id })).body.voters!.map((one) => one.id))
      assert.deepEqual([panel.has(judge.id), panel.has(stewards[0]!.id)], [false, true])
      for (const call of [calls.verdicts, calls.reportLog] as const)
        assert.equal((await judge.as.ask(call, { id: report.id })).body.code, 'PROTEST_OWN_CASE')
      assert.equal((await judge.as.ask(calls.changes, { id: report.id, penalties: [] })).body.code, 'PROTEST_OWN_CASE')
    })
})
