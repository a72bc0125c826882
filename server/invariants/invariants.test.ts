import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { classOf } from '#modules/entries/entries.fixture.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { entryBody, event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer } from '#testing/server.ts'
import { ROOMS } from '../registry.ts'
import { checkInvariants, invariantsOf } from './check.ts'
import { checkNow, lastNight } from './nightly.ts'

test('every invariant has a name of its own, and says what it means', () => {
  const all = invariantsOf(ROOMS)
  assert.equal(new Set(all.map(({ name }) => name)).size, all.length)
  for (const { name, means } of all) assert.match(`${name} ${means}`, /^[a-z]+(-[a-z]+)+ [A-Z].*\.$/)
})

test('night is four in the morning, UTC', () => {
  for (const [now, night] of [
    ['2026-11-21T03:59:59Z', '2026-11-20T04:00:00.000Z'],
    ['2026-11-21T04:00:00Z', '2026-11-21T04:00:00.000Z'],
    ['2026-11-21T23:00:00Z', '2026-11-21T04:00:00.000Z'],
  ] as const)
    assert.equal(lastNight(new Date(now)).toISOString(), night)
})

test('a row that cannot be is named, kept, told to the operator and logged', async (t) => {
  const lines: string[] = []
  const server = await testServer({ log: pino({ level: 'error' }, { write: (line) => void lines.push(line) }) })
  t.after(() => server.stop())
  const { machine } = server.running
  const { pool } = machine
  const [owner, anna, bert] = (await Promise.all(['Olga', 'Anna', 'Bert'].map((name) => person(server, name)))) as [Person, Person, Person]
  const apex = await league(server, owner, { members: [anna, bert] })
  const monza = await event(server, owner, apex, { cars: [], carClasses: [classOf('GT3', '2'), classOf('CUP', '34')] })
  const spa = await event(server, owner, apex)
  for (const [who, id] of [
    [anna, monza],
    [bert, monza],
    [anna, spa],
  ] as const)
    await who.as.done(entriesContract.AddEntry, { id }, entryBody('2'))
  const found = async () =>
    new Map((await checkInvariants(machine.databaseUrl, ROOMS, server.clock.now()))!.map(({ name, ...finding }) => [name, finding]))
  const broken = async () => [...(await found())].flatMap(([name, { violations }]) => (violations > 0 ? [name] : []))
  assert.deepEqual(await broken(), [])

  /** What a guard prevents, done by hand, and undone: name, break, mend. */
  const breaks: readonly (readonly [name: string, broken: string, mended: string])[] = [
    [
      'one-owner',
      `update memberships set role = 'admin' where user_id = '${owner.id}'`,
      `update memberships set role = 'owner' where user_id = '${owner.id}'`,
    ],
    ['members-counted', `update leagues set members_count = 9`, `update leagues set members_count = 3`],
    ['terms-known', `update memberships set tos_version = 7`, `update memberships set tos_version = null`],
    ['seats-counted', `update sessions set taken = 5 where id = '${monza}'`, `update sessions set taken = 2 where id = '${monza}'`],
    ['waiting-counted', `update sessions set waiting = 1`, `update sessions set waiting = 0`],
    ['class-seats-counted', `update session_classes set taken = 0`, `update session_classes set taken = 2 where class_id = 'GT3'`],
    [
      'class-is-there',
      `update entries set class_id = 'CUP' where session_id = '${spa}'`,
      `update entries set class_id = null where session_id = '${spa}'`,
    ],
    [
      'one-number',
      `drop index entries_race_number; alter table entries add column was int; update entries set was = race_number, race_number = 7`,
      `update entries set race_number = was`,
    ],
    [
      'one-entry',
      `drop index entry_drivers_once; alter table entry_drivers add column was uuid; update entry_drivers set was = user_id, user_id = '${anna.id}'`,
      `update entry_drivers set user_id = was`,
    ],
    ['one-manager', `update entry_drivers set is_manager = false`, `update entry_drivers set is_manager = true`],
    [
      'driver-of-its-event',
      `update entry_drivers set session_id = '${spa}' where user_id = '${bert.id}'`,
      `update entry_drivers set session_id = '${monza}' where user_id = '${bert.id}'`,
    ],
    [
      'entrant-belongs banned-is-out',
      `insert into bans (league_id, user_id, reason, banned_at, banned_by) values ('${apex}', '${anna.id}', 'x', now(), '${owner.id}')`,
      `delete from bans`,
    ],
    [
      'erased-has-nothing erased-cannot-sign-in erased-is-nobody entrant-belongs',
      `update users set removed_at = now() - interval '2 hours' where id = '${anna.id}'`,
      `update users set removed_at = null`,
    ],
    [
      'login-is-a-user',
      `insert into logins select gen_random_uuid(), '', 'x@example.org', true, null, now(), now()`,
      `delete from logins where email = 'x@example.org'`,
    ],
    ['status-of-splits', `update splits set status = 'STARTED' where session_id = '${spa}'`, `update splits set status = 'WAITING'`],
    ['code-tries', `insert into login_codes values ('a', 'b', 'c', 6, now())`, `delete from login_codes`],
    ['sent-is-erased', `insert into mails values (gen_random_uuid(), now(), 'x', null, now(), 'sealed')`, `delete from mails`],
    ['key-has-its-answer', `insert into idempotency_keys values ('${anna.id}', 'key', 'hash', null, now())`, `delete from idempotency_keys`],
  ]
  for (const [names, act, undo] of breaks) {
    await pool.query(act)
    assert.deepEqual(new Set(await broken()), new Set(names.split(' ')), act)
    await pool.query(undo)
    assert.deepEqual(await broken(), [], undo)
  }

  await pool.query(breaks[0]![1])
  await checkNow(machine)
  const page = await server.visitor.fetch('/operator/invariants')
  assert.equal(page.status, 200)
  assert.match(await page.text(), new RegExp(`An open community [^<]*</h2><p>one-owner: broken by 1, looked [^<]*</p><p><code>${apex}</code></p>`))
  type Shown = { readonly name: string; readonly violations: number | null; readonly ids: readonly string[]; readonly checkedAt: string | null }
  const shownAt = async (url: string): Promise<readonly Shown[]> =>
    ((await (await server.visitor.at(url).fetch('/operator/invariants.json')).json()) as { invariants: Shown[] }).invariants
  // another process shows the same
  for (const url of [server.url, (await server.another()).address]) {
    const shown = await shownAt(url)
    assert.deepEqual(
      shown.filter(({ violations }) => violations !== 0).map(({ name, violations, ids }) => [name, violations, ids]),
      [['one-owner', 1, [apex]]],
    )
    assert.ok(shown.every(({ checkedAt }) => checkedAt !== null))
  }
  const [line] = lines.map((one) => JSON.parse(one) as Record<string, unknown>)
  assert.deepEqual([line?.['invariant'], line?.['violations'], line?.['ids'], line?.['msg']], ['one-owner', 1, [apex], 'should be impossible'])
  for (const headers of [
    ['x-forwarded-for', '203.0.113.9'],
    ['via', '1.1 proxy'],
  ].map((header) => Object.fromEntries([header]) as Record<string, string>))
    assert.equal((await server.visitor.fetch('/operator/invariants', { headers })).status, 404)
  await pool.query(breaks[0]![2])
})

test('a look may take longer than any request, and takes one core of the database at most', async (t) => {
  const server = await testServer()
  t.after(() => server.stop())
  const { databaseUrl } = server.running.machine
  const limits = ['statement_timeout', 'max_parallel_workers_per_gather', 'idle_in_transaction_session_timeout']
  const told = `select string_agg(current_setting(name), ' ' order by place) as id from unnest(array['${limits.join("', '")}']) with ordinality as limits (name, place)`
  const room = { ...ROOMS[0]!, invariants: [{ name: 'limits', means: 'They are these.', sql: told }] }
  const limit = (await checkInvariants(databaseUrl, [room], new Date()))!.find(({ name }) => name === 'limits')
  assert.deepEqual(limit, { name: 'limits', violations: 1, ids: ['30min 0 0'] })
})

test('the operator’s pages want the token where there is one', async (t) => {
  const server = await testServer({ env: { METRICS_TOKEN: 'the operator alone knows this' } })
  t.after(() => server.stop())
  const statusWith = async (authorization: string) => (await server.visitor.fetch('/operator/invariants.json', { headers: { authorization } })).status
  assert.deepEqual(await Promise.all(['', 'Bearer wrong', 'Bearer the operator alone knows this'].map(statusWith)), [404, 404, 200])
})
