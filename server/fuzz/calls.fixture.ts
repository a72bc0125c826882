import fc from 'fast-check'
import type { Contract } from '#core/contract.ts'
import { CONTRACTS, type Asked, type World } from '../roles/asking.fixture.ts'
import { ASKERS, type Asker } from '../roles/askers.ts'
import type { Row } from '../roles/row.ts'
import { TABLE } from '../roles/table.ts'
import { STATES } from '../roles/world.fixture.ts'
import { fitting } from './shapes.fixture.ts'
import { damage, damaged, hostile, hostileNumber, hostileText, inAddress, wireText } from './values.fixture.ts'
import type { Call } from './wire.fixture.ts'

/** Of each contract a call as somebody might send it: right, almost right, or nothing like it. */
export function contractCalls(world: World): readonly fc.Arbitrary<Call>[] {
  const ids = idsOf(world)
  const rows = Map.groupBy(TABLE, ({ call }) => call)
  return [...rows].map(([name, ways]) => {
    const contract = CONTRACTS.get(name)!
    return fc.constantFrom(...ways).chain((row) => callOf(world, name, contract, row, ids))
  })
}

function callOf(world: World, name: string, contract: Contract, row: Row, ids: fc.Arbitrary<string>): fc.Arbitrary<Call> {
  const shape = contract.kind === 'command' ? contract.body : contract.params
  const may = row.who.may.length > 0 ? row.who.may : ASKERS
  return fc
    .record({
      asker: fc.oneof(fc.constantFrom(...may), fc.constantFrom(...ASKERS)) as fc.Arbitrary<Asker>,
      foreign: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
      state: row.state ? fc.constant(row.state) : fc.constantFrom(...STATES),
      version: fc.oneof({ weight: 5, arbitrary: fc.constant<unknown>(1) }, fc.constantFrom<unknown>(0, 2), hostileNumber, hostileText),
      place: fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, ids, hostileText),
      way: fc.constantFrom('right', 'damaged', 'damaged', 'damaged twice', 'fitting', 'fitting', 'mixed', 'mixed', 'nothing like it', 'bytes'),
      fits: fitting(shape, ids),
      one: damage,
      two: damage,
      other: hostile,
      bytes: fc.constantFrom(
        '',
        '{',
        '{"a":',
        'null',
        'undefined',
        "{'a':1}",
        '{"a":1,"a":2}',
        '{}{}',
        '\uFEFF{}',
        '[',
        '"\\ud800"',
        '{"\\u0000":1}',
      ),
    })
    .chain((drawn) => {
      const [at, elsewhere] = drawn.foreign ? [world.foreign, world.own] : [world.own, world.foreign]
      const asked = row.ask(at, world.selves[drawn.asker], at.events[drawn.state], elsewhere)
      const { names, rest } = pathOf(contract, asked)
      const right = contract.kind === 'command' || contract.method === 'POST' ? (asked.body ?? {}) : rest
      const value = {
        right,
        damaged: damaged(right, drawn.one),
        'damaged twice': damaged(damaged(right, drawn.one), drawn.two),
        fitting: drawn.fits,
        mixed: { ...right, ...(drawn.fits as object) },
        'nothing like it': drawn.other,
        bytes: right,
      }[drawn.way]
      const place = (param: string): unknown => (param === 'v' ? drawn.version : (drawn.place ?? names[param] ?? world.own.league))
      const path = contract.path.replaceAll(/\{(\w+)\}/g, (_, param: string) => inAddress(place(param)))
      return dressed(world, drawn.asker, contract.method).map((dress): Call => {
        const isBody = contract.method === 'POST'
        const text = drawn.way === 'bytes' ? drawn.bytes : wireText(patient(value))
        const search = isBody || drawn.way === 'bytes' ? '' : searchOf(value)
        return { name, asker: drawn.asker, ...dress, path: `${path}${search}`, body: isBody ? text : null }
      })
    })
}

function pathOf(contract: Contract, { at = {} }: Asked) {
  const inPath = new Set([...contract.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!))
  const entries = Object.entries(at)
  return {
    names: Object.fromEntries(entries.filter(([name]) => inPath.has(name))),
    rest: Object.fromEntries(entries.filter(([name]) => !inPath.has(name))),
  }
}

/** A race host may wait for news; nobody here has the time. */
const patient = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || !('waitMs' in value)) return value
  return typeof value.waitMs === 'number' && value.waitMs > 20 && value.waitMs <= 5000 ? { ...value, waitMs: 20 } : value
}

const searchOf = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return `?${inAddress(value)}`
  const parts = Object.entries(value).flatMap(([key, one]) =>
    (Array.isArray(one) ? one.slice(0, 20) : [one]).map((each) => `${inAddress(key)}=${inAddress(each)}`),
  )
  return `?${parts.join('&').slice(0, 8000)}`
}

type Dress = Pick<Call, 'method' | 'headers' | 'cut'>

/** Method and headers: mostly those of a browser on our own pages, sometimes anything. */
export function dressed({ server, own, foreign, selves }: World, asker: Asker, method: string): fc.Arbitrary<Dress> {
  const token = asker === 'host' ? own.host.token : asker === 'otherHost' ? foreign.host.token : null
  const cookie = selves[asker].person?.as.cookie
  const usual: Record<string, string> = {
    accept: '*/*',
    origin: server.url,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(cookie ? { cookie } : {}),
    ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
  }
  const seldom = <T>(arbitrary: fc.Arbitrary<T>, otherwise: T): fc.Arbitrary<T> =>
    fc.oneof({ weight: 30, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary })
  return fc
    .record({
      method: seldom(fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND'), method),
      type: seldom(fc.constantFrom<string | undefined>(...TYPES), usual['content-type']),
      origin: seldom(fc.constantFrom<string | undefined>('null', 'https://evil.example', 'http://[::1', undefined), usual['origin']),
      more: seldom<Readonly<Record<string, string>>>(fc.constantFrom(...HEADERS), {}),
      key: seldom(fc.constantFrom<string | undefined>('a-key-of-this-run', 'x', '<>', 'k'.repeat(200)), undefined),
      cut: seldom(fc.constant(true), false),
    })
    .map((drawn) => {
      const headers = { ...usual, 'content-type': drawn.type, origin: drawn.origin, 'idempotency-key': drawn.key, ...drawn.more }
      const given = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined)
      return { method: drawn.method, headers: Object.fromEntries(given), cut: drawn.cut }
    })
}

const TYPES = [
  undefined,
  'text/plain',
  'application/json; charset=utf-16',
  'application/json;;;',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'a/b/c',
]
const HEADERS: readonly Readonly<Record<string, string>>[] = [
  { 'accept-encoding': 'gzip' },
  { 'accept-encoding': 'br;q=9, gzip;q=-1' },
  { 'accept-language': 'xx-YY;q=NaN,,,;q=,de;q=1e309' },
  { accept: 'text/html' },
  { 'if-none-match': '*' },
  { 'sec-fetch-site': 'cross-site' },
  { 'x-forwarded-for': '::ffff:1.2.3.4, <script>' },
  { cookie: 'paddock.session_token=%E0%A4%A; locale=__proto__' },
  { cookie: `${'a=b; '.repeat(300)}paddock.session_token=x.y` },
  { authorization: 'Bearer Bearer Bearer Bearer Bearer' },
  { 'content-encoding': 'gzip' },
  { range: 'bytes=-1,5-2' },
  { expect: '100-continue' },
]

/** Ids of everything there is, and of nothing. */
export function idsOf({ own, foreign }: World): fc.Arbitrary<string> {
  const there = [own, foreign].flatMap((place) => [
    place.league,
    place.application,
    place.upload.id,
    place.results.file,
    ...place.results.rows,
    ...place.grid,
    ...Object.values(place.cast).map(({ id }) => id),
    ...Object.values(place.events).flatMap(({ id, server }) => [id, ...(server ? [server.id, server.splitId] : [])]),
  ])
  const nobody = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '01900000-0000-7000-8000-00000000abcd']
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...there) },
    fc.constantFrom(...nobody),
    fc.constantFrom(...there.map((id) => id.toUpperCase())),
  )
}
