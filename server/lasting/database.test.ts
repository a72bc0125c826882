import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { entryBody, event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { TEST_SETTINGS } from '#testing/database.ts'
import { caller } from '#testing/door.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { embeddedPostgres, type Embedded } from '#server/db/embedded.ts'
import { isUnavailable } from '#server/db/unavailable.ts'

const WRITERS = 8
const LEAVERS = 12
const COUNTRIES = ['DE', 'FR', 'IT', 'ES', 'PT', 'GB', 'FI', 'SE', 'NO', 'PL'] as const
const SOON_MS = 120_000

/** Two processes of the platform, here in one: whatever ended one of them would end this test. */
describe('the database goes away', () => {
  let folder: string
  let cluster: Embedded
  let server: TestServer
  let owner: Person
  let writers: Person[]
  let leavers: Person[]
  let apex: LeagueId
  let race: SessionId
  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'paddock-faults-'))
    // else the database would lie where its own user can reach it, and stay there
    chmodSync(folder, 0o755)
    cluster = await embeddedPostgres(folder, TEST_SETTINGS)
    server = await testServer({ cluster })
    await server.another()
    owner = await person(server, 'Olga')
    writers = await Promise.all(Array.from({ length: WRITERS }, (_, index) => person(server, `Writer ${index}`)))
    leavers = await Promise.all(Array.from({ length: LEAVERS }, (_, index) => person(server, `Leaver ${index}`)))
    apex = await league(server, owner, { members: leavers })
    race = await event(server, owner, apex)
    for (const one of leavers) await one.as.done(entriesContract.AddEntry, { id: race }, entryBody('2'))
  })
  after(async () => {
    await server.stop()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const onCluster = async (act: (client: pg.Client) => Promise<unknown>): Promise<void> => {
    const client = new pg.Client({ connectionString: cluster.url('postgres') })
    await client.connect()
    await act(client)
    await client.end()
  }
  const terminateAll = () => onCluster((client) => client.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname like 't\\_%'`))
  const entered = async () => (await server.visitor.ask(sessionsContract.publicEvent, { id: race })).body.taken

  test('every backend is terminated again and again under traffic', async (t) => {
    const traffic = startTraffic(t, writers, server)
    const leaving = leavers.slice(0, LEAVERS / 2).map((one) => leaveSurely(one, apex))
    for (let round = 1; round <= 10; round++) {
      await traffic.acknowledges(20)
      await terminateAll()
    }
    await traffic.acknowledges(50)
    await Promise.all(leaving)
    await traffic.stop()
    await until('the jobs of those who left are done', async () => (await entered()) === LEAVERS / 2)
  })

  test('PostgreSQL is stopped and started again under traffic', async (t) => {
    const kept = await server.visitor.fetch(`/public/events/${race}`)
    const [tag] = [kept.headers.get('etag')!, await kept.text()]
    const traffic = startTraffic(t, writers, server)
    await traffic.acknowledges(50)
    await cluster.stop()
    await until('the health page says so', async () => (await server.visitor.fetch('/health/ready')).status === 503)
    assert.equal((await server.visitor.fetch('/health/live')).status, 200)
    const command = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"country":"FI"}' }
    const refused = await owner.as.fetch(`/command/user/ChangeCountry/${owner.id}/1`, command)
    assert.deepEqual([refused.status, ((await refused.json()) as { code: string }).code], [503, 'UNAVAILABLE'])
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    assert.equal((await server.visitor.fetch('/public/leagues?offset=4321')).status, 503)
    await until('what is kept is shown', async () => (await server.visitor.fetch(`/public/events/${race}`)).status === 200)
    const meanwhile = await server.visitor.fetch(`/public/events/${race}`)
    assert.deepEqual([meanwhile.headers.get('etag'), await meanwhile.text()].slice(0, 1), [tag])
    const leaving = leavers.slice(LEAVERS / 2).map((one) => leaveSurely(one, apex))
    cluster = await embeddedPostgres(folder, TEST_SETTINGS)
    await traffic.acknowledges(50)
    await Promise.all(leaving)
    await traffic.stop()
    await until('ready again', async () => (await server.visitor.fetch('/health/ready')).status === 200)
    await until('the jobs of those who left are done, and everybody sees it', async () => (await entered()) === 0)
  })

  test('PostgreSQL stands still: who waits for it is told, and it goes on when it does', async (t) => {
    const kept = await server.visitor.fetch(`/public/events/${race}`)
    const traffic = startTraffic(t, writers, server)
    await traffic.acknowledges(20)
    const pids: number[] = []
    await onCluster(async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity')
      pids.push(...rows.map(({ pid }) => pid))
    })
    pids.push(Number(readFileSync(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]))
    const all = (signal: NodeJS.Signals): void => pids.forEach((pid) => gone(() => process.kill(pid, signal)))
    t.after(() => all('SIGCONT'))
    all('SIGSTOP')
    // long before the limits of statements would end it
    const soon = () => server.visitor.fetch('/public/leagues?offset=4321', { signal: AbortSignal.timeout(8000) })
    await until('who waits is told', async () => (await soon()).status === 503)
    assert.ok(Number((await soon()).headers.get('retry-after')) > 0)
    await until('the health page says so', async () => (await server.visitor.fetch('/health/ready')).status === 503)
    assert.equal((await server.visitor.fetch('/health/live')).status, 200)
    await until('what is kept is shown', async () => (await server.visitor.fetch(`/public/events/${race}`)).status === 200)
    assert.equal((await server.visitor.fetch(`/public/events/${race}`)).headers.get('etag'), kept.headers.get('etag'))
    all('SIGCONT')
    await traffic.acknowledges(20)
    await traffic.stop()
    await until('ready again', async () => (await server.visitor.fetch('/health/ready')).status === 200)
  })

  test('a transaction that idles too long is ended without anything else', async (t) => {
    const { db } = server.running.machine
    const traffic = startTraffic(t, writers, server)
    const idling = db.transaction().execute(async (tx) => {
      await sql`set local idle_in_transaction_session_timeout = 300`.execute(tx)
      const me = await tx.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await onCluster((client) =>
        until('it is gone', async () => (await client.query('select 1 from pg_stat_activity where pid = $1', [rows[0]!.pid])).rowCount === 0),
      )
      await tx.updateTable('users').set({ name: 'Nobody' }).where('id', '=', me.id).execute()
    })
    await assert.rejects(idling, (fault) => isUnavailable(fault))
    await traffic.acknowledges(20)
    await traffic.stop()
  })
})

type Traffic = { readonly acknowledges: (more: number) => Promise<void>; readonly stop: () => Promise<void> }

/** Commands, reads of the signed-in and of visitors, at both processes; each is answered as asked or 503, and what was acknowledged stays. */
function startTraffic(t: TestContext, writers: readonly Person[], server: TestServer): Traffic {
  const stopping = new AbortController()
  let acknowledged = 0
  const write = async (who: Person): Promise<void> => {
    // one answer to each command, a 503 too: asked again by itself, one that was done would be refused for its version
    const once = caller(server.url, who.as.cookie, (...request) => fetch(...request))
    let known = (await surely(() => who.as.ask(accountsContract.me, {}))).body
    while (!stopping.signal.aborted) {
      const country = COUNTRIES[known.v % COUNTRIES.length]!
      const reply = await once.send(accountsContract.ChangeCountry, { id: known.id, v: known.v }, { country })
      const now = (await surely(() => who.as.ask(accountsContract.me, {}))).body
      if (reply.status === 200) {
        acknowledged++
        assert.deepEqual([now.v, now.settings.country], [known.v + 1, country], 'what was acknowledged is there')
      } else {
        assert.equal(reply.status, 503, JSON.stringify(reply.body))
        assert.ok(Number(reply.headers.get('retry-after')) > 0)
        assert.ok(now.v === known.v || now.v === known.v + 1, 'it was done once or not at all')
      }
      known = now
    }
  }
  const read = async (): Promise<void> => {
    for (let n = 0; !stopping.signal.aborted; n++) {
      const { status } = await server.visitor.fetch(`/public/leagues?limit=${(n % 50) + 1}`)
      assert.ok([200, 503].includes(status), `a visitor’s read was answered ${status}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  const all = Promise.all([...writers.map(write), read(), read()])
  // seen when it is waited for
  all.catch(() => undefined)
  t.after(() => stopping.abort())
  return {
    acknowledges: async (more) => {
      const wanted = acknowledged + more
      await Promise.race([until(`${more} more commands are acknowledged`, () => acknowledged >= wanted), all])
    },
    stop: async () => {
      stopping.abort()
      await all
    },
  }
}

/** Asks again while the answer is 503, as browsers do. */
async function surely<T extends { readonly status: number }>(ask: () => Promise<T>): Promise<T> {
  const until = performance.now() + SOON_MS
  for (;;) {
    const reply = await ask()
    if (reply.status === 200) return reply
    assert.equal(reply.status, 503, JSON.stringify(reply))
    assert.ok(performance.now() < until, 'still 503')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function leaveSurely(who: Person, id: LeagueId): Promise<void> {
  const until = performance.now() + SOON_MS
  for (;;) {
    const { v } = (await surely(() => who.as.ask(leaguesContract.publicLeague, { id }))).body
    const { status, body } = await who.as.send(membersContract.LeaveLeague, { id, v }, {})
    if (status === 200 || body.code === 'NOT_A_MEMBER') return
    if (body.code === 'VERSION_CONFLICT') continue
    assert.equal(status, 503, JSON.stringify(body))
    assert.ok(performance.now() < until, 'still 503')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** A process that has ended meanwhile needs no signal. */
function gone(act: () => void): void {
  try {
    act()
  } catch (fault) {
    assert.equal((fault as NodeJS.ErrnoException).code, 'ESRCH')
  }
}
