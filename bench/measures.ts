import type { Reference } from './beside.ts'
import { championship } from './rules/championship.ts'
import { load } from './machine.ts'
import type { FileServer } from './nginx.ts'
import { rawBody, type Platform } from './platform.ts'
import { against, interleaved, many, MANY_ROUNDS, steady } from './rounds.ts'
import { seasonId } from './season.ts'
import { ms, type Line } from './table.ts'

export type Bench = {
  readonly full: Platform
  readonly small: Platform
  readonly files: FileServer
  readonly reference: Reference
  readonly databaseUrl: string
}
const OVER = 1
const COMING = 2
const PAGE_P99 = { ms: 30 }
const DATA_P99 = { times: 2 }
/** A plain member of community 1, whose first members are its staff. */
const MEMBERS = Array.from({ length: 32 }, (_, index) => index + 7)
const event = (n: number): string => seasonId('session', n)

/** Visitors: what is kept, against the same bytes as a file. */
export async function visitorLines({ full, files }: Bench): Promise<readonly Line[]> {
  const lines: Line[] = []
  const page = { accept: 'text/html' }
  for (const [name, url, headers, goal] of [
    ['visitor: event data', `/public/events/${event(OVER)}`, {}, { least: 0.5, stretch: 0.6 }],
    ['visitor: result data, 2 × 40 rows', `/results/${event(OVER)}`, {}, { least: 0.5, stretch: 0.6 }],
    ['visitor: rendered page of that event', `/events/${event(OVER)}`, page, { least: 0.6 }],
  ] as const) {
    const file = `${name.replaceAll(/\W+/g, '-')}.${'accept' in headers ? 'html' : 'json'}`
    files.keep(file, await rawBody(full, url, headers))
    const requests = many((n) => full.get(url, n, headers))
    const theirs = many((n) => full.get(`/${file}`, n, headers))
    const [own, other] = await interleaved(
      () => steady(full.port, requests),
      () => steady(files.port, theirs),
      MANY_ROUNDS,
    )
    lines.push(...against(name, own, other, files.name, goal))
  }
  return lines
}

/** The signed-in: every answer is read from the database; of pages what is somebody's own. */
export async function signedInLines({ full, reference }: Bench): Promise<readonly Line[]> {
  const cookies = await full.signIn(MEMBERS)
  const as = (url: string) => many((n) => full.get(url, n, { cookie: cookies[n % cookies.length]! }))
  const lines: Line[] = []
  for (const [name, url, other, words, least] of [
    ['signed in: event data', `/query/race/${event(COMING)}`, `/one/${event(COMING)}`, 'Fastify, one primary-key read', 0.25],
    ['signed in: entry list of 40', `/query/entry-list/${event(COMING)}`, `/forty/${event(COMING)}`, 'Fastify, a 40-row join', 0.65],
  ] as const) {
    const [own, theirs] = await interleaved(
      () => steady(full.port, as(url)),
      () =>
        steady(
          reference.port,
          many((n) => full.get(other, n)),
        ),
    )
    lines.push(...against(name, own, theirs, words, { least }, DATA_P99))
  }
  for (const [name, url, goal] of [
    ['signed in: page of a coming event', `/events/${event(COMING)}`, { least: 0.15, stretch: 0.3 }],
    ['signed in: page of an event with results', `/events/${event(OVER)}`, { least: 0.15, stretch: 0.3 }],
    ['signed in: home page', '/', { least: 0.15, stretch: 0.3 }],
    ['signed in: community page', `/communities/${seasonId('league', 1)}`, { least: 0.15, stretch: 0.3 }],
  ] as const) {
    const page = many((n) => full.get(url, n, { accept: 'text/html', cookie: cookies[n % cookies.length]! }))
    const read = many((n) => full.get(`/one/${event(COMING)}`, n))
    const [own, theirs] = await interleaved(
      () => steady(full.port, page),
      () => steady(reference.port, read),
    )
    lines.push(...against(name, own, theirs, 'Fastify, one primary-key read', goal, PAGE_P99))
  }
  return lines
}

/** Pages whose answers are not kept yet, on the full season and on a hundredth of it. */
export async function growthLines({ full, small }: Bench): Promise<readonly Line[]> {
  const lines: Line[] = []
  for (const [name, url, most] of [
    ['visitor: event page worked out, 100 × the data', (n: number) => `/events/${event((n % 25) * 2 + 1)}`, 1.5],
    ['visitor: home page worked out, 100 × the data', () => '/', undefined],
    ['visitor: community page worked out, 100 × the data', (n: number) => `/communities/${seasonId('league', (n % 5) + 1)}`, undefined],
  ] as const) {
    let n = 0
    const fresh = (on: Platform) =>
      load({
        port: on.port,
        connections: 1,
        requests: Array.from({ length: 150 }, () => on.get(url(n), n, { accept: 'text/html', cookie: anotherClock(n++) })),
      })
    await fresh(full)
    await fresh(small)
    const [own, theirs] = await interleaved(
      () => fresh(full),
      () => fresh(small),
    )
    lines.push({
      name,
      figure: ms(own.p50),
      reference: `${ms(theirs.p50)} (the same with 1 % of the data)`,
      ratio: own.p50 / theirs.p50,
      ...(most === undefined ? {} : { goal: { most } }),
    })
  }
  return lines
}

/** Statements of each public page, as the platform counts them itself; in places where nobody has been before. */
export async function statementLines({ full, databaseUrl }: Bench): Promise<readonly Line[]> {
  const lines: Line[] = []
  const season = await championship(full, databaseUrl)
  for (const [call, url] of [
    ['page home', '/'],
    ['page events', '/events'],
    ['page event', `/events/${event(OVER)}`],
    ['page event', `/events/${event(COMING)}`],
    ['page communities', '/communities'],
    ['page community', `/communities/${seasonId('league', 1)}`],
    ['page profile', `/profile/${seasonId('user', 7)}`],
    ['page season', `/championships/${season}`],
  ] as const) {
    const before = await full.statements(call)
    await rawBody(full, url, { accept: 'text/html', cookie: anotherClock(1300 + lines.length) })
    const after = await full.statements(call)
    const sent = (after.sum - before.sum) / (after.count - before.count)
    lines.push({
      name: `SQL statements: ${call}${url.includes(event(COMING)) ? ' (open)' : ''}`,
      figure: String(sent),
      reference: '',
      ratio: sent,
      goal: { most: 3 },
    })
  }
  return lines
}

/** A reader's clock nobody else has: cached pages are by clock, so this one is worked out. */
function anotherClock(n: number): string {
  const letter = (at: number): string => String.fromCodePoint(65 + (at % 26))
  return `clock=UTC.${n % 1352 < 676 ? 12 : 24}.${letter(n)}${letter(Math.floor(n / 26))}`
}
