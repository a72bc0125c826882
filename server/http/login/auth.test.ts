import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { claimOf, cookieOf, fakeSteam, newSteamId, nonceAt, NS, SIGNED, steamTrips, type Trip } from '#testing/steam.ts'

const REFUSED = '/login?error=STEAM_LOGIN_REFUSED'

let steam: Awaited<ReturnType<typeof fakeSteam>>
let server: TestServer
let trips: ReturnType<typeof steamTrips>

before(async () => {
  steam = await fakeSteam()
  server = await testServer({
    env: { STEAM_OPENID_ENDPOINT: steam.endpoint, PUBLIC_URL: 'http://paddock.test' },
    breaks: ['erased-has-nothing', 'erased-cannot-sign-in'],
  })
  trips = steamTrips(server, steam.endpoint)
})
after(async () => {
  await server.stop()
  steam.stop()
})

const begin: typeof trips.begin = (...all) => trips.begin(...all)
const land: typeof trips.land = (...all) => trips.land(...all)
const assertion: typeof trips.assertion = (...all) => trips.assertion(...all)
const jar = (...cookies: readonly (string | null)[]): string => cookies.filter(Boolean).join('; ')
/** An account without Steam: test people come with one. */
const unlinked = async (name: string): Promise<Person> => {
  const made = await person(server, name)
  await server.running.machine.db.deleteFrom('linked_accounts').where('user_id', '=', made.id).execute()
  return made
}

const loginSessions = async (): Promise<number> => {
  const { count } = await server.running.machine.db
    .selectFrom('login_sessions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
const linkOf = (steamId: string) =>
  server.running.machine.db.selectFrom('linked_accounts').select('user_id').where('provider', '=', 'steam').where('subject', '=', steamId).execute()

describe('login through Steam', () => {
  test('the genuine one signs in, back where the reader came from, and finds the same account again', async () => {
    const steamId = newSteamId()
    const users: string[] = []
    for (const _ of [1, 2]) {
      const trip = await begin(`?returnTo=${encodeURIComponent('/events/1?tab=2#cars')}`)
      const landed = await land(assertion(trip, steamId), trip.cookie)
      assert.equal(landed.location, '/events/1?tab=2#cars')
      const me = await server.visitor.fetch('/query/user/me', { headers: { cookie: landed.session! } })
      users.push(((await me.json()) as { id: string }).id)
    }
    assert.equal(users[0], users[1])
  })

  test('the database holds only a hash of what the cookie carries', async () => {
    const trip = await begin()
    const { session } = await land(assertion(trip, newSteamId()), trip.cookie)
    const token = decodeURIComponent(session!.split('=')[1]!).split('.')[0]!
    assert.ok(Buffer.from(token, 'base64url').length >= 32, '256 bits')
    const { rows } = await server.running.machine.pool.query<{ row: string }>('select login_sessions::text as row from login_sessions')
    assert.ok(rows.length > 0 && rows.every(({ row }) => !row.includes(token)))
    const asHash = rows.map(({ row }) => /[0-9a-f]{64}/.exec(row)![0])
    const stolen = asHash.map((hash) => `paddock.session_token=${hash}`)
    for (const cookie of stolen) assert.equal((await server.visitor.fetch('/query/user/me', { headers: { cookie } })).status, 401)
  })

  test('twenty first logins at once make one account', async () => {
    const steamId = newSteamId()
    const landings = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const trip = await begin()
        return land(assertion(trip, steamId), trip.cookie)
      }),
    )
    assert.ok(landings.every((landed) => landed.session))
    assert.equal((await linkOf(steamId)).length, 1)
  })

  const old = () => server.clock.now().getTime()
  const FORGED: Readonly<Record<string, (trip: Trip, steamId: string) => URLSearchParams | string>> = {
    'another op_endpoint': (trip, id) => assertion(trip, id, { op_endpoint: 'https://evil.example/openid/login' }),
    'claimed_id on another host': (trip, id) =>
      assertion(trip, id, { claimed_id: `https://evil.example/openid/id/${id}`, identity: `https://evil.example/openid/id/${id}` }),
    'claimed_id on a host that begins alike': (trip, id) => {
      const claimed = `https://steamcommunity.com.evil.example/openid/id/${id}`
      return assertion(trip, id, { claimed_id: claimed, identity: claimed })
    },
    'claimed_id over http': (trip, id) =>
      assertion(trip, id, { claimed_id: claimOf(id).replace('https', 'http'), identity: claimOf(id).replace('https', 'http') }),
    'claimed_id with more path': (trip, id) => assertion(trip, id, { claimed_id: `${claimOf(id)}/x`, identity: `${claimOf(id)}/x` }),
    'claimed_id with a query': (trip, id) => assertion(trip, id, { claimed_id: `${claimOf(id)}?a=1`, identity: `${claimOf(id)}?a=1` }),
    'claimed_id with a new line': (trip, id) => assertion(trip, id, { claimed_id: `${claimOf(id)}\n`, identity: `${claimOf(id)}\n` }),
    'claimed_id of 16 digits': (trip, id) => assertion(trip, id.slice(1)),
    'claimed_id of 18 digits': (trip, id) => assertion(trip, `${id}0`),
    'identity of somebody else': (trip, id) => assertion(trip, id, { identity: claimOf('76561190000000001') }),
    'no identity': (trip, id) => without(assertion(trip, id), 'openid.identity'),
    ...Object.fromEntries(
      SIGNED.map((field) => [
        `${field} not signed`,
        (trip: Trip, id: string) => assertion(trip, id, { signed: SIGNED.filter((one) => one !== field).join(',') }),
      ]),
    ),
    'claimed_id twice': (trip, id) => `${assertion(trip, id)}&openid.claimed_id=${encodeURIComponent(claimOf('76561190000000001'))}`,
    'mode twice': (trip, id) => `${assertion(trip, id)}&openid.mode=id_res`,
    'state twice': (trip, id) => `${assertion(trip, id)}&state=${trip.state}`,
    'no state': (trip, id) => without(assertion(trip, id), 'state'),
    'another namespace': (trip, id) => assertion(trip, id, { ns: 'http://openid.net/signon/1.1' }),
    'no namespace': (trip, id) => without(assertion(trip, id), 'openid.ns'),
    'mode cancel': (trip, id) => assertion(trip, id, { mode: 'cancel' }),
    'return_to of another site': (trip, id) => assertion(trip, id, { return_to: trip.callback.replace('paddock.test', 'evil.example') }),
    'return_to with another state': (trip, id) => assertion(trip, id, { return_to: `${trip.callback}x` }),
    'return_to with more behind it': (trip, id) => assertion(trip, id, { return_to: `${trip.callback}&a=1` }),
    'a nonce of five minutes ago': (trip, id) => assertion(trip, id, { response_nonce: nonceAt(old() - 302_000) }),
    'a nonce of the future': (trip, id) => assertion(trip, id, { response_nonce: nonceAt(old() + 302_000) }),
    'a nonce without time': (trip, id) => assertion(trip, id, { response_nonce: 'abcdef' }),
  }
  for (const [what, forge] of Object.entries(FORGED)) {
    test(`${what}: nobody is signed in`, async () => {
      const steamId = newSteamId()
      const before = await loginSessions()
      const trip = await begin()
      const landed = await land(forge(trip, steamId), trip.cookie)
      assert.ok(landed.location.startsWith(REFUSED), landed.location)
      assert.deepEqual([landed.session, await loginSessions(), await linkOf(steamId)], [null, before, []])
    })
  }

  test('an assertion is good once, and so is a trip', async () => {
    const [steamId, first] = [newSteamId(), await begin()]
    const query = assertion(first, steamId)
    assert.ok((await land(query, first.cookie)).session)
    assert.equal((await land(query, first.cookie)).session, null)
    assert.equal((await land(assertion(first, steamId), first.cookie)).session, null)
    const second = await begin()
    const reused = assertion(second, steamId, { response_nonce: query.get('openid.response_nonce')! })
    assert.equal((await land(reused, second.cookie)).session, null)
  })

  test('a trip ends in the browser it began in, within ten minutes', async () => {
    const [mine, other] = [await begin(), await begin()]
    assert.equal((await land(assertion(mine, newSteamId()), other.cookie)).session, null)
    assert.equal((await land(assertion(mine, newSteamId()), '')).session, null)
    server.clock.advance(600_000)
    assert.equal((await land(assertion(mine, newSteamId()), mine.cookie)).session, null)
    const made = `paddock.steam=${encodeURIComponent(`${mine.state.replace(/.$/, 'A')} /`)}`
    assert.equal((await land(assertion({ ...mine, state: `${mine.state}A` }, newSteamId()), made)).session, null)
  })

  for (const [what, said, code] of [
    ['a no', { status: 200, body: `ns:${NS}\nis_valid:false\n` }, 'STEAM_LOGIN_REFUSED'],
    ['a yes inside another line', { status: 200, body: `error:is_valid:true\nis_valid:false\n` }, 'STEAM_LOGIN_REFUSED'],
    ['a yes in a page', { status: 200, body: '<p>is_valid:true</p>' }, 'STEAM_LOGIN_REFUSED'],
    ['an error', { status: 500, body: 'is_valid:true' }, 'STEAM_LOGIN_DOWN'],
    ['a way elsewhere', { status: 302, body: 'is_valid:true' }, 'STEAM_LOGIN_DOWN'],
  ] as const) {
    test(`Steam answers with ${what}: ${code}`, async () => {
      const trip = await begin('?returnTo=/events')
      const landed = await steam.says(said, () => land(assertion(trip, newSteamId()), trip.cookie))
      assert.deepEqual([landed.session, landed.location], [null, `/login?error=${code}&returnTo=%2Fevents`])
    })
  }
})

describe('linking Steam to the signed-in user', () => {
  const linkAs = async (who: Person, steamId: string): Promise<string> => {
    const trip = await begin('?link=1', who.as.cookie)
    return (await land(assertion(trip, steamId), jar(who.as.cookie, trip.cookie))).location
  }

  test('links, says so again, and the account then leads to the same user', async () => {
    const [ada, steamId] = [await unlinked('Ada'), newSteamId()]
    assert.equal(await linkAs(ada, steamId), '/settings#social-settings')
    assert.equal(await linkAs(ada, steamId), '/settings#social-settings')
    assert.deepEqual(await linkOf(steamId), [{ user_id: ada.id }])
    const trip = await begin()
    const landed = await land(assertion(trip, steamId), trip.cookie)
    const me = await server.visitor.fetch('/query/user/me', { headers: { cookie: landed.session! } })
    assert.equal(((await me.json()) as { id: string }).id, ada.id)
  })

  test('fifty users with one Steam account at once: one gets it', async () => {
    const steamId = newSteamId()
    const people: Person[] = []
    for (let n = 0; n < 50; n++) people.push(await unlinked(`Twin ${n}`))
    const ends = await Promise.all(people.map((one) => linkAs(one, steamId)))
    assert.equal(ends.filter((end) => end === '/settings#social-settings').length, 1)
    assert.equal(ends.filter((end) => end === '/settings?error=ACCOUNT_ALREADY_LINKED#social-settings').length, 49)
    assert.equal((await linkOf(steamId)).length, 1)
  })

  test('a second Steam account must wait until the first is unlinked', async () => {
    const bo = await unlinked('Bo')
    await linkAs(bo, newSteamId())
    assert.equal(await linkAs(bo, newSteamId()), '/settings?error=WRONG_STATE#social-settings')
    const trip = await begin(`?link=1&returnTo=${encodeURIComponent('/events/e#cars')}`, bo.as.cookie)
    const { location } = await land(assertion(trip, newSteamId()), jar(bo.as.cookie, trip.cookie))
    assert.equal(location, '/settings?error=WRONG_STATE&returnTo=%2Fevents%2Fe%23cars#social-settings')
  })

  test('a trip of one user, or of a visitor, links nothing to another', async () => {
    const [mallory, victim, steamId] = [await unlinked('Mallory'), await unlinked('Victim'), newSteamId()]
    const hers = await begin('?link=1', mallory.as.cookie)
    const swapped = await land(assertion(hers, steamId), jar(victim.as.cookie, hers.cookie))
    assert.deepEqual([swapped.location.startsWith(REFUSED), await linkOf(steamId)], [true, []])
    const visitors = await land(assertion(hers, steamId), hers.cookie)
    assert.deepEqual([visitors.session, await linkOf(steamId)], [null, []])
    const asLogin = await begin()
    const landed = await land(assertion(asLogin, steamId), jar(victim.as.cookie, asLogin.cookie))
    assert.ok(landed.session)
    assert.notDeepEqual(await linkOf(steamId), [{ user_id: victim.id }])
  })

  test('another site cannot send somebody to link; visitors log in and newcomers finish first', async () => {
    const cora = await unlinked('Cora')
    const reply = await server.visitor.fetch('/auth/steam/start?link=1', { headers: { cookie: cora.as.cookie!, 'sec-fetch-site': 'cross-site' } })
    assert.equal(reply.headers.get('location'), '/settings?error=CROSS_SITE#social-settings')
    assert.equal((await begin('?link=1')).location, '/login?returnTo=%2Fsettings%23social-settings')
    const newcomer = await person(server, 'New', { onboarded: false })
    assert.equal((await begin('?link=1', newcomer.as.cookie)).location, '/welcome?returnTo=%2Fsettings%23social-settings')
  })

  test('a user removed on the way is linked to nothing', async () => {
    const [dan, steamId] = [await unlinked('Dan'), newSteamId()]
    const trip = await begin('?link=1', dan.as.cookie)
    await server.running.machine.db.updateTable('users').set({ removed_at: server.clock.now() }).where('id', '=', dan.id).execute()
    await land(assertion(trip, steamId), jar(dan.as.cookie, trip.cookie))
    assert.deepEqual(await linkOf(steamId), [])
  })
})

describe('the way back after a login', () => {
  const AWAY = [
    ...String.raw`//evil.example ///evil.example ////evil.example /\evil.example \\evil.example \/evil.example /\/evil.example https://evil.example
      http://evil.example HTTPS://EVIL.EXAMPLE https:/evil.example https:evil.example https:\\evil.example javascript:alert(1)
      JaVaScRiPt:alert(1) data:text/html,x vbscript:x file:///etc/passwd blob:x mailto:a@evil.example ftp://evil.example
      //evil.example/%2f.. //evil.example@paddock.test //paddock.test@evil.example /./\evil.example /.//evil.example /..//evil.example
      /a/..//evil.example /a/../..//evil.example /%2e//evil.example /%2e%2e//evil.example //own.invalid//evil.example
      http://own.invalid//evil.example //here//evil.example evil.example .evil.example @evil.example :80 ?a=//evil.example #//evil.example
      http://paddock.test.evil.example`.split(/\s+/),
    '/\t/evil.example',
    '\t//evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    ' //evil.example',
    '/ /evil.example',
    '\u0000//evil.example',
    'java\nscript:alert(1)',
    '',
    `/${'a'.repeat(512)}`,
  ]
  test(`is our own for ${AWAY.length} addresses that are not`, async () => {
    assert.ok(AWAY.length >= 40)
    for (const wanted of AWAY) {
      const trip = await begin(`?returnTo=${encodeURIComponent(wanted)}`)
      const { location, session } = await land(assertion(trip, newSteamId()), trip.cookie)
      assert.ok(session, wanted)
      assert.equal(new URL(location, 'http://paddock.test').origin, 'http://paddock.test', wanted)
      assert.equal(location, '/', wanted)
    }
  })

  test('keeps path, query and hash of our own', async () => {
    for (const wanted of ['/', '/events?game=acc&q=%2F%2Fevil', '/settings#sessions', '/profile/1?a=https://evil.example', '/%5cevil.example']) {
      const trip = await begin(`?returnTo=${encodeURIComponent(wanted)}`)
      assert.equal((await land(assertion(trip, newSteamId()), trip.cookie)).location, wanted)
    }
  })

  test('is one text, however it is sent', async () => {
    for (const query of ['?returnTo=/a&returnTo=//evil.example', '?returnTo[]=//evil.example', '?returnTo']) {
      const trip = await begin(query)
      assert.equal((await land(assertion(trip, newSteamId()), trip.cookie)).location, '/')
    }
  })
})

test('language and colours chosen elsewhere come along with the login', async () => {
  const [eva, steamId] = [await unlinked('Eva'), newSteamId()]
  await server.running.machine.db
    .updateTable('users')
    .set({ settings: JSON.stringify({ locale: 'de', theme: 'light' }) })
    .where('id', '=', eva.id)
    .execute()
  const link = await begin('?link=1', eva.as.cookie)
  await land(assertion(link, steamId), jar(eva.as.cookie, link.cookie))
  const trip = await begin()
  const { reply } = await land(assertion(trip, steamId), trip.cookie)
  assert.deepEqual([cookieOf(reply, 'locale'), cookieOf(reply, 'theme')], ['locale=de', 'theme=light'])
})

const without = (query: URLSearchParams, name: string): URLSearchParams => {
  query.delete(name)
  return query
}
