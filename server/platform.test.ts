import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { z } from 'zod'
import { accountsContract } from '#modules/accounts/contract.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { ROOMS } from '#server/registry.ts'
import { league, leagueBody } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { atLocks, until } from '#testing/time.ts'

describe('platform', () => {
  let server: TestServer
  let owner: Person
  before(async () => {
    server = await testServer({ breaks: ['one-owner'] })
    owner = await person(server, 'Owner')
  })
  after(() => server.stop())

  for (const [path, status] of [
    ['/health/live', 200],
    ['/health/ready', 200],
    ['/public/leagues', 200],
    ['/public/leagues?limit=1000000000', 200],
    ['/public/leagues?limit=0', 400],
    ['/query/user/me', 401],
    ['/query/nothing', 404],
    ['/command/league/Nothing/0/0', 404],
    ['/dev/mailbox', 200],
    ['/docs', 200],
    ['/openapi.json', 200],
  ] as const) {
    test(`${path} answers ${status} with every security header`, async () => {
      const reply = await server.visitor.fetch(path)
      assert.equal(reply.status, status)
      const csp = reply.headers.get('content-security-policy') ?? ''
      for (const part of ["default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) assert.ok(csp.includes(part), part)
      assert.ok(!/script-src[^;]*unsafe/.test(csp))
      assert.equal(reply.headers.get('x-content-type-options'), 'nosniff')
      assert.ok(reply.headers.get('x-request-id'))
      assert.ok(reply.headers.get('permissions-policy'))
      assert.equal(reply.headers.get('x-powered-by'), null)
      assert.equal(reply.headers.get('server'), null)
    })
  }

  test('a file of the build carries what concerns a file, under a policy of its own', async () => {
    const page = await (await server.visitor.fetch('/', { headers: { accept: 'text/html' } })).text()
    const { headers } = await server.visitor.fetch(/<script type="module" src="([^"]+)"/.exec(page)![1]!)
    assert.equal(headers.get('content-security-policy'), "default-src 'none';base-uri 'none';object-src 'none';frame-ancestors 'none'")
    for (const name of ['x-content-type-options', 'referrer-policy', 'cross-origin-opener-policy', 'cross-origin-resource-policy', 'x-frame-options'])
      assert.ok(headers.get(name), name)
    assert.ok(headers.get('permissions-policy') && headers.get('x-request-id'))
    const bytes = [...headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
    assert.ok(bytes < 800, `${bytes} bytes of headers`)
  })

  test('data that is kept carries what concerns data, worked out or found, packed or not', async () => {
    const ask = async (packing: string) => {
      const { headers, text } = await server.visitor
        .fetch('/public/catalogue/acc', { headers: { 'accept-encoding': packing } })
        .then(async (reply) => ({ headers: reply.headers, text: await reply.text() }))
      assert.equal(headers.get('content-encoding'), packing === 'gzip' ? 'gzip' : null)
      assert.equal(headers.get('content-security-policy'), "default-src 'none';base-uri 'none';object-src 'none';frame-ancestors 'none'")
      for (const name of [
        'x-content-type-options',
        'referrer-policy',
        'cross-origin-resource-policy',
        'x-frame-options',
        'permissions-policy',
        'etag',
      ])
        assert.ok(headers.get(name), name)
      const bytes = [...headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
      assert.ok(bytes < 1000, `${bytes} bytes of headers`)
      return text
    }
    const answers = [await ask('gzip'), await ask('gzip'), await ask('identity')]
    assert.deepEqual(
      answers.map((text) => 'cars' in (JSON.parse(text) as object) && text === answers[0]),
      [true, true, true],
    )
  })

  test('data that fits into one packet goes out as it is, worked out or found, whatever is taken', async () => {
    for (const packing of ['gzip', 'gzip', 'identity']) {
      const { headers, body } = await server.visitor
        .fetch('/public/users?search=own&limit=5', { headers: { 'accept-encoding': packing } })
        .then(async (reply) => ({ headers: reply.headers, body: await reply.text() }))
      assert.deepEqual(
        (JSON.parse(body) as { users: readonly { name: string }[] }).users.map(({ name }) => name),
        ['Owner'],
      )
      assert.deepEqual([headers.get('content-encoding'), headers.get('content-length')], [null, String(Buffer.byteLength(body))])
    }
  })

  test('a refusal says its code, its params and a sentence; a broken body is malformed, not a fault', async () => {
    const reply = await owner.as.fetch('/command/league/AddLeague/0/0', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":',
    })
    assert.deepEqual([reply.status, ((await reply.json()) as { code: string }).code], [400, 'MALFORMED'])
    const other = (await (await owner.as.fetch('/query/user/00000000-0000-7000-8000-000000000000/export')).json()) as { message: string }
    assert.equal(other.message, 'You may not do this. Ask somebody who may: an admin of the community, or whoever it belongs to.')
  })

  test('only JSON of the own origin is taken, whatever the rest', async () => {
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/json']
    const origins = [undefined, 'null', 'https://evil.example', `${server.url}.evil.example`, 'http://localhost.evil.example', server.url]
    for (const type of types) {
      for (const origin of origins) {
        const headers: Record<string, string> = { 'content-type': type, cookie: owner.as.cookie! }
        if (origin) headers['origin'] = origin
        const { status } = await fetch(`${server.url}/command/user/ChangeCountry/${owner.id}/1`, { method: 'POST', headers, body: '{"country":1}' })
        const passes = type === 'application/json' && origin === server.url
        assert.ok(passes ? status === 400 && type === 'application/json' : status >= 400 && status < 500, `${type} ${origin} ${status}`)
      }
    }
    const { body } = await owner.as.ask(accountsContract.me, {})
    assert.equal(body.v, 1)
  })

  test('a public answer is asked again by its tag; a private one is stored nowhere', async () => {
    const first = await server.visitor.fetch('/public/leagues', { headers: { 'accept-encoding': 'gzip' } })
    const again = await server.visitor.fetch('/public/leagues', { headers: { 'if-none-match': first.headers.get('etag')! } })
    assert.equal(again.status, 304)
    assert.equal((await owner.as.fetch('/query/user/me')).headers.get('cache-control'), 'no-store')
    assert.equal((await owner.as.fetch('/query/nothing')).headers.get('cache-control'), 'no-store')
  })

  test('after a command is acknowledged no read shows the old state, in this process at once, in another after a moment', async () => {
    const second = await server.another()
    const elsewhere = server.visitor.at(second.address)
    const names = (from: typeof elsewhere) =>
      from.ask(leaguesContract.publicLeagues, { search: 'fresh' }).then((reply) => reply.body.leagues.map((league) => league.name))
    const id = await league(server, owner, { name: 'Fresh 1', shortName: 'FRESH' })
    for (let v = 1; v <= 30; v++) {
      await Promise.all([names(server.visitor), names(elsewhere)])
      await owner.as.done(leaguesContract.EditLeague, { id, v }, leagueBody({ name: `Fresh ${v + 1}`, shortName: 'FRESH' }))
      assert.deepEqual(await names(server.visitor), [`Fresh ${v + 1}`])
      await until('the other process shows it', async () => (await names(elsewhere))[0] === `Fresh ${v + 1}`)
    }
  })

  test('a process that cannot hear notices keeps nothing', async () => {
    const { machine } = server.running
    const read = () => server.visitor.ask(leaguesContract.publicLeagues, { search: 'deaf' }).then((reply) => reply.body.total)
    assert.equal(await read(), 0)
    await machine.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'paddock-notices' and datname = current_database()`,
    )
    // written behind the platform's back: no notice tells of it
    await machine.pool.query(
      `insert into leagues (id, name, short_name, languages, direct_join, created_at) values (gen_random_uuid(), 'Deaf', 'DEAF', '{en}', true, now())`,
    )
    await until('it is shown', async () => (await read()) === 1)
  })

  test('live tells the topics asked for, and a user’s only to that user', async () => {
    const other = await person(server, 'Other')
    const stop = new AbortController()
    const reply = await owner.as.fetch(`/live?topics=user:${owner.id},user:${other.id},leagues`, { signal: stop.signal })
    const reader = reply.body!.pipeThrough(new TextDecoderStream()).getReader()
    await reader.read()
    await other.as.done(accountsContract.ChangeCountry, { id: other.id, v: 1 }, { country: 'NO' })
    await owner.as.done(accountsContract.ChangeCountry, { id: owner.id, v: 1 }, { country: 'SE' })
    let heard = ''
    while (!heard.includes(owner.id)) heard += (await reader.read()).value ?? ''
    assert.ok(!heard.includes(other.id))
    stop.abort()
  })

  test('what changed between the drawing of a page and its listening is told at once', async () => {
    const drawnAt = server.clock.now().getTime()
    const { v } = (await owner.as.ask(accountsContract.me, {})).body
    await owner.as.done(accountsContract.ChangeCountry, { id: owner.id, v }, { country: 'DK' })
    const stop = new AbortController()
    const reply = await owner.as.fetch(`/live?topics=user:${owner.id}&since=${drawnAt}`, { signal: stop.signal })
    const reader = reply.body!.pipeThrough(new TextDecoderStream()).getReader()
    let heard = ''
    while (!heard.includes(owner.id)) heard += (await reader.read()).value ?? ''
    stop.abort()
  })

  test('a limit above 100 is 100, in every list', async () => {
    const lists = ROOMS.flatMap(({ contracts }) => Object.values(contracts)).flatMap((contract) => {
      const limit = contract.kind === 'query' ? (contract.params as z.ZodObject).shape['limit'] : undefined
      return limit ? [{ path: contract.path, limit }] : []
    })
    assert.ok(lists.length > 8)
    for (const { path, limit } of lists) {
      const read = (wanted?: string): unknown => limit.parse(wanted)
      assert.deepEqual([read('1'), read('100'), read('101'), read('1000000000')], [1, 100, 100, 100], path)
      assert.ok(Number(read()) <= 100, path)
    }
    const { pool } = server.running.machine
    await pool.query(`with logged as (insert into logins (id, name, email, email_verified, created_at, updated_at)
        select gen_random_uuid(), 'Crowd ' || n, 'crowd' || n || '@example.org', true, now(), now() from generate_series(1, 105) n returning *)
      insert into users (id, name, country, birth_date, terms_accepted_at, created_at) select id, name, 'DE', '1990-04-05', now(), now() from logged`)
    const found = async (limit: number) => (await server.visitor.ask(accountsContract.searchUsers, { search: 'Crowd', limit })).body.users.length
    assert.deepEqual([await found(99), await found(105)], [99, 100])
  })

  test('a page drawn long ago that nothing has changed since is told nothing', async () => {
    const { live, clock } = server.running.machine
    const long = clock().getTime() - 1
    live.tell(['session:other'])
    const heard: string[] = []
    const drawn = clock().getTime() + 1
    live.open(new Set(['session:quiet', 'session:other']), drawn, (topics) => heard.push(topics.join()))()
    assert.equal(heard.length, 0)
    live.open(new Set(['session:quiet', 'session:other']), long, (topics) => heard.push(topics.join()))()
    assert.equal(heard.length, 1)
    assert.ok(!heard[0]!.includes('quiet'))
  })

  test('a command in flight finishes when the process is asked to stop', async () => {
    const second = await server.another()
    const { pool } = server.running.machine
    const held = await pool.connect()
    await held.query('begin')
    await held.query('select 1 from users where id = $1 for update', [owner.id])
    const flying = owner.as.at(second.address).send(accountsContract.ChangeCountry, { id: owner.id, v: 3 }, { country: 'FI' })
    await until('it waits for the lock', async () => (await atLocks(pool)) > 0)
    const stopped = second.stop()
    await held.query('commit')
    held.release()
    assert.equal((await flying).status, 200)
    await stopped
    await assert.rejects(fetch(`${second.address}/health/live`))
  })
})
