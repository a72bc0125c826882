import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SessionId } from '#core/ids.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload, type AccLine } from '#modules/results/results.fixture.ts'
import { person, type Person } from '#testing/people.ts'
import { protestsContract as calls, type ReportView } from '../contract.ts'
import { appeal, drivenEvent, filed, NOTE, protestWorld, review, submit, TEXT, type ProtestWorld } from '../protests.fixture.ts'

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

  test('a guest who is named reads the case whole, answers, appeals and takes back, in a community that is hidden too', async () => {
    const { server, owner, leagueId, marco, dora, stewards } = world
    const [reporter, reportee] = [await person(server, 'Gina Guest'), await person(server, 'Gero Guest')]
    const id = await driven([marco, dora, reporter, reportee])
    const isNow = (visibility: string) =>
      server.running.machine.pool.query('update leagues set visibility = $2 where id = $1', [leagueId, visibility])
    const [taken, kept] = [await filed(reporter, id, reportee), await filed(reporter, id, reportee)]
    await isNow('HIDDEN')
    const read = async (who: Person, one = kept) => (await who.as.ask(calls.report, { id: one.id })).body
    for (const [who, as] of [
      [reporter, 'reporter'],
      [reportee, 'reportee'],
    ] as const) {
      assert.deepEqual([(await read(who)).description, (await read(who)).mine.as], [TEXT, as])
      assert.deepEqual((await who.as.ask(calls.reports, {})).body.reports.map((one) => one.id).toSorted(), [taken.id, kept.id].toSorted())
    }
    await reporter.as.done(calls.WithdrawReport, { id: taken.id }, {})
    assert.equal((await reportee.as.done(calls.AnswerReport, { id: kept.id }, { text: TEXT })).answer?.text, TEXT)
    for (const one of stewards.slice(0, 2)) await review(one, kept, 'ACCEPT', { penalties: [{ kind: 'WARNING', amount: null }] })
    assert.deepEqual([(await read(reporter)).reviews.map(({ note }) => note), (await read(reportee)).may.appeal], [[NOTE, NOTE], true])
    assert.equal((await appeal(reportee, kept)).body.status, 'APPEALED')
    assert.equal((await owner.as.ask(calls.report, { id: kept.id })).body.appeal?.note, NOTE)
    assert.equal((await marco.as.ask(calls.report, { id: kept.id })).status, 200)
    await isNow('PUBLIC')
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

  type Named = { readonly report: ReportView; readonly as: 'reporter' | 'reportee' | 'team' }
  const judge = () => world.stewards[4]!
  const CONFLICTS: Readonly<Record<string, () => Promise<Named>>> = {
    'who filed it': async () => ({ report: await filed(judge(), await driven([judge(), world.dora]), world.dora), as: 'reporter' }),
    'whom it names': async () => ({ report: await filed(world.marco, await driven([world.marco, judge()]), judge()), as: 'reportee' }),
    'who shares a car with the reporter, by the entry': async () => ({
      report: await filed(world.marco, await driven([[world.marco, judge()], world.dora]), world.dora),
      as: 'team',
    }),
    'who shares a car with the reported driver, by the entry': async () => ({
      report: await filed(world.marco, await driven([world.marco, [world.dora, judge()]]), world.dora),
      as: 'team',
    }),
    'who shared a car with the reporter, by the results': async () => ({
      report: await filed(world.dora, await sharedByFile(judge()), world.marco),
      as: 'team',
    }),
    'who shared a car with the reported driver, by the results': async () => ({
      report: await filed(world.marco, await sharedByFile(judge()), world.dora),
      as: 'team',
    }),
  }
  for (const [whom, made] of Object.entries(CONFLICTS))
    test(`a steward ${whom} neither votes nor is on the panel nor reads what helps to judge, of the report as of its appeal`, async () => {
      const { leagueId, stewards } = world
      const { report, as } = await made()
      const parties = [world.marco, world.dora, judge()]
      const seenBy = async (who: Person) => (await who.as.ask(calls.report, { id: report.id })).body
      const keptOut = async () => {
        assert.equal((await review(judge(), report, 'REJECT')).body.code, 'PROTEST_OWN_CASE')
        const seen = await seenBy(judge())
        assert.deepEqual([seen.mine.as, seen.may.review, 'voters' in seen], [as, false, false])
        const panel = new Set((await seenBy(stewards[3]!)).voters!.map((one) => one.id))
        assert.deepEqual([panel.has(judge().id), panel.has(stewards[3]!.id)], [false, true])
        const { cases, hidden } = (await judge().as.ask(calls.queue, { leagueId })).body
        assert.deepEqual([cases.some(({ id }) => id === report.id), hidden > 0], [false, true])
        for (const call of [calls.verdicts, calls.reportLog] as const)
          assert.equal((await judge().as.ask(call, { id: report.id })).body.code, 'PROTEST_OWN_CASE')
        assert.equal((await judge().as.ask(calls.changes, { id: report.id, penalties: [] })).body.code, 'PROTEST_OWN_CASE')
        return seen
      }
      await keptOut()
      assert.equal((await review(stewards[0]!, report, 'ACCEPT')).status, 200)
      // with a vote given, and with the one that decides still to come
      assert.deepEqual((await keptOut()).reviews, [])
      assert.equal((await review(stewards[1]!, report, 'ACCEPT')).body.status, 'ACCEPTED')
      const reportee = parties.find(({ id }) => id === report.reportee.id)!
      assert.equal((await appeal(reportee, report)).body.status, 'APPEALED')
      assert.equal((await review(stewards[2]!, report, 'ACCEPT')).status, 200)
      assert.equal((await keptOut()).reviews.length, 2)
      assert.equal((await review(stewards[3]!, report, 'ACCEPT')).body.status, 'APPEAL_ACCEPTED')
    })
})
