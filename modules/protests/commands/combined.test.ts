import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SessionId } from '#core/ids.ts'
import { correctionsContract } from '#modules/corrections/contract.ts'
import { matchingContract } from '#modules/matching/contract.ts'
import { resultFilesContract } from '#modules/result-files/contract.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
import { until } from '#testing/time.ts'
import { protestsContract as calls, type ReportView } from '../contract.ts'
import { appeal, drivenEvent, enteredEvent, filed, NOTE, protestWorld, review, setRules, submit, type ProtestWorld } from '../protests.fixture.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MINUTE = 60_000
const TEN = { penalties: [{ kind: 'TIME' as const, amount: 10 }] }
const WHY = 'It was given for something that was settled on the track.'

/** What happens to a verdict while something else happens to the same race. */
describe('verdicts beside other changes', () => {
  let world: ProtestWorld
  before(async () => {
    world = await protestWorld('COMBINED')
  })
  after(async () => {
    const { rows } = await pool().query('select deadlocks from pg_stat_database where datname = current_database()')
    await world.server.stop()
    assert.deepEqual(rows, [{ deadlocks: 0 }], 'everybody locks in the same order')
  })
  const pool = () => world.server.running.machine.pool

  let unknown = 0
  async function raced(isKnown = true): Promise<Event> {
    const made = await enteredEvent(world)
    await brought(made, { isKnown })
    world.server.clock.advance(2 * HOUR)
    return made
  }
  /** Marco three seconds behind whoever drove Dora’s car: herself, or somebody nobody knows. */
  async function brought(made: Event, { isKnown = true, file = 'R.json' } = {}): Promise<void> {
    const { server, marco, dora } = world
    const stranger = `${String(10_000 + unknown++)}`
    const steamId = isKnown ? dora.steamId : `765611900000${stranger}`
    const first = accLine(isKnown ? 2 : 99, steamId, isKnown ? dora.name : `Unknown ${stranger}`, 4, 4 * LAP, 97_000)
    const second = accLine(1, marco.steamId, marco.name, 4, 4 * LAP + (file === 'R.json' ? 3000 : 4000), 98_000)
    assert.equal((await upload(server, made.servers[0]!, file, accFile('R', 0, [first, second]))).status, 200)
    await allRead(server)
  }
  const order = async ({ id }: { readonly id: SessionId }) =>
    (await world.marco.as.ask(resultsContract.memberResults, { sessionId: id })).body.results[0]!.results.map(({ name }) => name?.split(' ')[0])
  const read = async ({ id }: ReportView) => (await world.dora.as.ask(calls.report, { id })).body
  const states = async (report: ReportView) => (await read(report)).penalties.map(({ state, isMissing }) => (isMissing ? 'MISSING' : state))
  /** All of a verdict but the vote that makes it. */
  async function almost(made: Event): Promise<ReportView> {
    const report = await filed(world.marco, made.id, world.dora, { segmentIndex: 0 })
    assert.equal((await review(world.stewards[0]!, report, 'ACCEPT', TEN)).status, 200)
    return report
  }
  async function given(made: Event): Promise<ReportView> {
    const report = await almost(made)
    assert.equal((await review(world.stewards[1]!, report, 'ACCEPT', TEN)).status, 200)
    return report
  }
  const corrections = async ({ id }: Event) => (await world.owner.as.ask(correctionsContract.penalties, { sessionId: id })).body.penalties
  const takeBack = async (made: Event) =>
    world.owner.as.send(correctionsContract.RevokeCorrection, { id: (await corrections(made)).find(({ revoked }) => !revoked)!.id }, { reason: WHY })

  test('the vote that decides and a driver who is named at once: the race is corrected, whoever was first', async () => {
    const { owner, dora, stewards } = world
    for (let round = 0; round < 3; round++) {
      const made = await raced(false)
      const report = await almost(made)
      const { strangers } = (await owner.as.ask(matchingContract.matchingDesk, { id: made.id })).body
      const vote = () => review(stewards[1]!, report, 'ACCEPT', TEN)
      const named = () =>
        owner.as.send(matchingContract.AssignDriver, { id: made.id, v: 0 }, { stranger: strangers[0]!.key, userId: dora.id } as never)
      const both = await Promise.all(round % 2 === 0 ? [vote(), named()] : [named(), vote()])
      assert.deepEqual(
        both.map(({ status }) => status),
        [200, 200],
      )
      await until('it corrects the race', async () => (await states(report)).join() === 'STANDS')
      assert.deepEqual(await order(made), ['Marco', 'Dora'])
      assert.equal((await corrections(made)).length, 1)
    }
  })

  test('and a file that comes late, or again: the verdict stands in whichever results do', async () => {
    const { server, owner, dora, stewards } = world
    const made = await enteredEvent(world)
    for (const table of ['sessions', 'splits'])
      await pool().query(`update ${table} set status = 'ENDED', status_at = $2 where ${table === 'splits' ? 'session_id' : 'id'} = $1`, [
        made.id,
        server.clock.now(),
      ])
    server.clock.advance(2 * HOUR)
    const report = await almost(made)
    await Promise.all([brought(made), review(stewards[1]!, report, 'ACCEPT', TEN)])
    await until('it corrects the race', async () => (await states(report)).join() === 'STANDS')
    assert.deepEqual(await order(made), ['Marco', 'Dora'])
    await brought(made, { file: 'R2.json' })
    const { segments } = (await owner.as.ask(resultFilesContract.laterResults, { id: made.id })).body
    const [{ v, versions }] = segments as [(typeof segments)[number]]
    const later = versions.find(({ state }) => state === 'WAITING')!
    await owner.as.done(resultFilesContract.TakeLaterResult, { id: later.id, v }, { reason: 'The first file was cut off.' })
    assert.deepEqual([await order(made), (await corrections(made)).length], [['Marco', 'Dora'], 1])
    await appeal(dora, report)
    for (const one of stewards.slice(2, 4)) await review(one, report, 'ACCEPT')
    assert.deepEqual(await order(made), ['Dora', 'Marco'])
  })

  test('who drove in two splits is corrected in that of the incident alone, and a vote is told so before', async () => {
    const { server, owner, leagueId, marco, dora, stewards } = world
    const made = await runningEvent(server, owner, leagueId, { segments: ['RACE'], splits: 2 })
    const drivers = [dora, marco].map((who, at) => ({ userId: who.id, raceNumber: at + 1, carId: '34', splitNo: 2 }))
    await enter(server, made, drivers)
    const lines = [dora, marco].map((who, at) => accLine(at + 1, who.steamId, who.name, 4, 4 * LAP + at * 3000, 97_000))
    for (const one of made.servers) await upload(server, one, 'R.json', accFile('R', 0, lines))
    await allRead(server)
    server.clock.advance(2 * HOUR)
    const report = await filed(marco, made.id, dora, { segmentIndex: 0, splitNo: 2 })
    const { race } = (await stewards[0]!.as.ask(calls.changes, { id: report.id, ...TEN })).body
    assert.deepEqual(
      race!.rows.map(({ name, to }) => [to.position, name]),
      [
        [2, 'Dora Klein'],
        [1, 'Marco Bellini'],
      ],
    )
    for (const one of stewards.slice(0, 2)) assert.equal((await review(one, report, 'ACCEPT', TEN)).status, 200)
    const { results } = (await owner.as.ask(resultsContract.memberResults, { sessionId: made.id })).body
    assert.deepEqual(
      results.map(({ splitNo, results: rows }) => [splitNo, ...rows.map(({ name, penaltyAdjustments }) => `${name} ${penaltyAdjustments}`)]),
      [
        [1, 'Dora Klein 0', 'Marco Bellini 0'],
        [2, 'Marco Bellini 0', 'Dora Klein 10000'],
      ],
    )
  })

  test('what an admin takes back by hand stands in the verdict no more, and comes back by nothing', async () => {
    const { dora, stewards, leagueId } = world
    const made = await raced()
    const report = await given(made)
    assert.deepEqual([await states(report), await order(made)], [['STANDS'], ['Marco', 'Dora']])
    assert.equal((await takeBack(made)).status, 200)
    assert.deepEqual([await states(report), await order(made)], [['REVOKED'], ['Dora', 'Marco']])
    const { penalties } = (await stewards[0]!.as.ask(calls.statistics, { leagueId })).body
    assert.equal(penalties.find(({ kind }) => kind === 'TIME')!.count, (await standing()).length)
    // of an appeal there is nothing left to undo
    await appeal(dora, report)
    for (const one of stewards.slice(2, 4)) await review(one, report, 'ACCEPT')
    assert.deepEqual([(await read(report)).status, await states(report), await order(made)], ['APPEAL_ACCEPTED', ['REVOKED'], ['Dora', 'Marco']])
  })
  const standing = async () => (await pool().query(`select from protest_penalties where kind = 'TIME' and state = 'STANDS'`)).rows

  test('an appeal that is accepted while an admin takes the penalty back: once, and the results are those of before', async () => {
    const { dora, stewards } = world
    for (let round = 0; round < 4; round++) {
      const made = await raced()
      const report = await given(made)
      await appeal(dora, report)
      await review(stewards[2]!, report, 'ACCEPT')
      const turned = () => review(stewards[3]!, report, 'ACCEPT')
      const both = await Promise.all(round % 2 === 0 ? [turned(), takeBack(made)] : [takeBack(made), turned()])
      const [vote, hand] = round % 2 === 0 ? both : both.toReversed()
      assert.equal(vote!.status, 200)
      assert.ok(hand!.status === 200 || hand!.body.code === 'WRONG_STATE', String(hand!.body.code))
      assert.deepEqual([await states(report), await order(made)], [['REVOKED'], ['Dora', 'Marco']])
      const { rows } = await pool().query(`select from events where type = 'CorrectionRevoked' and data ->> 'sessionId' = $1`, [made.id])
      assert.equal(rows.length, 1)
    }
  })

  test('a connection that is lost between the vote and its penalty leaves neither; the same vote counts afterwards', async () => {
    const made = await raced()
    const report = await almost(made)
    const before = await read(report)
    await pool().query(`create function lost() returns trigger language plpgsql as $$ begin
      perform pg_terminate_backend(pg_backend_pid()); return new; end $$`)
    await pool().query('create trigger lost before insert on protest_penalties for each row execute function lost()')
    const { as } = world.stewards[1]!
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ decision: 'ACCEPT', note: NOTE, ...TEN })
    const lost = await as.fetch(`/command/protest-report/ReviewReport/${report.id}/0`, { method: 'POST', headers, body })
    await pool().query('drop trigger lost on protest_penalties')
    assert.ok(lost.status >= 500, String(lost.status))
    assert.deepEqual([await read(report), await order(made), await corrections(made)], [before, ['Dora', 'Marco'], []])
    const { rows } = await pool().query(`select from events where type in ('ReportDecided', 'ResultCorrected') and data ->> 'sessionId' = $1`, [
      made.id,
    ])
    assert.equal(rows.length, 0)
    assert.equal((await review(world.stewards[1]!, report, 'ACCEPT', TEN)).body.status, 'ACCEPTED')
    assert.deepEqual([await states(report), await order(made)], [['STANDS'], ['Marco', 'Dora']])
  })

  test('the vote that decides and the reporter who withdraws at once: never both', async () => {
    const { owner, marco, dora, stewards, leagueId } = world
    const id = await world.event()
    const withdraw = (one: ReportView) => marco.as.send(calls.WithdrawReport, { id: one.id }, {})
    const third = await filed(marco, id, dora)
    await review(stewards[0]!, third, 'ACCEPT')
    await review(stewards[1]!, third, 'REJECT')
    const [decided, late] = await Promise.all([review(stewards[2]!, third, 'REJECT'), withdraw(third)])
    assert.deepEqual([decided.body.status, late.body.code], ['REJECTED', 'WITHDRAW_ONLY_PENDING'])
    // where one vote decides it is the first as well
    await setRules(owner, leagueId, { reviewer_count: 1 })
    for (let round = 0; round < 6; round++) {
      const one = await filed(marco, id, dora)
      const [vote, back] = await Promise.all([review(stewards[0]!, one, 'ACCEPT'), withdraw(one)])
      const isTakenBack = back.status === 200
      assert.equal(isTakenBack ? vote.body.code : back.body.code, isTakenBack ? 'WRONG_STATE' : 'WITHDRAW_ONLY_PENDING')
      assert.equal((await read(one)).status, isTakenBack ? 'WITHDRAWN' : 'ACCEPTED')
    }
    await setRules(owner, leagueId, {})
  })

  test('at the edges of the window those rules count that were saved by then', async () => {
    const { server, owner, marco, dora, leagueId } = world
    const id = await drivenEvent(server, owner, leagueId, [marco, dora])
    const opens = Date.parse((await marco.as.ask(calls.sessionReports, { sessionId: id })).body.window!.opensAt)
    const codeAt = async (ms: number) => {
      server.clock.set(new Date(opens + ms).toISOString())
      const { status, body } = await submit(marco, id, dora)
      return body.code ?? status
    }
    assert.deepEqual([await codeAt(-MINUTE), await codeAt(0)], ['protest_window_not_started', 200])
    await setRules(owner, leagueId, { start_delay_hrs: 2 })
    assert.deepEqual([await codeAt(MINUTE), await codeAt(HOUR)], ['protest_window_not_started', 200])
    await setRules(owner, leagueId, {})
    const closes = 2 * DAY
    assert.deepEqual([await codeAt(closes - MINUTE), await codeAt(closes)], [200, 'protest_window_ended'])
    // whoever reports while it is made longer is within it, or is told that it has ended
    const [late, longer] = await Promise.all([submit(marco, id, dora), setRules(owner, leagueId, { duration_days: 3 })])
    assert.ok(late.status === 200 || late.body.code === 'protest_window_ended', String(late.body.code))
    assert.equal(longer.status, 200)
    assert.deepEqual([await codeAt(closes + MINUTE), await codeAt(closes + DAY)], [200, 'protest_window_ended'])
    await setRules(owner, leagueId, {})
  })
})
