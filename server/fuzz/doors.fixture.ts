import fc from 'fast-check'
import type { World } from '../roles/asking.fixture.ts'
import { ASKERS, type Asker } from '../roles/askers.ts'
import { dressed, idsOf } from './calls.fixture.ts'
import { damage, damaged, hostile, hostileText, inAddress, wireText } from './values.fixture.ts'
import type { Call } from './wire.fixture.ts'

type Ask = { readonly name: string; readonly method: string; readonly path: string; readonly body: string | Buffer | null; readonly type?: string }

/** Calls of every door that is no contract: logins, streams, uploads, files, health, pages. */
export function otherCalls(world: World): fc.Arbitrary<Call> {
  const ids = idsOf(world)
  const some = fc.oneof(logins(ids), steam(), reads(ids), pages(ids), uploads(world))
  return fc.tuple(fc.constantFrom(...ASKERS), some).chain(([asker, ask]: [Asker, Ask]) =>
    dressed(world, asker, ask.method).map((dress): Call => {
      const type: Record<string, string> = ask.type ? { 'content-type': ask.type } : {}
      return { ...dress, name: ask.name, asker, path: ask.path, body: ask.body, headers: { ...dress.headers, ...type } }
    }),
  )
}

const post = (path: string, right: object): fc.Arbitrary<Ask> =>
  fc
    .oneof(
      fc.constant(right),
      damage.map((one) => damaged(right, one)),
      hostile,
    )
    .map((value) => ({ name: path, method: 'POST', path, body: wireText(value) }))

const logins = (ids: fc.Arbitrary<string>): fc.Arbitrary<Ask> =>
  fc.oneof(
    fc.nat(200).chain((n) => post('/auth/email-otp/send-verification-otp', { email: `fuzz${n}@example.org`, type: 'sign-in' })),
    fc.nat(200).chain((n) => post('/auth/sign-in/email-otp', { email: `fuzz${n}@example.org`, otp: '12345678' })),
    ids.chain((userId) => post('/auth/demo/sign-in', { userId })),
    // who signs out is nobody afterwards: seldom enough, and undone with the rest
    post('/auth/sign-out', {}),
    fc
      .constantFrom('/auth/demo/people', '/auth/x', '/auth/session', '/auth/sign-up/email', '/auth')
      .map((path) => ({ name: '/auth', method: 'GET', path, body: null })),
  )

const OPENID = ['openid.ns', 'openid.mode', 'openid.claimed_id', 'openid.return_to', 'openid.response_nonce', 'openid.signed', 'state', 'openid.sig']

const steam = (): fc.Arbitrary<Ask> =>
  fc.oneof(search('/auth/steam/start', fc.constantFrom('returnTo', 'link', '__proto__')), search('/auth/steam/callback', fc.constantFrom(...OPENID)))

/** An address with any query string. */
const search = (path: string, names: fc.Arbitrary<string>): fc.Arbitrary<Ask> =>
  fc.array(fc.tuple(fc.oneof({ weight: 5, arbitrary: names }, { weight: 1, arbitrary: hostileText }), hostile), { maxLength: 4 }).map((pairs) => {
    const text = pairs.map(([name, value]) => `${inAddress(name)}=${inAddress(value)}`).join('&')
    return { name: path, method: 'GET', path: text ? `${path}?${text.slice(0, 8000)}` : path, body: null }
  })

const reads = (ids: fc.Arbitrary<string>): fc.Arbitrary<Ask> =>
  fc.oneof(
    search('/live', fc.constantFrom('topics', 'since')),
    fc.array(ids, { maxLength: 60 }).map((some) => ({
      name: '/live',
      method: 'GET',
      path: `/live?since=1&topics=${some.map((id) => `session:${id},user:${id}`).join(',')}`,
      body: null,
    })),
    search('/dev/mailbox', fc.constant('to')),
    search('/dev/mailbox.json', fc.constant('to')),
    search('/metrics', fc.constant('x')),
    search('/health/live', fc.constant('x')),
    search('/health/ready', fc.constant('x')),
    search('/openapi.json', fc.constant('x')),
    fc
      .oneof(
        hostileText,
        ids.map((id) => `${id}.png`),
      )
      .map((name) => ({ name: '/files/{name}', method: 'GET', path: `/files/${inAddress(name)}`, body: null })),
    hostileText.map((name) => ({ name: '/assets', method: 'GET', path: `/assets/${inAddress(name)}`, body: null })),
    fc
      .constantFrom(
        '/command',
        '/command/league',
        '/command/league/AddLeague/0/0/0',
        '/query',
        '/public/',
        '/host/x',
        '//evil.example/',
        '/%',
        '/%2e%2e/%2e%2e/',
        '/\\x',
      )
      .map((path) => ({ name: 'nothing', method: 'GET', path, body: null })),
  )

const PAGES = [
  '/',
  '/events',
  '/events/{id}',
  '/communities',
  '/communities/new',
  '/communities/{id}',
  '/communities/{id}/new-event',
  '/profile/{id}',
]
const OTHER_PAGES = [
  '/communities/{id}/acc/event-edit/{id}',
  '/results/{id}',
  '/settings',
  '/notifications',
  '/welcome',
  '/terms',
  '/privacy',
  '/login',
  '/x',
]
const ASKED = ['status', 'search', 'leagueId', 'offset', 'limit', 'tab', 'returnTo', 'error', 'game', 'lang', 'fbclid']

const pages = (ids: fc.Arbitrary<string>): fc.Arbitrary<Ask> =>
  fc
    .tuple(fc.constantFrom(...PAGES, ...OTHER_PAGES), fc.oneof({ weight: 3, arbitrary: ids }, { weight: 1, arbitrary: hostileText }))
    .chain(([page, id]) => search(page.replaceAll('{id}', inAddress(id)), fc.constantFrom(...ASKED)).map((ask) => ({ ...ask, name: `page ${page}` })))

const BOUNDARY = 'edge'
const field = (name: string, value: string): string => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (name: string, type: string, bytes: string): string =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n${bytes}\r\n`
const END = `--${BOUNDARY}--\r\n`

/** Signed forms, whole and in pieces. */
function uploads({ server, own }: World): fc.Arbitrary<Ask> {
  const { files, clock } = server.running.machine
  const rule = {
    key: `${own.league}/fuzz`,
    contentType: 'image/png',
    minBytes: 1,
    maxBytes: 5000,
    expiresAt: new Date(clock().getTime() + 3_600_000),
  }
  const { fields } = files.sign(rule)
  const [first, ...more] = Object.entries(fields).map(([name, value]) => field(name, value))
  const whole = [first!, ...more, file('a.png', 'image/png', 'not a picture'), END]
  return fc
    .record({
      cut: fc.option(fc.nat(whole.join('').length)),
      without: fc.option(fc.nat(whole.length - 1)),
      extra: fc.option(
        fc.tuple(
          fc.nat(whole.length - 1),
          hostileText.map((text) => field('x', text)),
        ),
      ),
      type: fc.constantFrom(
        `multipart/form-data; boundary=${BOUNDARY}`,
        'multipart/form-data; boundary=other',
        'multipart/form-data',
        'application/json',
      ),
    })
    .map(({ cut, without, extra, type }): Ask => {
      const parts = whole.filter((_, index) => index !== without)
      if (extra) parts.splice(extra[0], 0, extra[1])
      const text = parts.join('')
      return { name: '/uploads', method: 'POST', path: '/uploads', body: cut === null ? text : text.slice(0, cut), type }
    })
}
