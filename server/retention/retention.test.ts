import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { resultFilesContract } from '#modules/result-files/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { league } from '#testing/league.ts'
import { knownPerson, person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { timePasses, until } from '#testing/time.ts'
import { KEEP_DONE_S } from '../jobs/jobs.ts'
import { ROOMS } from '../registry.ts'
import { keepsOf } from './room.ts'

const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS

describe('retention', () => {
  let server: TestServer
  let owner: Person
  let event: Event
  before(async () => {
    server = await testServer()
    owner = await person(server, 'Olga Owner')
    event = await runningEvent(server, owner, await league(server, owner, { shortName: 'KEEP' }))
    await enter(server, event, [{ userId: owner.id, raceNumber: 63, carId: '34' }])
    const rows = [accLine(63, owner.steamId, 'Olga', 4, 4 * LAP, 98_000)]
    for (const [name, kind, index] of [
      ['250101_200000_Q.json', 'Q', 1],
      ['250101_203000_R.json', 'R', 2],
    ] as const)
      assert.equal((await upload(server, event.servers[0]!, name, accFile(kind, index, rows))).status, 200)
    await allRead(server)
  })
  after(() => server.stop())

  const sql = async <T extends object>(text: string, ...values: readonly unknown[]): Promise<readonly T[]> =>
    (await server.running.machine.pool.query<T>(text, [...values])).rows
  const count = async (from: string): Promise<number> => (await sql<{ n: number }>(`select count(*)::int as n from ${from}`))[0]!.n
  const quarantine = (): string => path.join(server.running.machine.config.dataDir, 'quarantine')
  const quiet = (): Promise<void> =>
    until('retention has ended', async () => {
      const waiting = await count(
        `jobs.job where (name = 'retention.prune' and state < 'completed') or (name = 'retention.night' and state = 'active')`,
      )
      const nights = await count(`jobs.job where name = 'retention.night' and start_after <= now() and state < 'completed'`)
      return waiting + nights === 0
    })

  test('docs/operations.md says the same numbers', () => {
    const text = readFileSync(path.resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8')
    for (const { what, days, why } of keepsOf(ROOMS))
      assert.match(
        text,
        new RegExp(
          String.raw`^\| \`${what.replaceAll('.', String.raw`\.`)}\` +\| ${days} +\| ${why.replaceAll(/[.*+?()]/g, String.raw`\$&`)} +\|$`,
          'm',
        ),
        what,
      )
    assert.match(text, new RegExp(String.raw`^\| \`jobs\.job\`[^|]*\| ${KEEP_DONE_S / 86_400} `, 'm'))
  })

  test('after a year only what should is there, and people see what they saw', async () => {
    // the results are final after some days, and who drove is told; then the year begins
    await timePasses(server.running, server.clock, new Date(server.clock.now().getTime() + 4 * DAY_MS))
    await until('its driver was told', async () => (await count(`notifications where kind = 'results-final'`)) > 0)
    const now = server.clock.now()
    const seen = async () => {
      const table = await server.visitor.ask(resultsContract.results, { sessionId: event.id })
      const race = await owner.as.ask(sessionsContract.race, { id: event.id })
      return { results: table.body.results, history: (race.body as { history?: unknown }).history, status: race.body.status }
    }
    const before = await seen()
    assert.equal(before.results.length, 2)
    // more than one batch of everything that grows
    for (const [table, columns, values] of [
      ['audit', 'at, request_id, command, outcome', `$1, 'old', 'Old', 'done'`],
      ['events', 'at, request_id, type, aggregate, aggregate_id, data', `$1, 'old', 'Old', 'old', gen_random_uuid(), '{}'`],
      ['mails', 'id, at, recipient', `gen_random_uuid(), $1, 'a@example.org'`],
      ['budgets', 'key, window_start, spent', `'k' || n, $1, 1`],
      ['idempotency_keys', 'user_id, key, request_hash, created_at', `gen_random_uuid(), 'k' || n, 'x', $1`],
      ['login_nonces', 'nonce, at', `'n' || n, $1`],
      ['login_codes', 'address, browser, code_hash, expires_at', `'a' || n, 'b', 'x', $1`],
      ['login_verifications', 'id, identifier, value, expires_at, created_at, updated_at', `gen_random_uuid(), 'x', 'x', $1, $1, $1`],
      [
        'notifications',
        'id, user_id, kind, params, link, at, effect_key',
        `gen_random_uuid(), '${owner.id}', 'results-in', '{}', '/', $1, 'old' || n`,
      ],
    ] as const)
      await sql(`insert into ${table} (${columns}) select ${values} from generate_series(1, 4500) n`, new Date(now.getTime() - 40 * DAY_MS))
    await sql("update servers set log_tail = 'long', ended_at = $1 where session_id = $2", now, event.id)
    mkdirSync(path.join(quarantine(), 'left-behind'), { recursive: true })
    writeFileSync(path.join(quarantine(), 'left-behind', 'x'), 'x')
    utimesSync(path.join(quarantine(), 'left-behind'), now, now)

    await timePasses(server.running, server.clock, new Date(now.getTime() + YEAR_MS))
    const late = await person(server, 'Late Comer')
    await quiet()
    const limits = keepsOf(ROOMS).filter(({ what }) => !what.includes('.') && what !== 'quarantine')
    for (const { what, days } of limits) {
      const column =
        {
          login_codes: 'expires_at',
          login_verifications: 'expires_at',
          login_sessions: 'expires_at',
          idempotency_keys: 'created_at',
          budgets: 'window_start',
        }[what] ?? 'at'
      const [row] = await sql<{ oldest: Date | null }>(`select min(${column}) as oldest from ${what}`)
      assert.ok(
        !row?.oldest || row.oldest.getTime() >= server.clock.now().getTime() - days * DAY_MS - 60_000,
        `${what}: ${row?.oldest?.toISOString()}`,
      )
    }
    for (const name of ['mails', 'budgets', 'idempotency_keys', 'login_nonces', 'login_codes', 'login_verifications'])
      assert.equal(await count(name), 0, name)
    assert.equal(await count(`audit where request_id = 'old'`), 0)
    assert.ok((await count(`audit where request_id not like 'job-%'`)) > 0, 'a year is within the thirteen months')
    assert.equal(await count(`servers where log_tail <> ''`), 0)
    assert.equal(await count('result_files where bytes is not null'), 0)
    assert.equal(readdirSync(path.join(server.running.machine.config.dataDir, 'kept', 'results')).length, 2)
    assert.ok(!existsSync(path.join(quarantine(), 'left-behind')))

    assert.deepEqual(
      await (async () => {
        const table = await server.visitor.ask(resultsContract.results, { sessionId: event.id })
        return table.body.results
      })(),
      before.results,
    )
    const race = await late.as.ask(sessionsContract.race, { id: event.id })
    assert.deepEqual([(race.body as { history?: unknown }).history, race.body.status], [before.history, before.status])
    const metrics = await (await server.visitor.fetch('/metrics')).text()
    assert.match(metrics, /paddock_pruned_total\{what="audit"\} 4\d\d\d/)
    assert.match(metrics, /paddock_pruned_total\{what="result_files.bytes"\} 2/)
  })

  test('a file that has left the database is read anew', async () => {
    const [file] = await sql<{ id: string }>("select id from result_files where name = '250101_203000_R.json'")
    await sql('delete from result_rows where session_id = $1', event.id)
    await sql("update result_files set status = 'UNREADABLE' where id = $1", file!.id)
    // a year on everybody has to sign in again
    const again = await knownPerson(server, 'Olga Owner')
    await again.as.done(resultFilesContract.RetryReading, { id: file!.id, v: 0 }, {})
    await allRead(server)
    const table = await server.visitor.ask(resultsContract.results, { sessionId: event.id })
    assert.equal(table.body.results.find(({ key }) => key === 'race-1')?.results.length, 1)
  })

  test('the next night is ordered once, whoever starts', async () => {
    await server.another()
    assert.equal(await count("jobs.job where name = 'retention.night' and state = 'created'"), 1)
  })
})
