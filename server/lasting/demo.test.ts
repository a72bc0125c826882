import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { EVENTS, LEAGUES, PEOPLE, ROUNDS } from '#testing/world.ts'

/** Steps of the making after which everything of it is killed; the next start goes on in the middle of what follows. */
const KILLED_AFTER = ['past begun', 'league copa', 'evening -11520 planned', 'evening -11520 begins', 'evening -1440 begins', 'event le-mans-night']

test('a demo world whose making is killed again and again is made once, and whole', async (t) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'paddock-demo-'))
  // else the database would lie where its own user can reach it, and stay there
  chmodSync(dataDir, 0o755)
  let child: ChildProcess | null = null
  t.after(async () => {
    child?.kill('SIGKILL')
    const ended = start(dataDir, 'off')
    await ended.up.catch(() => undefined)
    ended.child.kill('SIGTERM')
    await ended.closed
    rmSync(dataDir, { recursive: true, force: true })
  })
  for (const name of KILLED_AFTER) {
    const started = start(dataDir, 'on')
    child = started.child
    await Promise.race([
      stepDone(dataDir, `demo-world ${name}`),
      started.closed.then((said) => assert.fail(said)),
      started.up.then(() => assert.fail(`it was up before ${name}`)),
    ])
    child.kill('SIGKILL')
    await started.closed
  }
  const last = start(dataDir, 'on')
  child = last.child
  await Promise.race([last.up, last.closed.then((said) => assert.fail(said))])

  const client = new pg.Client({ connectionString: urlOf(dataDir) })
  client.on('error', () => undefined)
  await client.connect()
  const ask = async (sql: string): Promise<readonly unknown[]> => (await client.query<{ answer: unknown }>(sql)).rows.map(({ answer }) => answer)
  assert.deepEqual((await ask('select name as answer from users order by name')).length, PEOPLE.length)
  assert.deepEqual((await ask('select short_name as answer from leagues')).length, LEAGUES.length)
  const opened = LEAGUES.filter(({ openResults }) => openResults).map(({ shortName }) => shortName)
  assert.deepEqual((await ask('select short_name as answer from leagues where open_results')).toSorted(), opened.toSorted())
  assert.deepEqual((await ask('select distinct name as answer from sessions')).length, EVENTS.length)
  assert.deepEqual((await ask('select name as answer from sessions')).length, EVENTS.length)
  const over = EVENTS.filter(({ startsInMin }) => startsInMin <= -1440).map(({ sessionName }) => sessionName)
  assert.deepEqual((await ask(`select name as answer from sessions where status = 'ENDED'`)).toSorted(), over.toSorted())
  const withResults = await ask(
    `select name as answer from sessions where exists (select from result_rows where result_rows.session_id = sessions.id) order by name`,
  )
  assert.deepEqual(withResults.toSorted(), over.toSorted())
  for (const { sessionName: name, drivers } of EVENTS) {
    const [taken] = await ask(
      `select count(*)::int as answer from entry_drivers join sessions on sessions.id = session_id where active and sessions.name = ${client.escapeLiteral(name)}`,
    )
    // into the final only those come who came through
    const wanted = ROUNDS.final.events.some((one) => one === name) ? ROUNDS.registered : drivers
    assert.equal(taken, wanted, `${name} has ${String(taken)} drivers`)
  }
  // its season: a round that does not count, seconds given after the flag, points taken, and two who are level and told apart
  const kept = `from tournament_standings k where k.of = 'DRIVERS' and k.class_id = ''`
  for (const [column, shown] of [
    ['cells', '$[*][*].isDropped ? (@ == true)'],
    ['cells', '$[*][*].races[*].penaltyMs ? (@ > 0)'],
    ['cells', '$[*][*].races[*].adjustment ? (@ < 0)'],
    ['standings', '$.rows[*].decidedBy.by'],
  ] as const)
    assert.deepEqual(await ask(`select jsonb_path_exists(k.${column}::jsonb, '${shown}') as answer ${kept}`), [true], shown)
  await client.end()
})

function start(dataDir: string, demoWorld: 'on' | 'off') {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    DEMO_WORLD: demoWorld,
    LOG_LEVEL: 'error',
    NODE_ENV: 'development',
    DATABASE_URL: undefined,
  }
  const child = spawn(process.execPath, [path.resolve(import.meta.dirname, '../main.ts')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const up = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes(' is up: ')) up.resolve()
    })
  }
  // ended by a signal its pipes may stay open in what it started
  const closed = new Promise<string>((resolve) => child.on('exit', () => resolve(said)))
  return { child, up: up.promise, closed }
}

const urlOf = (dataDir: string): string => {
  const { port, password } = JSON.parse(readFileSync(path.join(dataDir, 'postgres.json'), 'utf8')) as { port: number; password: string }
  return `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`
}

/** Asks the database itself, from before there is one. */
async function stepDone(dataDir: string, key: string): Promise<void> {
  for (;;) {
    try {
      const client = new pg.Client({ connectionString: urlOf(dataDir) })
      client.on('error', () => undefined)
      await client.connect()
      const { rowCount } = await client.query('select 1 from effects where key = $1', [key]).finally(() => client.end())
      if (rowCount === 1) return
    } catch {
      // not there yet
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
