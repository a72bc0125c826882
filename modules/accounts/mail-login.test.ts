import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { networkOf } from '#server/outside/login-code.ts'
import { loginBrowser, type LoginBrowser } from '#testing/mail-login.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { atLocks, until } from '#testing/time.ts'
import { accountsContract } from './contract.ts'
import { eraseUser } from './store.ts'

const codeOf = async (reply: Response): Promise<string> => (reply.status === 200 ? 'ok' : ((await reply.json()) as { code: string }).code)
const wrong = (right: string): string => (right === '00000000' ? '11111111' : '00000000')
const tallied = (codes: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]))

describe('login by mail', () => {
  let server: TestServer
  let urls: readonly string[]
  before(async () => {
    server = await testServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
    urls = [server.url, (await server.another()).address]
  })
  after(() => server.stop())

  const browser = (from: string): LoginBrowser => loginBrowser(server.url, from)
  /** The start of an hour to come: budgets are counted by the clock's hours and minutes. */
  const freshHour = (): void => server.clock.set(new Date(Math.ceil(server.clock.now().getTime() / 3_600_000) * 3_600_000 + 60_000))
  const nextMinute = (): void => server.clock.advance(61_000)

  test('once a minute and five times an hour for one address and network; another network is not counted with it', async () => {
    freshHour()
    const here = browser('198.51.100.1')
    const codes: string[] = []
    for (let n = 0; n < 7; n++) {
      codes.push(await codeOf(await here.ask('often@example.org')))
      const again = await browser('198.51.100.1').ask('often@example.org')
      assert.ok(again.status === 429 && Number(again.headers.get('retry-after')) > 0)
      nextMinute()
    }
    assert.deepEqual(codes, [...Array.from({ length: 5 }, () => 'ok'), 'RATE_LIMIT_EXCEEDED', 'RATE_LIMIT_EXCEEDED'])
    assert.equal((await browser('198.51.100.2').ask('often@example.org')).status, 200)
    assert.equal((await here.ask('other@example.org')).status, 200)
  })

  test('strangers who ask and guess without end do not keep anybody out, at two processes', async () => {
    freshHour()
    const email = 'victim@example.org'
    const owner = browser('203.0.113.9')
    await owner.signIn(email)
    nextMinute()
    const strangers = Array.from({ length: 40 }, (_, n) => browser(`198.51.100.${n + 10}`))
    const asked = await Promise.all(strangers.map(async (stranger, n) => codeOf(await stranger.at(urls[n % 2]!).ask(email))))
    // nineteen: the owner's own first login, by a browser unknown until then, was the first of twenty
    assert.deepEqual(tallied(asked), { ok: 19, RATE_LIMIT_EXCEEDED: 21 })
    const guessing = Promise.all(
      strangers.map(async (stranger, n) => {
        for (let guess = 0; guess < 6; guess++) await stranger.at(urls[n % 2]!).guess(email, '00000000')
      }),
    )
    assert.equal((await owner.at(urls[1]!).ask(email)).status, 200)
    const own = await owner.codeFor(email)
    await guessing
    for (const stranger of strangers) assert.notEqual((await stranger.guess(email, own)).status, 200)
    assert.equal((await owner.guess(email, own)).status, 200)
    // and again, later in the same hour, by a new browser where the owner is signed in
    nextMinute()
    assert.equal(await codeOf(await browser('198.51.100.200').ask(email)), 'RATE_LIMIT_EXCEEDED')
    assert.equal(await codeOf(await browser('203.0.113.9').ask(email)), 'ok')
    assert.equal(await codeOf(await owner.ask(email)), 'ok')
  })

  test('a code is good for five tries of the browser that asked, counted together at two processes; guesses of others cost it nothing', async () => {
    freshHour()
    const email = 'tries@example.org'
    const owner = browser('203.0.113.1')
    assert.equal((await owner.ask(email)).status, 200)
    const right = await owner.codeFor(email)
    const stranger = browser('203.0.113.1')
    assert.deepEqual(tallied(await Promise.all(Array.from({ length: 8 }, async () => codeOf(await stranger.guess(email, right))))), {
      EMAIL_CODE_EXPIRED: 8,
    })
    const guesses = await Promise.all(Array.from({ length: 12 }, async (_, n) => codeOf(await owner.at(urls[n % 2]!).guess(email, wrong(right)))))
    assert.deepEqual(tallied(guesses), { EMAIL_CODE_INVALID: 5, EMAIL_CODE_EXPIRED: 7 })
    assert.equal(await codeOf(await owner.guess(email, right)), 'EMAIL_CODE_EXPIRED')
    nextMinute()
    await owner.signIn(email)
  })

  test('a code opens one login, within ten minutes, as pasted with blanks', async () => {
    freshHour()
    const owner = browser('203.0.113.2')
    const email = 'once@example.org'
    await owner.ask(email)
    const code = await owner.codeFor(email)
    server.clock.advance(600_000)
    assert.equal(await codeOf(await owner.guess(email, code)), 'EMAIL_CODE_EXPIRED')
    await owner.ask(email)
    const next = await owner.codeFor(email)
    const both = await Promise.all(urls.map((url) => owner.at(url).guess(email, ` ${next.slice(0, 4)} ${next.slice(4)} `)))
    assert.deepEqual(tallied(await Promise.all(both.map(codeOf))), { ok: 1, EMAIL_CODE_EXPIRED: 1 })
  })

  test('the mail speaks the language of the page where the code was asked for', async () => {
    freshHour()
    const url = urls[0]!
    for (const [locale, words] of [
      ['de', /^\d{8} ist dein Code für /],
      ['pt', /^\d{8} é o teu código /],
    ] as const) {
      const email = `words-${locale}@example.org`
      const owner = loginBrowser(url, '203.0.113.40', new Map([['locale', locale]]))
      assert.equal(await codeOf(await owner.ask(email)), 'ok')
      const mailbox = await server.visitor.fetch(`/dev/mailbox.json?to=${email}`)
      const { mails } = (await mailbox.json()) as { mails: { subject: string }[] }
      assert.match(mails[0]!.subject, words)
      assert.equal(await codeOf(await owner.guess(email, await owner.codeFor(email))), 'ok')
    }
  })

  test('whoever asks again within the minute, since the answer was lost, has the code that is on its way; after a try no more', async () => {
    freshHour()
    const owner = browser('203.0.113.3')
    const email = 'lost@example.org'
    await owner.ask(email)
    const code = await owner.codeFor(email)
    assert.equal(await codeOf(await owner.ask(email)), 'ok')
    assert.equal(await owner.codeFor(email), code, 'no other mail')
    assert.equal(await codeOf(await browser('203.0.113.3').ask(email)), 'RATE_LIMIT_EXCEEDED')
    await owner.guess(email, wrong(code))
    assert.equal(await codeOf(await owner.ask(email)), 'RATE_LIMIT_EXCEEDED')
    assert.equal(await codeOf(await owner.guess(email, code)), 'ok')
  })

  test('a code whose answer was lost is right once more for who brings its key, for two minutes, and for nobody else', async () => {
    freshHour()
    const owner = browser('203.0.113.4')
    const email = 'answer@example.org'
    const [key, other] = ['a-key-of-this-form', 'a-key-of-another-one']
    await owner.ask(email)
    const code = await owner.codeFor(email)
    const give = async (who: LoginBrowser, ...given: readonly [string, string?]) => codeOf(await who.guess(email, ...given))
    assert.equal(await give(owner, code, key), 'ok')
    assert.deepEqual(
      [await give(owner, code), await give(owner, code, other), await give(browser('203.0.113.4'), code, key), await give(owner, wrong(code), key)],
      ['EMAIL_CODE_EXPIRED', 'EMAIL_CODE_EXPIRED', 'EMAIL_CODE_EXPIRED', 'EMAIL_CODE_INVALID'],
    )
    server.clock.advance(119_000)
    assert.equal(await give(owner, code, key), 'ok')
    server.clock.advance(2_000)
    assert.equal(await give(owner, code, key), 'EMAIL_CODE_EXPIRED')
  })

  test('ten first logins at once make one account', async () => {
    freshHour()
    const email = 'race@example.org'
    const browsers = Array.from({ length: 10 }, (_, n) => browser(`192.0.2.${n + 1}`))
    const codes: string[] = []
    for (const one of browsers) {
      await one.ask(email)
      codes.push(await one.codeFor(email))
    }
    const replies = await Promise.all(browsers.map((one, n) => one.at(urls[n % 2]!).guess(email, codes[n]!)))
    assert.deepEqual(new Set(replies.map((reply) => reply.status)), new Set([200]))
    const { rows } = await server.running.machine.pool.query('select 1 from logins where email = $1', [email])
    assert.equal(rows.length, 1)
  })

  test('known and unknown addresses are answered alike', async () => {
    freshHour()
    await browser('203.0.113.50').signIn('known@example.org')
    nextMinute()
    const [known, unknown] = await Promise.all(
      ['known@example.org', 'unknown@example.org'].map((email, n) => browser(`192.0.2.${n + 60}`).ask(email)),
    )
    const seen = async (reply: Response) => [
      reply.status,
      await reply.text(),
      [...reply.headers.keys()].toSorted(),
      reply.headers.getSetCookie().map((line) => line.replace(/=[\w-]+/, '')),
    ]
    assert.deepEqual(await seen(known!), await seen(unknown!))
  })

  test('no code stands in clear anywhere in the database, waiting, guessed at or used', async () => {
    freshHour()
    const codes: string[] = []
    for (const n of [1, 2, 3]) {
      const one = browser(`192.0.2.${n + 100}`)
      const email = `dump${n}@example.org`
      await one.ask(email)
      const code = await one.codeFor(email)
      codes.push(code)
      if (n > 1) await one.guess(email, n === 2 ? code : wrong(code))
    }
    const { pool } = server.running.machine
    const { rows: tables } = await pool.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    )
    for (const { name } of tables) {
      const { rows } = await pool.query<{ hits: number }>(`select count(*)::int as hits from ${name} t where t::text ~ $1`, [codes.join('|')])
      assert.equal(rows[0]?.hits, 0, `${name} holds a code in clear`)
    }
  })

  test('a login in the moment in which its account is erased makes a new one, as a moment later', async () => {
    freshHour()
    const { db, pool } = server.running.machine
    const email = 'leaving@example.org'
    const here = browser('203.0.113.60')
    const before = (await (await here.signIn(email)).ask(accountsContract.me, {})).body
    nextMinute()
    await here.ask(email)
    const code = await here.codeFor(email)
    const [erased, entered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const erasing = db.transaction().execute(async (tx) => {
      await eraseUser(tx, before.id, server.clock.now())
      erased.resolve()
      await entered.promise
    })
    await erased.promise
    const entering = here.guess(email, code)
    await until('the login waits', async () => (await atLocks(pool)) > 0)
    entered.resolve()
    await erasing
    assert.equal((await entering).status, 200)
    const { rows } = await pool.query<{ id: string }>('select id from logins where email = $1', [email])
    assert.ok(rows.length === 1 && rows[0]!.id !== before.id)
  })

  test('one subscriber is one network', () => {
    for (const [ip, network] of [
      ['203.0.113.9', '203.0.113.9'],
      ['::ffff:203.0.113.9', '203.0.113.9'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
      ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
      ['2001:db8::1', '2001:db8:0:0::/64'],
      ['::1', '0:0:0:0::/64'],
      ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ] as const)
      assert.equal(networkOf(ip), network, ip)
  })
})
