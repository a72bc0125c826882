import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { event } from '#testing/event.ts'
import { league, leagueBody } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { buildApp } from '../app.ts'
import { cacheable } from '../answer-cache.ts'

const titleOf = (html: string): string => /<title>(.*?)<\/title>/.exec(html)?.[1] ?? ''
const HTML = { accept: 'text/html', 'accept-language': 'en' }

describe('pages of visitors', () => {
  let server: TestServer
  let olga: Person
  let apex: LeagueId
  let race: SessionId
  before(async () => {
    server = await testServer()
    olga = await person(server, 'Olga')
    apex = await league(server, olga)
    race = await event(server, olga, apex)
  })
  after(() => server.stop())

  const page = async (path: string): Promise<{ status: number; html: string }> => {
    const reply = await server.visitor.fetch(path, { headers: HTML })
    return { status: reply.status, html: await reply.text() }
  }
  const drawn = async (): Promise<number> => (await server.running.machine.metrics.drawn.get()).values[0]?.value ?? 0
  /** How often pages were drawn while `during` ran. */
  const drawings = async (during: () => Promise<unknown>): Promise<number> => {
    const before = await drawn()
    await during()
    return (await drawn()) - before
  }
  const cold = (): void => server.running.machine.answers.dropAll()

  test('a thousand links of a chat, each marked anew, are one drawing and one page in memory', async () => {
    const { answers } = server.running.machine
    cold()
    await page(`/events/${race}`)
    const [size, bytes] = [answers.size(), answers.bytes()]
    const count = await drawings(async () => {
      for (let n = 0; n < 1000; n += 50)
        await Promise.all(Array.from({ length: 50 }, (_, at) => page(`/events/${race}?fbclid=${n + at}&utm_source=${at}`)))
    })
    assert.deepEqual([count, answers.size(), answers.bytes()], [0, size, bytes])
  })

  test('three hundred at once on a cold page are one drawing', async () => {
    let all: { status: number; html: string }[] = []
    let count = 0
    // a process that for a moment hears no notices, as on a busy machine, rightly shares nothing
    for (let tries = 0; tries < 5 && count !== 1; tries++) {
      cold()
      count = await drawings(async () => {
        all = await Promise.all(Array.from({ length: 300 }, (_, n) => page(`/events/${race}?fbclid=${n}`)))
      })
    }
    assert.deepEqual([count, new Set(all.map(({ html }) => html)).size, all[0]!.status], [1, 1, 200])
  })

  test('what was told while a page was asked for is told to whoever shows it', async () => {
    const { live, changed, pool } = server.running.machine
    const news = new Set([`session:${race}`])
    for (const reader of [server.visitor, olga.as]) {
      cold()
      const holder = await pool.connect()
      await holder.query('begin; lock table entries')
      const asked = reader.fetch(`/events/${race}`, { headers: HTML })
      const waits = `select from pg_locks where relation = 'entries'::regclass and not granted`
      await until('it asks', async () => (await holder.query(waits)).rowCount! > 0)
      const { promise: told, resolve } = Promise.withResolvers<unknown>()
      const close = live.open(news, null, resolve)
      changed([...news], [])
      await told
      close()
      await holder.query('rollback')
      holder.release()
      const renderedAt = Number(/"renderedAt":(\d+)/.exec(await (await asked).text())![1])
      const caughtUp: unknown[] = []
      live.open(news, renderedAt, (topics) => caughtUp.push(topics))()
      assert.deepEqual(caughtUp, [[...news]])
    }
  })

  test('three hundred at once on a page that is missing are one drawing', async () => {
    const missing = olga.id
    let all: { status: number }[] = []
    const count = await drawings(async () => {
      all = await Promise.all(Array.from({ length: 300 }, (_, n) => page(`/events/${missing}?n=${n}`)))
    })
    assert.deepEqual([count, all.every(({ status }) => status === 404)], [1, true])
  })

  test('all addresses that lead nowhere are one page', async () => {
    cold()
    const count = await drawings(async () => {
      for (let n = 0; n < 50; n++) assert.equal((await page(`/wp-admin/${n}.php?x=${n}`)).status, 404)
    })
    assert.equal(count, 1)
  })

  for (const [what, first, others] of [
    [
      'unknown parameters',
      '/events',
      ['/events?fbclid=1', '/events?utm_source=x&utm_medium=y', '/events?a[]=1&b=%ED%A0%80', '/events?', '/events?&&'],
    ],
    [
      'order, repetition and other ways of writing',
      '/events?game=acc&search=green+hell',
      ['/events?search=green%20hell&game=acc', '/events?game=ac&game=acc&search=green+hell', '/events?x=1&search=%20green%09%20hell%20&game=acc'],
    ],
    ['values that are none', '/events', ['/events?game=nothing&status=none&region=Mars&shown=12x', '/events?shown=3', '/events?search=%20%20']],
    ['slashes and letters of ids', '/events/ID', ['/events//ID', '/events/ID/', '/EVENTS', '/events/UPPER']],
  ] as const) {
    test(`${what} make no page new`, async () => {
      cold()
      const write = (path: string): string => path.replace('ID', race).replace('UPPER', race.toUpperCase())
      const { html } = await page(write(first))
      const count = await drawings(async () => {
        for (const other of others) if (other !== '/EVENTS') assert.equal((await page(write(other))).html, html, other)
      })
      assert.equal(count, 0)
    })
  }

  test('what a page knows makes it another', async () => {
    cold()
    const count = await drawings(async () => {
      for (const query of ['', '?game=acc', '?game=r3e', '?search=a', '?search=b', '?shown=40', '?region=US-East', '?status=ENDED'])
        await page(`/events${query}`)
    })
    assert.equal(count, 8)
  })

  test('a kept page holds nothing of the address it was first asked by', async () => {
    cold()
    const { html } = await page(`/events/${race}?fbclid=marked-by-a-chat&returnTo=marked-by-somebody`)
    assert.ok(!html.includes('marked-by-a-chat') && !html.includes('marked-by-somebody'))
    assert.ok(html.includes(`<link rel="canonical" href="${new URL(`/events/${race}`, server.running.machine.config.publicUrl).href}">`))
  })

  test('what is kept stays within bounds, and what is read stays kept', async () => {
    const { answers } = server.running.machine
    cold()
    const path = `/events/${race}`
    await page(path)
    await server.visitor.fetch('/public/leagues')
    const topic = { size: answers.size() }
    for (let n = 0; n < 400; n++) {
      await server.visitor.fetch(`/public/leagues?limit=5&x=${n}`)
      await server.visitor.fetch(`/public/leagues?x=${n}&limit=${'0'.repeat(n % 40)}5`)
    }
    assert.equal(answers.size(), topic.size + 1)
  })

  test('memory is counted as it is taken', () => {
    for (const size of [10, 2000, 60_000, 300_000]) {
      const answer = cacheable(200, 'text/html', randomBytes(size).toString('hex'), 'x')
      assert.equal(typeof answer.sent === 'string' ? answer.sent.length : answer.sent.buffer.byteLength, answer.heldBytes)
    }
  })

  test('a plain address is found without any work, all others by what they ask', async () => {
    const { answers } = server.running.machine
    cold()
    for (const url of [
      '/public/leagues?limit=5',
      '/public/leagues?limit=5&offset=0',
      '/public/leagues?offset=0&limit=5',
      '/public/leagues?limit=5&fbclid=1',
    ]) {
      assert.equal((await server.visitor.fetch(url)).status, 200)
    }
    assert.deepEqual(
      ['limit=5', 'limit=5&offset=0', 'offset=0&limit=5', 'limit=5&fbclid=1'].map(
        (query) => answers.get(`url /public/leagues?${query}`) !== undefined,
      ),
      [true, true, false, false],
    )
    await olga.as.done(leaguesContract.AddLeague, {}, leagueBody())
    assert.equal(answers.get('url /public/leagues?limit=5'), undefined)
  })

  test('before the framework or through it, a kept answer is the same and is counted', async () => {
    const { metrics } = server.running.machine
    const answered = async (call: string): Promise<number> =>
      Number(
        new RegExp(`^paddock_answer_seconds_count\\{call="${call}",status="200"\\} (\\d+)`, 'm').exec(await metrics.registry.metrics())?.[1] ?? 0,
      )
    cold()
    for (const [url, call] of [
      [`/events/${race}`, 'page event'],
      ['/public/leagues', '/public/leagues'],
    ] as const) {
      await page(url)
      const before = await answered(call)
      const first = await server.visitor.fetch(url, { headers: HTML })
      const body = await first.text()
      await until('it is counted', async () => (await answered(call)) === before + 1)
      const through = await server.running.app.inject({ url, headers: HTML })
      assert.equal(through.body, body)
      const names = (all: Iterable<string>) =>
        [...all].filter((name) => !['connection', 'keep-alive', 'content-encoding', 'content-length'].includes(name)).sort()
      assert.deepEqual(names(first.headers.keys()), names(Object.keys(through.headers)))
      for (const name of ['content-security-policy', 'etag', 'cache-control', 'vary', 'content-type'])
        assert.equal(first.headers.get(name), through.headers[name])
      assert.match(first.headers.get('x-request-id')!, /^[\da-f-]{36}$/)
      const known = await server.visitor.fetch(url, { headers: { ...HTML, 'if-none-match': first.headers.get('etag')! } })
      assert.equal(known.status, 304)
    }
  })

  test('what is kept goes out under pressure, what is not waits elsewhere', async () => {
    cold()
    await page(`/events/${race}`)
    await server.visitor.fetch('/public/leagues')
    const app = await buildApp(server.running.machine, { isOn: () => true, stop: () => undefined })
    const get = (url: string) => app.inject({ url, headers: HTML })
    for (const url of [`/events/${race}?fbclid=1`, '/public/leagues', '/health/live']) assert.equal((await get(url)).statusCode, 200, url)
    for (const url of ['/query/user/me', '/public/leagues?search=cold']) {
      const reply = await get(url)
      assert.deepEqual([reply.statusCode, reply.json<{ code: string }>().code, reply.headers['retry-after']], [503, 'UNAVAILABLE', '5'], url)
    }
    const reply = await get('/events?search=cold')
    assert.deepEqual([reply.statusCode, titleOf(reply.body), reply.headers['retry-after']], [503, 'The platform is busy · Paddock', '5'])
    await app.close()
  })

  test('what cannot be shown is told by status and title, and in no other page', async () => {
    const bert = await person(server, 'Bert')
    const draft = `/communities/${apex}/acc/event-edit/${await event(server, olga, apex, { publish: false })}`
    for (const [path, status, title] of [
      [`/events/${race}`, 200, /^Friday GT · Paddock$/],
      ['/nothing-here', 404, /^This road leads nowhere · Paddock$/],
      [`/events/${olga.id}`, 404, /^This road leads nowhere · Paddock$/],
      ['/events/no-id', 404, /^This road leads nowhere · Paddock$/],
      [draft, 404, /^This road leads nowhere · Paddock$/],
      ['/%E0%A4%A', 400, /^This address cannot be read · Paddock$/],
    ] as const) {
      const reply = await (path === draft ? bert.as : server.visitor).fetch(path, { headers: HTML })
      const html = await reply.text()
      assert.match(reply.headers.get('content-type')!, /^text\/html/, path)
      assert.equal(reply.status, status, path)
      assert.match(titleOf(html), title, path)
    }
  })

  test('a fault of ours is a page in words for a reader, in their language, and JSON for a call', async () => {
    const { machine } = server.running
    const broken = { ...machine, answers: { ...machine.answers, ahead: () => Promise.reject(new Error('broken on purpose')) } }
    const app = await buildApp(broken, { isOn: () => false, stop: () => undefined })
    const ask = (url: string, headers: Record<string, string>) => app.inject({ url, headers })
    const page = await ask('/events?search=broken', HTML)
    assert.deepEqual([page.statusCode, titleOf(page.body)], [500, 'Something went wrong · Paddock'])
    assert.ok(page.body.includes('<a href="">Try again') && page.body.includes(String(page.headers['x-request-id'])))
    const german = await ask('/events?search=broken', { ...HTML, 'accept-language': 'de' })
    assert.ok(german.body.includes('<html lang="de">') && titleOf(german.body) === 'Etwas ist schiefgegangen · Paddock')
    const call = await ask('/public/leagues?search=broken', HTML)
    assert.deepEqual([call.statusCode, call.json<{ code: string }>().code], [500, 'FAULT'])
    await app.close()
  })

  test('one task of six seconds refuses nobody afterwards', async () => {
    const until = performance.now() + 6000
    while (performance.now() < until);
    for (let n = 0; n < 40; n++) {
      assert.equal((await server.visitor.fetch(`/public/leagues?search=after-${n}`)).status, 200)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })
})
