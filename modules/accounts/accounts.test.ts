import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newId } from '#server/db/change.ts'
import { loginBrowser } from '#testing/mail-login.ts'
import { person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { accountsContract } from './contract.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

describe('accounts', () => {
  let server: TestServer
  before(async () => {
    server = await testServer()
  })
  after(() => server.stop())

  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    server.visitor.fetch(path, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) })
  const signIn = (email: string) => loginBrowser(server.url).signIn(email)

  test('a first login by e-mail code asks for name, country, birth date and consent before anything else', async () => {
    const mia = await signIn('mia@example.org')
    const me = (await mia.ask(accountsContract.me, {})).body
    assert.deepEqual([me.onboarded, me.name, me.email], [false, '', 'mia@example.org'])
    const early = await mia.send(accountsContract.ChangeCountry, { id: me.id, v: me.v }, { country: 'FI' })
    assert.deepEqual([early.status, early.body.code], [403, 'ONBOARDING_REQUIRED'])
    const consent = { name: 'Mia Korhonen', country: 'FI', tos: true as const, privacyPolicy: true as const }
    const young = await mia.send(accountsContract.AcceptTerms, { id: me.id, v: me.v }, { ...consent, birthDate: '2014-01-01' })
    assert.deepEqual([young.body.code, young.body.params?.['field']], ['UNDER_AGE', 'birthDate'])
    await mia.done(accountsContract.AcceptTerms, { id: me.id, v: me.v }, { ...consent, birthDate: '1998-07-19' })
    assert.deepEqual((await server.visitor.ask(accountsContract.profile, { id: me.id })).body.name, 'Mia Korhonen')
  })

  test('the first login is finished once: a second time would change the name past its rule', async () => {
    const nora = await person(server, 'Nora')
    const body = { name: 'Nora Twice', country: 'NO', birthDate: '1990-01-01', tos: true as const, privacyPolicy: true as const }
    const again = await nora.as.send(accountsContract.AcceptTerms, { id: nora.id, v: 1 }, body)
    assert.deepEqual([again.status, again.body.code], [409, 'WRONG_STATE'])
  })

  test('no country or zone that does not exist', async () => {
    const lea = await person(server, 'Lea')
    for (const country of ['ZZ', 'de', 'EU', 'DEU', ''])
      assert.equal((await lea.as.send(accountsContract.ChangeCountry, { id: lea.id, v: 1 }, { country })).body.params?.['field'], 'country', country)
    const zone = await lea.as.send(accountsContract.ChangeSettings, { id: lea.id, v: 1 }, { timeZone: 'Europe/Atlantis' })
    assert.deepEqual([zone.status, zone.body.params?.['field']], [400, 'timeZone'])
    await lea.as.done(accountsContract.ChangeSettings, { id: lea.id, v: 1 }, { timeZone: 'Asia/Kathmandu' })
    assert.equal((await lea.as.ask(accountsContract.me, {})).body.settings.timeZone, 'Asia/Kathmandu')
  })

  test('a second login finds the same account', async () => {
    const again = server.clock
    again.advance(61_000)
    const me = (await (await signIn('MIA@example.org')).ask(accountsContract.me, {})).body
    assert.equal(me.name, 'Mia Korhonen')
  })

  for (const [email, code] of [
    ['no-address', 'EMAIL_INVALID'],
    ['two@@example.org', 'EMAIL_INVALID'],
    ['dot.@example.org', 'EMAIL_INVALID'],
    ['someone@example', 'EMAIL_INVALID'],
    ['12345678901234567@steam.invalid', 'EMAIL_INVALID'],
    ['x@mailinator.com', 'EMAIL_DISPOSABLE'],
    ['x＠mailinator.com', 'EMAIL_DISPOSABLE'],
  ] as const) {
    test(`the address ${email} is refused with ${code}`, async () => {
      const reply = await loginBrowser(server.url).ask(email)
      const body = (await reply.json()) as { code: string; params: { field: string } }
      assert.deepEqual([reply.status, body.code, body.params.field], [422, code, 'email'])
    })
  }

  test('another site cannot ask for a code or sign anybody out', async () => {
    for (const path of ['/auth/email-otp/send-verification-otp', '/auth/sign-in/email-otp', '/auth/sign-out']) {
      assert.equal((await post(path, { email: 'a@example.org' }, { origin: 'https://elsewhere.example' })).status, 403)
      assert.equal((await post(path, {}, { 'sec-fetch-site': 'cross-site' })).status, 403)
    }
  })

  test('sessions are listed and revoked, one or all', async () => {
    const nils = await person(server, 'Nils')
    const { sessions } = (await nils.as.ask(accountsContract.loginSessions, {})).body
    assert.deepEqual(
      sessions.map((session) => session.current),
      [true],
    )
    await nils.as.done(accountsContract.LogOutEverywhere, { id: nils.id, v: 1 }, {})
    assert.equal((await nils.as.ask(accountsContract.me, {})).body.code, 'LOGIN_REQUIRED')
  })

  test('one browser signs another one out, and nobody else’s', async () => {
    const here = await signIn('two.browsers@example.org')
    const me = (await here.ask(accountsContract.me, {})).body
    const consent = { name: 'Vera', country: 'AT', birthDate: '1991-02-03', tos: true as const, privacyPolicy: true as const }
    await here.done(accountsContract.AcceptTerms, { id: me.id, v: me.v }, consent)
    server.clock.advance(61_000)
    const there = await signIn('two.browsers@example.org')
    const { sessions } = (await here.ask(accountsContract.loginSessions, {})).body
    assert.equal(sessions.length, 2)
    const sessionId = sessions.find((session) => !session.current)!.id
    const stranger = await person(server, 'Stranger')
    const foreign = await stranger.as.send(accountsContract.RevokeLoginSession, { id: stranger.id, v: 1 }, { sessionId })
    assert.deepEqual([foreign.status, foreign.body.code], [404, 'NOT_FOUND'])
    await here.done(accountsContract.RevokeLoginSession, { id: me.id, v: 2 }, { sessionId })
    assert.equal((await there.ask(accountsContract.me, {})).body.code, 'LOGIN_REQUIRED')
    assert.equal((await here.ask(accountsContract.me, {})).body.name, 'Vera')
  })

  test('nobody acts as somebody else', async () => {
    const [olga, pia] = [await person(server, 'Olga'), await person(server, 'Pia')]
    for (const reply of [
      await olga.as.send(accountsContract.ChangeName, { id: pia.id, v: 1 }, { name: 'Taken over' }),
      await olga.as.send(accountsContract.RemoveUser, { id: pia.id, v: 1 }, {}),
      await olga.as.ask(accountsContract.exportData, { id: pia.id }),
    ]) {
      assert.deepEqual([reply.status, reply.body.code], [403, 'FORBIDDEN'])
    }
  })

  test('a free user changes the name once, twenty at once included; Supporter once in 30 days', async () => {
    const free = await person(server, 'Free')
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => free.as.send(accountsContract.ChangeName, { id: free.id, v: 1 }, { name: `Name ${n}` })),
    )
    assert.equal(replies.filter((reply) => reply.status === 200).length, 1)
    const again = (await free.as.send(accountsContract.ChangeName, { id: free.id, v: 2 }, { name: 'Again' })).body
    assert.deepEqual(
      [again.code, again.message],
      ['NAME_CHANGE_TOO_SOON', 'You have changed your name once, and it is not possible again. If it is wrong, write to those who run this site.'],
    )
    const premium = await person(server, 'Premium', { plan: 'PREMIUM' })
    await premium.as.done(accountsContract.ChangeName, { id: premium.id, v: 1 }, { name: 'Second' })
    const soon = (await premium.as.send(accountsContract.ChangeName, { id: premium.id, v: 2 }, { name: 'Third' })).body
    assert.deepEqual([soon.code, soon.message], ['NAME_CHANGE_TOO_SOON', 'You cannot change your name yet. Your settings say from when on you can.'])
    server.clock.advance(30 * 86_400_000)
    await premium.as.done(accountsContract.ChangeName, { id: premium.id, v: 2 }, { name: 'Third' })
  })

  test('the export holds what every room knows of its owner, and nothing of others', async () => {
    const [tom, una] = [await person(server, 'Tom Export'), await person(server, 'Una Canary')]
    await tom.as.done(accountsContract.ChangeCountry, { id: tom.id, v: 1 }, { country: 'SE' })
    const mine = (await tom.as.ask(accountsContract.exportData, { id: tom.id })).body
    assert.deepEqual(
      Object.keys(mine).toSorted(),
      (
        'actions applications bans bestLaps burdens calendar eventsMade filesHandedIn licence linkedAccounts login loginSessions mails memberships namedInResults notifications ' +
        'penalties picked pictures protestReviews protestsAgainst protestsFiled ranks ratedRaces registrations resultChoices results resultsTakenBack roundsMade roundsReached seasonPoints ' +
        'seasonPointsGiven seasons seasonsMade seasonsSkipped user watched'
      ).split(' '),
    )
    const text = JSON.stringify(mine)
    for (const part of ['Tom Export', tom.email, tom.steamId, '"SE"', 'CountryChanged']) assert.ok(text.includes(part), part)
    assert.ok(![una.id, una.email, 'Una Canary', 'token'].some((part) => text.includes(part)))
  })

  test('a removed account is gone from every table, and its login with it', async () => {
    const gone = await person(server, 'Quentin Canary')
    const { machine } = server.running
    for (const [to, kind] of [
      [gone, 'banned'],
      [await person(server, 'Some Admin'), 'application-received'],
    ] as const) {
      const params = JSON.stringify({ name: gone.name, league: 'Apex' })
      const row = { id: newId<'notification'>(), user_id: to.id, kind, params, link: '/', at: machine.clock(), effect_key: kind }
      await machine.db.insertInto('notifications').values(row).execute()
    }
    await gone.as.done(accountsContract.RemoveUser, { id: gone.id, v: 1 }, {})
    assert.equal((await gone.as.ask(accountsContract.me, {})).body.code, 'LOGIN_REQUIRED')
    assert.equal((await server.visitor.ask(accountsContract.profile, { id: gone.id })).body.code, 'ACCOUNT_NOT_FOUND')
    const { pool } = server.running.machine
    const { rows: tables } = await pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    for (const { name } of tables) {
      const { rows } = await pool.query<{ hits: number }>(`select count(*)::int as hits from ${name} t where t::text ~* $1`, [
        `quentin|${gone.email}|${gone.steamId}`,
      ])
      assert.equal(rows[0]?.hits, 0, `table ${name} still holds personal data`)
    }
  })

  test('drivers are found by a part of the name, erased ones are not', async () => {
    const [here, gone] = [await person(server, 'Zora Findme'), await person(server, 'Zoran Findme')]
    await gone.as.done(accountsContract.RemoveUser, { id: gone.id, v: 1 }, {})
    const { users } = (await server.visitor.ask(accountsContract.searchUsers, { search: 'findME' })).body
    assert.deepEqual(
      users.map((user) => user.id),
      [here.id],
    )
    assert.equal((await server.visitor.ask(accountsContract.searchUsers, { search: '%_' })).body.users.length, 0)
  })

  test('texts that no name may hold are refused, never a fault', async () => {
    const rosa = await person(server, 'Rosa')
    for (const name of ['a\u0000b', 'a\u202eb', 'x', 'y'.repeat(41), 'a\nb', '\ud800ab']) {
      const reply = await rosa.as.send(accountsContract.ChangeName, { id: rosa.id, v: 1 }, { name })
      assert.deepEqual([reply.status, reply.body.code, reply.body.params?.['field']], [400, 'MALFORMED', 'name'], JSON.stringify(name))
    }
  })
})
