import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { accountsContract } from '#modules/accounts/contract.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { fakeIRacing } from '#testing/iracing.ts'
import { linkAccount, person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { cookieOf } from '#testing/steam.ts'

const CLIENT = { clientId: 'paddock-test', clientSecret: 'a secret of the tests' }
const LINKED = '/settings#social-settings'
const failed = (code: string): string => `/settings?error=${code}#social-settings`

describe('an account of iRacing, proven by signing in there', () => {
  let iracing: Awaited<ReturnType<typeof fakeIRacing>>
  let server: TestServer
  before(async () => {
    iracing = await fakeIRacing(CLIENT)
    server = await testServer({
      env: {
        PUBLIC_URL: 'http://paddock.test',
        IRACING_OAUTH_ENDPOINT: iracing.endpoint,
        IRACING_CLIENT_ID: CLIENT.clientId,
        IRACING_CLIENT_SECRET: CLIENT.clientSecret,
      },
    })
  })
  after(async () => {
    await server.stop()
    iracing.stop()
  })

  const get = (path: string, cookie: string) => server.visitor.fetch(path, { headers: { cookie } })
  const begin = async (who: Person, query = '') => {
    const reply = await get(`/auth/iracing/start${query}`, who.as.cookie!)
    return { location: reply.headers.get('location') ?? '', cookie: cookieOf(reply, 'paddock.iracing') ?? '' }
  }
  const land = async (who: Person, back: URL | string, cookie: string): Promise<string> => {
    const path = typeof back === 'string' ? back : `${back.pathname}${back.search}`
    const reply = await get(path, `${who.as.cookie}; ${cookie}`)
    return reply.headers.get('location') ?? String(reply.status)
  }
  const linkAs = async (who: Person, accountId: string, query = ''): Promise<string> => {
    const trip = await begin(who, query)
    return land(who, iracing.signIn(trip.location, accountId), trip.cookie)
  }
  const linksOf = async (who: Person) => {
    const { linkedAccounts, proofs } = (await who.as.ask(accountsContract.me, {})).body
    assert.deepEqual(proofs, ['steam', 'iracing'])
    return linkedAccounts.filter(({ provider }) => provider === 'iracing').map(({ subject, proven }) => [subject, proven])
  }
  const refusalOf = async (who: Person, subject: string) =>
    (await who.as.send(accountsContract.StateAccount, { id: who.id, v: 1 }, { provider: 'iracing', subject })).body.code

  test('links it, back where they came from; telling is not enough any more, and it is no way to log in', async () => {
    const ada = await person(server, 'Ada')
    assert.equal(await refusalOf(ada, '1001'), 'PROOF_REQUIRED')
    assert.equal(await linkAs(ada, '1001', '?returnTo=/events/1'), '/events/1')
    assert.equal(await linkAs(ada, '1001'), LINKED)
    assert.deepEqual(await linksOf(ada), [['1001', true]])
    const { rows } = await server.running.machine.pool.query("select 1 from login_accounts where provider_id = 'iracing'")
    assert.deepEqual(rows, [])
  })

  test('a second one waits until the first is unlinked; one that another has proven stays theirs', async () => {
    const [bo, cy] = [await person(server, 'Bo'), await person(server, 'Cy')]
    await linkAs(bo, '2001')
    assert.equal(await linkAs(bo, '2002'), failed('WRONG_STATE'))
    assert.equal(await linkAs(cy, '2001'), failed('ACCOUNT_ALREADY_LINKED'))
    assert.deepEqual([await linksOf(bo), await linksOf(cy)], [[['2001', true]], []])
  })

  test('proof goes before what somebody had only told, and they are told so', async () => {
    const [liar, real] = [await person(server, 'Liar'), await person(server, 'Real')]
    await linkAccount(server, liar, 'iracing', '3001')
    await linkAccount(server, real, 'iracing', '3002')
    assert.equal(await linkAs(real, '3001'), LINKED)
    assert.deepEqual([await linksOf(liar), await linksOf(real)], [[], [['3001', true]]])
    const { notifications } = (await liar.as.ask(notificationsContract.notifications, {})).body
    assert.deepEqual(
      notifications.map(({ kind, params }) => [kind, params]),
      [['account-lost', { platform: 'iRacing' }]],
    )
    const kinds = (await real.as.ask(notificationsContract.notifications, {})).body.notifications
    assert.deepEqual(kinds, [])
  })

  test('what one has told becomes proven', async () => {
    const dee = await person(server, 'Dee')
    await linkAccount(server, dee, 'iracing', '4001')
    assert.equal(await linkAs(dee, '4001'), LINKED)
    assert.deepEqual(await linksOf(dee), [['4001', true]])
  })

  test('a trip is its own browser’s, for ten minutes, once; a code is its trip’s', async () => {
    const [eve, fay] = [await person(server, 'Eve'), await person(server, 'Fay')]
    const refused = failed('IRACING_LOGIN_REFUSED')
    const hers = await begin(eve)
    const back = iracing.signIn(hers.location, '5001')
    assert.equal(await land(fay, back, hers.cookie), refused, 'another login')
    assert.equal(await land(eve, back, ''), refused, 'another browser')
    const other = await begin(eve)
    const mixed = iracing.signIn(other.location, '5001')
    mixed.searchParams.set('state', new URL(hers.location).searchParams.get('state')!)
    assert.equal(await land(eve, mixed, hers.cookie), refused, 'a code of another trip')
    assert.equal(await land(eve, back, hers.cookie), refused, 'the trip is over')
    const denied = await begin(eve)
    const state = new URL(denied.location).searchParams.get('state')!
    assert.equal(await land(eve, `/auth/iracing/callback?error=access_denied&state=${encodeURIComponent(state)}`, denied.cookie), refused)
    const late = await begin(eve)
    server.clock.advance(600_000)
    assert.equal(await land(eve, iracing.signIn(late.location, '5001'), late.cookie), refused, 'too late')
    // Steam's trips and ours are not each other's
    const steam = await get('/auth/steam/start?link=1', eve.as.cookie!)
    const steamCookie = cookieOf(steam, 'paddock.steam')!.replace('paddock.steam', 'paddock.iracing')
    const steamState = new URL(new URL(steam.headers.get('location')!).searchParams.get('openid.return_to')!).searchParams.get('state')!
    assert.equal(await land(eve, `/auth/iracing/callback?code=x&state=${encodeURIComponent(steamState)}`, steamCookie), refused)
    assert.deepEqual(await linksOf(eve), [])
  })

  for (const [what, said, code] of [
    ['an error', { status: 500, body: '{}' }, 'IRACING_LOGIN_REFUSED'],
    ['no token', { status: 200, body: '{}' }, 'IRACING_LOGIN_REFUSED'],
    ['no JSON', { status: 200, body: '<p>' }, 'IRACING_LOGIN_REFUSED'],
    ['no number', { status: 200, body: '{"access_token":"x","iracing_cust_id":"1 or 1=1"}' }, 'IRACING_LOGIN_REFUSED'],
    ['more than such answers are', { status: 200, body: ' '.repeat(20_000) }, 'IRACING_LOGIN_DOWN'],
  ] as const) {
    test(`iRacing answers with ${what}: ${code}`, async () => {
      const gus = await person(server, 'Gus')
      const trip = await begin(gus)
      assert.equal(await iracing.says(said, () => land(gus, iracing.signIn(trip.location, '6001'), trip.cookie)), failed(code))
      assert.deepEqual(await linksOf(gus), [])
    })
  }

  test('visitors log in first, another site sends nobody', async () => {
    const hal = await person(server, 'Hal')
    assert.equal((await server.visitor.fetch('/auth/iracing/start')).headers.get('location'), `/login?returnTo=${encodeURIComponent(LINKED)}`)
    const headers = { cookie: hal.as.cookie!, 'sec-fetch-site': 'cross-site' }
    assert.equal((await server.visitor.fetch('/auth/iracing/start', { headers })).headers.get('location'), failed('CROSS_SITE'))
  })
})

test('without a client of iRacing there is no such way', async (t) => {
  const server = await testServer()
  t.after(() => server.stop())
  const ivy = await person(server, 'Ivy')
  for (const path of ['/auth/iracing/start', '/auth/iracing/callback']) assert.equal((await ivy.as.fetch(path)).status, 404, path)
})
