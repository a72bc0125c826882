import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { fillPath, type Contract } from '#core/contract.ts'
import { longText, searchText, text, toldText, webLink, word, wordLike } from '#core/text.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { bareTexts } from './texts.fixture.ts'
import { ROOMS } from '../registry.ts'

/** Taken as they come, each with the reason. */
const AS_THEY_COME: Readonly<Record<string, string>> = {
  'SetConfig config': 'checked by the schema of its kind',
  '/query/pick-list/{leagueId} preview': 'compared with words for yes and no',
  'ImportIRacingResult type': 'compared with one word',
  'ImportIRacingResult data': 'a file of another site, read like every result file',
}
const HOSTILE = ['\u0000', 'a\u0000b', '\ud800', 'a\udfffb', '\u0000'.repeat(40), '\u202e\u0007\ufffe']

const contracts: readonly Contract[] = ROOMS.flatMap((room) => Object.values(room.contracts))
const nameOf = (contract: Contract): string => (contract.kind === 'command' ? contract.name : contract.path)

describe('texts of contracts', () => {
  test('are all of core/text.ts', () => {
    const bare = contracts.flatMap((contract) =>
      bareTexts(contract.kind === 'command' ? contract.body : contract.params)
        .filter((field) => !(`${nameOf(contract)} ${field}` in AS_THEY_COME))
        .map((field) => `${nameOf(contract)} takes ${field} as it comes: use a text of core/text.ts`),
    )
    assert.equal(bare.join('\n'), '')
  })

  test('are found wherever they hide', () => {
    const bare = z.string()
    const hidden = z.object({
      a: z.array(bare),
      b: z.union([z.number(), bare.max(3)]).optional(),
      c: z.record(bare, z.object({ d: bare.nullable().default('x') })),
      e: bare.transform(Number).pipe(z.number()),
      f: z.tuple([z.literal('x'), bare]),
      g: z.looseObject({ h: z.unknown(), i: z.url() }),
      j: z.coerce.string(),
    })
    assert.deepEqual(bareTexts(hidden), ['a[]', 'b', 'c{key}', 'c{}.d', 'e', 'f[1]', 'g.h', 'g.i', 'j'])
    const clean = z.object({
      a: z.array(text(1, 3)),
      b: word(3).min(1).optional(),
      c: z.record(wordLike(/x/), longText(0, 3).nullable()),
      d: searchText(3).refine(() => true),
      e: z.union([z.uuid().toLowerCase(), z.iso.date(), webLink(30), toldText(3)]),
    })
    assert.deepEqual(bareTexts(clean), [])
  })

  test('of every kind let through no sign that a database refuses', () => {
    for (const kind of [text(0, 100), longText(0, 100), word(100), searchText(100), toldText(100), webLink(100), wordLike(/./su)]) {
      for (const sent of [...HOSTILE, 'https://a.b/\u0000', 'https://a.b/\ud800']) {
        const got = kind.safeParse(sent)
        assert.ok(!got.success || (got.data.isWellFormed() && !got.data.includes('\u0000')), `${JSON.stringify(sent)} → ${JSON.stringify(got.data)}`)
      }
    }
  })
})

describe('hostile signs', () => {
  let server: TestServer
  let ada: Person
  before(async () => {
    server = await testServer()
    ada = await person(server, 'Ada')
  })
  after(() => server.stop())

  test('what stands where a text or a list is wanted, and says nothing of its value, is no fault of ours', async () => {
    const bare = { toString: 1, valueOf: null }
    const bad = { ...bare, length: bare }
    for (const name of [bad, [bad]])
      assert.deepEqual(
        (await ada.as.send(leaguesContract.AddLeague, {}, { name, shortName: 'BARE', languages: bad, directJoin: true } as never)).body.code,
        'MALFORMED',
      )
  })

  test('in a search find what the rest of the words find', async () => {
    await league(server, ada, { name: 'Green Hell', shortName: 'HELL' })
    for (const search of ['green\u0000', '\u0000 green', 'green\thell', ' Green \ud800Hell\u202e'] as const) {
      const { status, body } = await server.visitor.ask(leaguesContract.publicLeagues, { search })
      assert.deepEqual([status, body.leagues.map((league) => league.shortName)], [200, ['HELL']], JSON.stringify(search))
    }
    assert.equal((await server.visitor.ask(sessionsContract.publicEvents, { search: '\u0000' })).status, 200)
    assert.equal((await server.visitor.ask(accountsContract.searchUsers, { search: 'ad\u0000\ud800' })).body.users[0]?.name, 'Ada')
  })

  test('in a picture’s name are refused at the field', async () => {
    const id = await league(server, ada, { name: 'Blue Hell' })
    for (const img of ['\u0000', 'a\ud800.png']) {
      const { status, body } = await ada.as.send(leaguesContract.ChangeLogo, { id }, { img })
      assert.deepEqual([status, body.code, body.params?.['field']], [400, 'MALFORMED', 'img'])
    }
  })

  test('in any parameter of any call, in its path and its query string, are no fault', async () => {
    const faults: string[] = []
    const look = async (path: string, init: RequestInit = {}): Promise<void> => {
      const { status } = await ada.as.fetch(path, init)
      if (status >= 500) faults.push(`${init.method ?? 'GET'} ${path} ${status}`)
    }
    for (const contract of contracts) {
      const names = [...contract.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
      for (const sign of ['\u0000', '\ufffe\u0000x']) {
        const sent = Object.fromEntries(names.map((name) => [name, sign]))
        const { path } = fillPath(contract.path, sent)
        const init = contract.method === 'POST' ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' } : {}
        await look(path, init)
        if (contract.kind === 'command' || contract.method !== 'GET') continue
        const fields = Object.keys((contract.params as z.ZodObject).shape)
        await look(
          `${fillPath(contract.path, Object.fromEntries(names.map((name) => [name, ada.id]))).path}?${fields.map((name) => `${name}=%00x`).join('&')}`,
        )
        await look(`${path}?${fields.map((name) => `${name}=1&${name}=%00&${name}[]=2`).join('&')}`)
      }
    }
    assert.equal(faults.join('\n'), '')
  })

  for (const path of [
    '/%00',
    '/events/%00',
    '/events%00',
    '/events?search=%00',
    '/events?search=%ED%A0%80',
    '/events?%00=%00',
    '/communities/%00?game=%00',
    '/profile/%00',
    '/files/%00',
    '/files/..%2f%00',
    '/assets/%00',
    '/live?topics=%00',
    '/live?topics=sessions&topics=%00',
    '/live?topics[]=a&since=%00&since=1',
    '/dev/mailbox?to=%00',
    '/dev/mailbox?to=a&to=b',
    '/dev/mailbox.json?to=%00',
    '/dev/mailbox.json?to=a&to=%ED%A0%80',
    '/auth/steam/start?returnTo=%00&link=%00',
    '/auth/steam/start?returnTo=/&returnTo=%00',
    '/auth/steam/callback?state=%00',
    '/auth/steam/callback?state=a&state=%00',
    '/login?returnTo=%00&error=%00',
    '/settings?error=%00',
    '/%E0%A4%A',
    '/events/%ZZ',
    '/health/%00',
    '/metrics?%00',
    '/openapi.json?%00=1',
    '/docs?%00',
  ]) {
    test(`${path} is no fault`, async () => {
      const stop = new AbortController()
      for (const accept of ['text/html', 'application/json']) {
        const reply = await ada.as.fetch(path, { headers: { accept }, signal: stop.signal })
        assert.ok(reply.status < 500, `${reply.status}`)
      }
      stop.abort()
    })
  }

  test('in what is posted to sign in are refused', async () => {
    for (const [path, body] of [
      ['/auth/email-otp/send-verification-otp', { email: 'a\u0000@example.org' }],
      ['/auth/sign-in/email-otp', { email: 'a@example.org', otp: '\u0000\ud800' }],
    ] as const) {
      const reply = await server.visitor.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
      assert.deepEqual([reply.status, ((await reply.json()) as { code: string }).code], [400, 'MALFORMED'])
    }
  })
})
