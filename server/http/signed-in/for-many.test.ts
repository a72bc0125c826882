import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { HOUR_MS } from '#core/duration.ts'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { LOCALES, type Locale } from '#core/locale.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload } from '#modules/results/results.fixture.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { entryBody, event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { loadWeb } from '../web.ts'
import { allQueries } from '#server/queries.ts'

type Key = readonly [path: string, params: Readonly<Record<string, string>>]
type Data = { readonly renderedAt: number; readonly clock: string | null; readonly locale: Locale; readonly productName: string }
type Page = {
  readonly html: string
  readonly data: Data & { readonly data: readonly { readonly key: Key; readonly value: object }[] }
  readonly own: { readonly me: { readonly id: string }; readonly answers: Readonly<Record<number, object>> } | null
}

describe('pages for many who are signed in', () => {
  let server: TestServer
  let people: Readonly<Record<string, Person>>
  let apex: LeagueId
  let places: Readonly<Record<string, string>>
  before(async () => {
    server = await testServer()
    const named = async (name: string, facts = {}): Promise<Person> => person(server, name, facts)
    const [owner, admin, member, driver, waiter, stranger, supporter, banned, hostile] = await Promise.all([
      named('Olga Owner'),
      named('Ada Admin'),
      named('Mia Member'),
      named('Dan Driver'),
      named('Wim Waiter'),
      named('Sam Stranger', { country: 'US' }),
      named('Sue Supporter', { plan: 'PREMIUM' }),
      named('Bo Banned'),
      named(` <b>Zoë</b> "O'Neil" & 🏎 $& hole-0 `),
    ])
    people = { owner, admin, member, driver, waiter, stranger, supporter, banned, hostile } as Readonly<Record<string, Person>>
    apex = await league(server, owner!, { admins: [admin!], members: [member!, driver!, waiter!, supporter!, banned!] })
    const open: SessionId = await event(server, owner!, apex, { maxEntries: 2, description: '**Bring** tyres & <fuel>' })
    await driver!.as.done(entriesContract.AddEntry, { id: open }, entryBody('2'))
    await supporter!.as.done(entriesContract.AddEntry, { id: open }, entryBody('2'))
    await waiter!.as.done(entriesContract.AddEntry, { id: open }, entryBody('34', { waitingList: true }))
    await owner!.as.done(membersContract.BanMember, { id: apex }, { userId: banned!.id, reason: 'Drove into everybody on purpose' })
    const raced = await runningEvent(server, owner!, apex)
    await enter(server, raced, [
      { userId: driver!.id, raceNumber: 911, carId: '34' },
      { userId: supporter!.id, raceNumber: 12, carId: '34' },
    ])
    const rows = [driver!, member!, supporter!].map(({ steamId, name }, n) => accLine(n + 1, steamId, name, 4, 4 * LAP + n * 1000, 97_000 + n))
    const file = await upload(server, raced.servers[0]!, '250101_203000_R.json', accFile('R', 2, rows))
    assert.equal(file.status, 200)
    await allRead(server)
    const strict = await event(server, owner!, apex, { joinConditions: { accountAgeDays: 30, noShowPercent: 20 } })
    const byHand = await runningEvent(server, owner!, apex, { manual: true, segments: ['RACE'] })
    await enter(server, byHand, [{ userId: driver!.id, raceNumber: 911, carId: '2' }])
    const running = await runningEvent(server, owner!, apex)
    places = {
      byHand: `/events/${byHand.id}`,
      running: `/events/${running.id}`,
      open: `/events/${open}`,
      strict: `/events/${strict}`,
      raced: `/events/${raced.id}`,
      home: '/',
      community: `/communities/${apex}`,
    }
  })
  after(() => server.stop())

  async function pageOf(who: Person, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Page> {
    const cookie = [who.as.cookie, headers['cookie']].filter(Boolean).join('; ')
    const reply = await server.visitor.fetch(path, { headers: { accept: 'text/html', 'accept-language': 'en', ...headers, cookie } })
    assert.equal(reply.status, 200)
    const html = await reply.text()
    const json = (id: string): never =>
      JSON.parse(new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`).exec(html)?.[1] ?? 'null') as never
    return { html, data: json('data'), own: json('own') }
  }
  const stitched = async (): Promise<number> =>
    (await server.running.machine.metrics.keptHits.get()).values.find(({ labels }) => labels.hit === 'for many')?.value ?? 0

  for (const [who, isForMany] of [
    ['member', true],
    ['driver', true],
    ['waiter', true],
    ['stranger', true],
    ['supporter', true],
    ['banned', true],
    ['hostile', true],
    ['admin', false],
    ['owner', false],
  ] as const) {
    test(`events of ${who} are ${isForMany ? 'stitched' : 'drawn whole'}, home is stitched; they are what ${who} would be answered and shown`, async () => {
      const web = (await loadWeb())!
      for (const [place, path] of Object.entries(places))
        for (const locale of LOCALES)
          for (const clock of ['', 'clock=Europe%2FBerlin.24.DE']) {
            const before = await stitched()
            const page = await pageOf(people[who]!, path, { 'accept-language': locale, ...(clock ? { cookie: clock } : {}) })
            assert.equal((await stitched()) - before, isForMany || place === 'home' ? 1 : 0, `${place} ${locale}`)
            assert.equal(page.own?.me.id, people[who]!.id)
            for (const [at, { key, value }] of page.data.data.entries()) {
              const { contract } = allQueries(server.running.machine).find((one) => one.contract.path === key[0])!
              const asked = await people[who]!.as.ask(contract, key[1])
              const own: object | undefined = page.own?.answers[at]
              assert.deepEqual(own ? { ...value, ...own } : value, asked.body, key[0])
            }
            const whole = await web.render.render({ ...page.data, own: page.own, url: path, now: page.data.renderedAt })
            const root = /<div id="root">(.*?)<\/div><script>/s.exec(page.html)![1]!
            assert.equal(root, whole.html, `${who} ${place} ${locale}`)
          }
    })
  }

  test('two hundred at once: nobody finds anything of anybody else in their page', async () => {
    const { answers } = server.running.machine
    const readers = ['member', 'stranger', 'admin', 'supporter', 'banned'].map((name) => people[name]!)
    const canaries = (who: Person): readonly string[] => [who.email, who.steamId, ...(who === people['supporter'] ? [] : [who.id, who.name])]
    const { config } = (await people['admin']!.as.ask(sessionsContract.race, { id: places['open']!.split('/')[2] as SessionId })).body
    const forAdmins = ['"statusHistory"', ...Object.values(config.passwords ?? {}).filter(Boolean)]
    assert.ok(forAdmins.length > 1)
    const seen = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        // cold again and again, so that drawings are made while others wait for them
        if (n % 25 === 0) answers.dropAll()
        const who = readers[n % readers.length]!
        return { who, html: (await pageOf(who, places['open']!)).html }
      }),
    )
    for (const { who, html } of seen) {
      for (const own of [who.id, who.email]) assert.ok(html.includes(own))
      for (const other of readers.filter((one) => one !== who))
        for (const canary of canaries(other)) assert.ok(!html.includes(canary), `${who.name} finds ${canary} of ${other.name}`)
      for (const word of forAdmins) assert.equal(html.includes(word), who === people['admin'], `${who.name}: ${word}`)
    }
  })

  test('two hundred who differ in their name alone are drawn once, and each finds their own', async () => {
    const alike = await Promise.all(Array.from({ length: 20 }, (_, n) => person(server, `Zzmark${n}zz Only${n}name`, { country: 'SE' })))
    const seen = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        if (n % 40 === 0) server.running.machine.answers.dropAll()
        const who = alike[n % alike.length]!
        return { who, html: (await pageOf(who, Object.values(places)[n % 3]!)).html }
      }),
    )
    for (const { who, html } of seen) {
      const shown = html.replaceAll(/<script.*?<\/script>/gs, '')
      assert.ok(shown.includes(who.name), who.name)
      assert.ok(shown.includes(`/profile/${who.id}`))
      for (const other of alike) if (other !== who) for (const mark of [other.id, other.name]) assert.ok(!html.includes(mark), `${who.name}: ${mark}`)
    }
  })

  test('a hundred who come at once to a cold page are one drawing', async () => {
    const drawn = async (): Promise<number> => (await server.running.machine.metrics.drawn.get()).values[0]?.value ?? 0
    let count = 0
    // a process that for a moment hears no notices, as on a busy machine, rightly shares nothing
    for (let tries = 0; tries < 5 && count !== 1; tries++) {
      server.running.machine.answers.dropAll()
      const before = await drawn()
      await Promise.all(Array.from({ length: 100 }, (_, n) => pageOf(people[n % 2 === 0 ? 'member' : 'driver']!, places['open']!)))
      count = (await drawn()) - before
    }
    assert.equal(count, 1)
  })

  test('with and without gzip it is the same page', async () => {
    const path = places['open']!
    const plain = await server.visitor.fetch(path, {
      headers: { accept: 'text/html', 'accept-encoding': 'identity', cookie: people['driver']!.as.cookie! },
    })
    assert.equal(plain.headers.get('content-encoding'), null)
    assert.equal(plain.headers.get('cache-control'), 'no-store')
    assert.equal(await plain.text(), (await pageOf(people['driver']!, path, { 'accept-language': 'en' })).html)
  })

  test('what is somebody’s own and stands outside of an island stops the drawing', async () => {
    const web = (await loadWeb())!
    const draw = (url: string) =>
      web.render.drawForMany({
        url,
        locale: 'en',
        productName: 'Paddock',
        data: [],
        own: [],
        habits: { timeZone: null, weekStart: 'monday' },
        mark: 'hole-0',
        pieceOf: (html) => html,
        headOf: () => '',
      })
    await assert.rejects(draw('/settings'), web.render.isPersonalRead)
    assert.ok((await draw('/terms')).rendered.html.includes('hole-0-0'))
  })

  test('the first paint says whether I am in', async () => {
    const said = async (who: string): Promise<string> => (await pageOf(people[who]!, places['open']!)).html.replaceAll(/<script.*?<\/script>/gs, '')
    assert.match(await said('driver'), /Cancel registration|Cancel/)
    assert.doesNotMatch(await said('driver'), /Join the waiting list/)
    assert.match(await said('member'), /waiting list/)
    const atHome = async (who: string): Promise<string> => (await pageOf(people[who]!, '/')).html.replaceAll(/<script.*?<\/script>/gs, '')
    assert.match(await atHome('driver'), /you are in/)
    assert.doesNotMatch(await atHome('member'), /you are in/)
    const asked = async (who: string): Promise<string> =>
      (await pageOf(people[who]!, places['strict']!)).html.replaceAll(/<script.*?<\/script>/gs, '')
    assert.match(await asked('member'), /an account at least 30 days old.*yours is 0 days old/s)
    assert.doesNotMatch(await asked('banned'), /yours is/)
    assert.match(await said('admin'), /#admin|data-hash="admin"/)
    assert.doesNotMatch(await said('member'), /data-hash="admin"/)
    const ownRows = async (who: string): Promise<readonly string[]> =>
      [...(await pageOf(people[who]!, places['raced']!)).html.matchAll(/<tr[^>]* aria-current="true">.*?<\/tr>/gs)].map(([row]) => row)
    for (const who of ['driver', 'supporter']) {
      const rows = await ownRows(who)
      assert.ok(rows.length === 1 && rows[0]!.includes(people[who]!.name), who)
    }
    assert.deepEqual(await ownRows('stranger'), [])
  })

  test('long before the start no file comes along of what nobody is shown yet: of its servers, of the way to a car', async () => {
    const parts = async (who: string, place: string, headers = {}): Promise<readonly string[]> =>
      [...(await pageOf(people[who]!, places[place]!, headers)).html.matchAll(/<meta name="part" content="modules\/([^"]*)">/g)].map(
        ([, part]) => part!,
      )
    for (const who of ['member', 'driver', 'stranger']) {
      const found = await parts(who, 'open')
      assert.ok(found.includes('entries/screens/cars/car-choice.tsx'), who)
      assert.ok(!found.some((part) => /servers|choose-car/.test(part)), who)
    }
    assert.ok((await parts('driver', 'running')).includes('hosting/screens/servers.tsx'))
    // the last: the house's time goes on
    const { startsAt } = (await people['driver']!.as.ask(sessionsContract.publicEvent, { id: places['open']!.slice('/events/'.length) as SessionId }))
      .body
    server.clock.set(new Date(Date.parse(startsAt) - 2 * HOUR_MS + 60_000))
    // as whoever has not seen it yet: kept pages are half a minute old at most
    const near = await parts('driver', 'open', { cookie: 'clock=Asia%2FTokyo.24.JP' })
    assert.ok(near.includes('hosting/screens/servers.tsx'))
  })
})
