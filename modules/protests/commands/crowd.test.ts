import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId } from '#core/ids.ts'
import { whileBusy } from '#testing/door.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { protestsContract as calls } from '../contract.ts'
import { REPORT_BUDGET } from '../rules.ts'
import { appeal, drivenEvent, filed, reportBody, review, setRules, submit } from '../protests.fixture.ts'

const HOUR = 3_600_000
const JUDGES = 30

describe('many at once, over two processes', () => {
  let server: TestServer
  let urls: readonly [string, string]
  let asked = 0
  /** By turns over the one process and the other. */
  const by = (who: Person): Person => ({ ...who, as: who.as.with(urls[asked++ % 2]!, who.as.cookie) })
  let [owner, marco, dora] = Array<Person>(3) as [Person, Person, Person]
  let stewards: Person[]
  let leagueId: LeagueId
  const event = async () => {
    const id = await drivenEvent(server, owner, leagueId, [marco, dora])
    server.clock.advance(2 * HOUR)
    return id
  }
  type Told = { readonly status: number; readonly body: { readonly code?: string } }
  const codes = (all: readonly Told[]) =>
    Object.fromEntries([...Map.groupBy(all, ({ status, body }) => body.code ?? String(status))].map(([code, some]) => [code, some.length]))
  const read = async (id: string) => (await owner.as.ask(calls.report, { id })).body

  before(async () => {
    server = await testServer({ breaks: ['weekly-limit'], env: { LOG_LEVEL: 'fatal' } })
    ;[owner, marco, dora] = await Promise.all([person(server, 'Olga'), person(server, 'Marco'), person(server, 'Dora')])
    stewards = await Promise.all(Array.from({ length: JUDGES }, (_, index) => person(server, `Steward ${index}`)))
    leagueId = await league(server, owner, { shortName: 'CROWD', stewards })
    urls = [server.url, (await server.another()).address]
  })
  after(async () => {
    const { rows } = await server.running.machine.pool.query('select deadlocks from pg_stat_database where datname = current_database()')
    await server.stop()
    assert.deepEqual(rows, [{ deadlocks: 0 }], 'everybody locks in the same order')
  })

  test('I7: thirty stewards vote; just those who are needed do, and it is decided once', async () => {
    const alike = await filed(marco, await event(), dora)
    const all = await Promise.all(stewards.map((one) => review(by(one), alike, 'ACCEPT')))
    assert.deepEqual(codes(all), { 200: 2, WRONG_STATE: JUDGES - 2 })
    assert.deepEqual([(await read(alike.id)).status, (await read(alike.id)).reviews.length], ['ACCEPTED', 2])
    const split = await filed(marco, alike.sessionId, dora)
    const mixed = await Promise.all(stewards.map((one, index) => review(by(one), split, index % 4 < 2 ? 'ACCEPT' : 'REJECT')))
    const votes = mixed.filter(({ status }) => status === 200).length
    assert.ok(votes === 2 || votes === 3, String(votes))
    const { reviews, status } = await read(split.id)
    const accepted = reviews.filter(({ decision }) => decision === 'ACCEPT').length
    assert.deepEqual([reviews.length, status], [votes, accepted === 2 ? 'ACCEPTED' : 'REJECTED'])
    const { rows } = await server.running.machine.pool.query(
      `select count(*)::int as count from events where type = 'ReportDecided' and data ->> 'reportId' = $1`,
      [split.id],
    )
    assert.deepEqual(rows, [{ count: 1 }])
  })

  test('one steward votes fifty times at once, and once it counts', async () => {
    const report = await filed(marco, await event(), dora)
    const all = await Promise.all(Array.from({ length: 50 }, () => review(by(stewards[0]!), report, 'REJECT')))
    assert.deepEqual(codes(all), { 200: 1, PROTEST_ALREADY_REVIEWED: 49 })
  })

  test('I8: fifty appeals are one; withdrawing excludes voting', async () => {
    const report = await filed(marco, await event(), dora)
    await Promise.all(stewards.slice(0, 2).map((one) => review(one, report, 'ACCEPT')))
    assert.deepEqual(codes(await Promise.all(Array.from({ length: 50 }, () => appeal(by(dora), report)))), { 200: 1, APPEAL_ONCE: 49 })
    for (let round = 0; round < 10; round++) {
      const one = await filed(marco, report.sessionId, dora)
      const withdrawn = () => by(marco).as.send(calls.WithdrawReport, { id: one.id }, {})
      const voted = () => review(by(stewards[0]!), one, 'REJECT')
      const both = await Promise.all(round % 2 === 0 ? [withdrawn(), voted()] : [voted(), withdrawn()])
      const said = codes(both)
      assert.ok(said['200'] === 1 && (said['WITHDRAW_ONLY_PENDING'] === 1 || said['WRONG_STATE'] === 1), JSON.stringify(said))
    }
  })

  test('I20: of two hundred reports of which many are rolled back, the numbers have no gap', async () => {
    const { pool } = server.running.machine
    const other = await league(server, owner, { shortName: 'NUMBERS' })
    const reporters = await Promise.all(Array.from({ length: 10 }, (_, index) => person(server, `Reporter ${index}`)))
    const id = await drivenEvent(server, owner, other, [dora, ...reporters])
    server.clock.advance(2 * HOUR)
    // the database itself refuses some of them after their number was taken
    await pool.query(`create function fails() returns trigger language plpgsql as $$ begin
      if new.lap_number = 666 then raise exception 'rolled back'; end if; return new; end $$`)
    await pool.query('create trigger fails before insert on protest_reports for each row execute function fails()')
    const all = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const body = reportBody(id, dora, Math.floor(index / 20) < 3 ? { lapNumber: 666 } : {})
        const headers = { 'content-type': 'application/json' }
        const { as } = by(reporters[(index % 20) >> 1]!)
        const reply = await whileBusy(() =>
          as.fetch('/command/protest-report/SubmitReport/0/0', { method: 'POST', headers, body: JSON.stringify(body) }),
        )
        await reply.arrayBuffer()
        return reply.status
      }),
    )
    await pool.query('drop trigger fails on protest_reports')
    assert.deepEqual([all.filter((status) => status === 200).length, all.filter((status) => status === 500).length], [140, 60])
    const { rows } = await pool.query<{ no: number }>('select report_no as no from protest_reports where league_id = $1 order by 1', [other])
    assert.deepEqual(
      rows.map(({ no }) => no),
      Array.from({ length: 140 }, (_, index) => index + 1),
    )
  })

  test('I21: whoever is at the limit while one more is rejected reports before that, or not at all', async () => {
    await setRules(owner, leagueId, { reviewer_count: 1, max_rejection_count_per_period: 1 })
    for (let round = 0; round < 5; round++) {
      const reporter = await person(server, `Reporter ${round}`)
      const id = await drivenEvent(server, owner, leagueId, [reporter, dora])
      server.clock.advance(2 * HOUR)
      const [first, second] = [await filed(reporter, id, dora), await filed(reporter, id, dora)]
      assert.equal((await review(stewards[0]!, first, 'REJECT')).status, 200)
      const [rejected, ...both] = await Promise.all([
        review(by(stewards[1]!), second, 'REJECT'),
        submit(by(reporter), id, dora),
        submit(by(reporter), id, dora),
      ])
      assert.equal(rejected.status, 200)
      for (const { status, body } of both) assert.ok(status === 200 || body.code === 'protest_rejection_limit', String(body.code))
      // those that went in had been there before the limit was passed
      const { rows } = await server.running.machine.pool.query<{ late: number }>(
        `select count(*)::int as late from events s join events d on d.type = 'ReportDecided' and d.data ->> 'reportId' = $1
         where s.type = 'ReportSubmitted' and s.data ->> 'reporterId' = $2 and s.seq > d.seq`,
        [second.id, reporter.id],
      )
      assert.equal(rows[0]!.late, 0)
      assert.equal((await submit(reporter, id, dora)).body.code, 'protest_rejection_limit')
    }
  })

  test('C10: the reports of somebody are counted over both', async () => {
    await setRules(owner, leagueId, {})
    const reporter = await person(server, 'Untiring')
    const id = await drivenEvent(server, owner, leagueId, [reporter, dora])
    server.clock.advance(2 * HOUR)
    const all = await Promise.all(Array.from({ length: REPORT_BUDGET.most + 10 }, () => submit(by(reporter), id, dora)))
    assert.deepEqual(codes(all), { 200: REPORT_BUDGET.most, RATE_LIMIT_EXCEEDED: 10 })
  })
})
