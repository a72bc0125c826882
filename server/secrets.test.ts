import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { pino } from 'pino'
import type { Person } from '#testing/people.ts'
import { type TestServer, testServer, WITHOUT_PAGES } from '#testing/server.ts'
import { ASKERS, INSIDERS, type Asker } from './roles/askers.ts'
import { ask, CONTRACTS, each, selvesOf, send, type World } from './roles/asking.fixture.ts'
import { takeSnapshot } from './roles/snapshot.fixture.ts'
import { strangers, type Strangers } from './roles/people.fixture.ts'
import type { Row } from './roles/row.ts'
import { personSecrets, secretsOf, type PersonFacts, type Secret } from './roles/secrets.ts'
import { TABLE } from './roles/table.ts'
import { leagueWorld, STATES, type LeagueWorld, type State } from './roles/world.fixture.ts'

/** Pages whose words somebody who once was inside may keep. */
const OWN_AFFAIRS = new Set(['accounts.exportData', 'notifications.notifications', 'notifications.unread'])
const HOSTS: ReadonlySet<Asker> = new Set(['host', 'otherHost'])
const ABROAD: readonly Asker[] = ['visitor', 'user', 'supporter', 'participant', 'owner']
const PAGE_READERS = ASKERS.filter((asker) => !HOSTS.has(asker))
const isQuery = ({ call }: Row): boolean => CONTRACTS.get(call)!.kind === 'query'

describe('secrets', () => {
  let server: TestServer
  let world: World
  let secrets: readonly Secret[]
  const lines: string[] = []
  before(async () => {
    const stream = new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) })
    // without the platform's own cuts: there is nothing to cut
    server = await testServer({ role: 'web', log: pino({ level: 'info' }, stream) })
    const [own, foreign, others] = [await leagueWorld(server, 'Own'), await leagueWorld(server, 'Foreign'), await strangers(server)]
    world = { server, own, foreign, others, selves: await selvesOf(server, own, others) }
    secrets = [...secretsOf(own, true), ...secretsOf(foreign, false), ...(await ofPeople(own, foreign, others)), ...(await ofColumns())]
  })
  after(() => server.stop())

  /** Every account gets a birth date and a browser that only it has. */
  async function ofPeople(own: LeagueWorld, foreign: LeagueWorld, others: Strangers): Promise<readonly Secret[]> {
    const { pool } = server.running.machine
    const people: readonly (readonly [string, Person, 'own' | 'foreign' | null])[] = [
      ...(['own', 'foreign'] as const).flatMap((of) =>
        Object.entries((of === 'own' ? own : foreign).cast).map(
          ([role, one]) => [`${of} ${role}`, one, role === 'participant' || role === 'otherMember' ? of : null] as const,
        ),
      ),
      ...Object.entries(others).map(([role, one]) => [`own ${role}`, one, null] as const),
    ]
    const made = await each([...people.entries()], async ([index, [name, one, drives]]) => {
      const birthDate = `19${10 + index}-02-03`
      const browser = `Browser of ${one.id}`
      await pool.query('update users set birth_date = $2 where id = $1', [one.id, birthDate])
      const { rows } = await pool.query<{ token: string }>(
        'update login_sessions set user_agent = $2 where user_id = $1 returning token_hash as token',
        [one.id, browser],
      )
      const facts: PersonFacts = { email: one.email, steamId: one.steamId, birthDate, browser, token: rows[0]!.token }
      const asker = ASKERS.find((role) => name === `own ${role}`) ?? null
      return personSecrets(name, facts, asker, drives)
    })
    return made.flat()
  }

  /** What lies sealed or hashed in the database leaves it for nobody. */
  async function ofColumns(): Promise<readonly Secret[]> {
    const { rows } = await server.running.machine.pool.query<{ text: string }>(
      `select passwords_sealed as text from sessions union select entry_password_sealed from sessions
       union select password_sealed from leagues union select token_hash from hosts
       union select team_password_sealed from entries`,
    )
    return rows.filter(({ text }) => text !== null).map(({ text }, index) => ({ what: `sealed ${index}`, text, seen: [] }))
  }

  /** In the foreign community all are strangers: some speak for them. A race host is somebody in its own calls only. */
  const askersOf = ({ on }: Row, at: LeagueWorld): readonly Asker[] =>
    on === 'host' ? ASKERS : at === world.own ? ASKERS.filter((asker) => !HOSTS.has(asker)) : ABROAD

  const found = new Map<string, readonly string[]>()
  /** The words of `among` that stand in an answer; the same answer is looked through once. */
  function wordsIn(text: string, among: readonly Secret[]): readonly string[] {
    const known = found.get(text)
    if (known) return known
    const words = among.filter((secret) => text.includes(secret.text)).map(({ text: word }) => word)
    found.set(text, words)
    return words
  }

  /** Everything everybody may ask, about everything there is: who saw which word where. */
  async function crawl(
    rows: readonly Row[],
    among: readonly Secret[],
    states: readonly State[] = STATES,
  ): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    found.clear()
    const seen = new Map(among.map(({ text }) => [text, new Set<string>()]))
    const asks = rows.flatMap((row) =>
      [world.own, world.foreign].flatMap((at) =>
        (row.on === 'event' ? states : (['waiting'] as const)).flatMap((state) => askersOf(row, at).map((asker) => ({ row, at, state, asker }))),
      ),
    )
    await each(asks, async ({ row, at, state, asker }) => {
      const [self, other] = [world.selves[asker], at === world.own ? world.foreign : world.own]
      const { text } = await ask(world, self, CONTRACTS.get(row.call)!, row.ask(at, self, at.events[state], other))
      for (const word of wordsIn(text, among)) seen.get(word)?.add(`${asker} ${row.call}`)
    })
    return seen
  }

  test('every secret is read by those who may, in the answers that are for it, and nowhere else', async () => {
    const seen = await crawl(
      TABLE.filter((row) => isQuery(row) && row.as !== 'a draft'),
      secrets,
    )
    const lines = (of: (secret: Secret) => Iterable<string>): readonly string[] =>
      secrets.flatMap((secret) => [...new Set(of(secret))].sort().map((where) => `${secret.what}: ${where}`))
    assert.deepEqual(
      lines(({ text }) => seen.get(text)!),
      lines(({ seen: allowed }) => allowed),
    )
  })

  test('no answer of a command holds one', async () => {
    const kept = await takeSnapshot(server)
    for (const row of TABLE.filter((one) => !isQuery(one))) {
      if (row.given) for (const { league } of [world.own, world.foreign]) await server.running.machine.pool.query(row.given, [league])
      const seen = await crawl([{ ...row, on: row.on === 'event' ? 'community' : row.on, state: undefined }], secrets)
      const leaks = secrets.flatMap(({ what, text }) => [...seen.get(text)!].map((where) => `${what}: ${where}`))
      assert.deepEqual(leaks, [])
      await kept.restore()
    }
  })

  test('a page shows nobody more than the answers do', { skip: WITHOUT_PAGES }, async () => {
    const leaks = await pages(({ seen }) => new Set(seen.map((where) => where.split(' ')[0] as Asker)), secrets)
    assert.deepEqual(leaks, [])
  })

  /** Who reads a word on a page without being one of those who may. */
  async function pages(may: (secret: Secret) => ReadonlySet<Asker>, among: readonly Secret[]): Promise<readonly string[]> {
    const { own, foreign } = world
    const places = [own, foreign].flatMap((at) => [
      `/communities/${at.league}`,
      `/profile/${at.cast.participant.id}`,
      ...(['draft', 'waiting', 'started', 'failed', 'ended'] as const).map((state) => `/events/${at.events[state].id}`),
      `/communities/${at.league}/acc/event-edit/${at.events.waiting.id}`,
    ])
    const urls = ['/', '/events', '/communities', '/notifications', '/settings', ...places]
    const asks = urls.flatMap((url) => PAGE_READERS.map((asker) => ({ url, asker })))
    let drawn = 0
    const leaks = await each(asks, async ({ url, asker }) => {
      const { text, status } = await send(world, world.selves[asker], url)
      if (status === 200 && text.includes('<html')) drawn++
      return among.filter((secret) => text.includes(secret.text) && !may(secret).has(asker)).map(({ what }) => `${what}: ${asker} ${url}`)
    })
    assert.ok(drawn > urls.length, 'pages were drawn')
    return leaks.flat()
  }

  test('a hidden community and its events are spoken of to nobody outside', async () => {
    await server.running.machine.pool.query(`update leagues set visibility = 'HIDDEN'`)
    server.running.machine.answers.dropAll()
    const names = [world.own, world.foreign].flatMap((at) =>
      [at.name, ...STATES.map((state) => at.events[state].name)].map((text): Secret => ({
        what: text,
        text,
        seen: at === world.own ? INSIDERS : [],
      })),
    )
    const seen = await crawl(
      TABLE.filter((row) => isQuery(row) && !OWN_AFFAIRS.has(row.call) && row.on !== 'host'),
      names,
    )
    const told = names.flatMap(({ text, seen: inside }) => [...seen.get(text)!].filter((where) => !inside.includes(where.split(' ')[0]!)))
    assert.deepEqual(told, [])
    assert.ok([...seen.get(world.own.name)!].some((where) => where.startsWith('member ')))
    if (WITHOUT_PAGES) return
    // what somebody was told stays told
    const isLeak = (leak: string): boolean => !leak.endsWith(' /notifications')
    assert.deepEqual((await pages(({ seen: inside }) => new Set(inside as readonly Asker[]), names)).filter(isLeak), [])
  })

  test('neither the log nor the database holds one in clear', async () => {
    const log = lines.join('')
    assert.ok(lines.length > 1000)
    assert.deepEqual(
      secrets.filter(({ text }) => log.includes(text)).map(({ what }) => what),
      [],
    )
    const entries = lines.map(
      (line) => JSON.parse(line) as { readonly level: number; readonly msg: string; readonly err?: { readonly message: string } },
    )
    const faults = entries.filter(({ level }) => level >= 50).map(({ msg, err }) => `${msg}: ${err?.message}`)
    assert.deepEqual([...new Set(faults)], [])
    const { pool } = server.running.machine
    const { rows: tables } = await pool.query<{ name: string }>(
      `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'jobs')`,
    )
    const sealed = secrets.filter(({ what }) => /^(server|admin|spectator|entry|community) password|^host token/.test(what))
    for (const { name } of tables) {
      const { rows } = await pool.query<{ text: string }>(`select t::text as text from ${name} t`)
      const dump = rows.map(({ text }) => text).join('')
      assert.deepEqual(
        sealed.filter(({ text }) => dump.includes(text)).map(({ what }) => `${what} in ${name}`),
        [],
      )
    }
  })
})
