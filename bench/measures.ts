import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { LoadSeen } from './load.ts'
import type { Reference } from './beside.ts'
import { hasTaskset, load, MEASURED } from './machine.ts'
import type { FileServer } from './nginx.ts'
import type { Platform } from './platform.ts'
import { seasonId } from './season.ts'
import { median, ms, perSecond, type Line } from './table.ts'

const ROUNDS = 3
const CONNECTIONS = 32
const FOR_MS = 2500
/** Until the engine has made machine code of what is measured; the reference gets as long. */
const WARM_UP_MS = 1500
/** Requests come from as many, so that nobody's limit is reached. */
const ADDRESSES = 8192
const P99_MS = 20

export type Bench = {
  readonly full: Platform
  readonly small: Platform
  readonly files: FileServer
  readonly reference: Reference
  readonly databaseUrl: string
}
const OVER = 1
const COMING = 2
/** A plain member of community 1, whose first members are its staff. */
const MEMBERS = Array.from({ length: 32 }, (_, index) => index + 7)
const event = (n: number): string => seasonId('session', n)

/** Visitors: what is kept, against the same bytes as a file. */
export async function visitorLines({ full, files }: Bench): Promise<readonly Line[]> {
  const lines: Line[] = []
  const page = { accept: 'text/html' }
  for (const [name, url, headers, goal] of [
    ['visitor: event data', `/public/events/${event(OVER)}`, {}, { least: 0.3, stretch: 0.6 }],
    ['visitor: result data, 2 × 40 rows', `/results/${event(OVER)}`, {}, { least: 0.3, stretch: 0.6 }],
    ['visitor: rendered page of that event', `/events/${event(OVER)}`, page, { least: 0.05, stretch: 0.3 }],
  ] as const) {
    const file = `${name.replaceAll(/\W+/g, '-')}.${'accept' in headers ? 'html' : 'json'}`
    files.keep(file, await rawBody(full, url, headers))
    const requests = many((n) => full.get(url, n, headers))
    const theirs = many((n) => full.get(`/${file}`, n, headers))
    const [own, other] = await interleaved(
      () => steady(full.port, requests),
      () => steady(files.port, theirs),
    )
    lines.push(...against(name, own, other, files.name, goal))
  }
  return lines
}

/** The signed-in: nothing is kept, every answer is read from the database. */
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
    lines.push(...against(name, own, theirs, words, { least }))
  }
  const own = await steady(full.port, as(`/events/${event(OVER)}`))
  lines.push({ name: 'signed in: rendered event page', figure: perSecond(own.perSecond), reference: `p99 ${ms(own.p99)}`, ratio: null })
  return lines
}

const WRITERS = 32

/** Registrations: as fast as commits allow, and never one too many. */
export async function writeLines(bench: Bench): Promise<readonly Line[]> {
  const { full, databaseUrl } = bench
  await full.database.query('create table if not exists bench_commits (n bigint generated always as identity primary key, at timestamptz not null)')
  const people = Array.from({ length: 50 }, (_, index) => index + 1001)
  const cookies = await full.signIn(people)
  const league = await crowdLeague(full, people)
  const add = async (): Promise<LoadSeen> => {
    const events = await crowdEvents(full, league, 60, 45)
    // one event after the other comes up, so that writers meet at a row now and then
    const requests = cookies.flatMap((cookie, c) => events.map((id, n) => registration(full, id, c * 60 + n, cookie)))
    const seen = await load({ port: full.port, connections: WRITERS, requests })
    await assertSeats(full, events, 45)
    return seen
  }
  for (let warm = 0; warm < 3; warm++) await add()
  const rounds: { own: LoadSeen; commits: number }[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push({ commits: await bareCommits(databaseUrl), own: await add() })
  const bare = await load({ port: bench.reference.port, connections: WRITERS, requests: many((n) => full.post('/commit', n, {}, '')) })
  const registered = median(rounds.map(({ own }) => (own.statuses['200'] ?? 0) / own.seconds))
  const commits = median(rounds.map((round) => round.commits))
  const counts = rounds.map(({ own }) => `${own.statuses['200']} in, ${own.count - (own.statuses['200'] ?? 0)} refused`)
  return [
    {
      name: `AddEntry from ${WRITERS} writers`,
      figure: perSecond(registered),
      reference: `${perSecond(commits)} (bare commits from ${WRITERS} writers)`,
      ratio: registered / commits,
      goal: { least: 0.15 },
      note: `Each round ${counts[0]}; every event holds exactly its seats.`,
    },
    {
      name: `AddEntry from ${WRITERS} writers, over HTTP both`,
      figure: perSecond(registered),
      reference: `${perSecond(bare.perSecond)} (Fastify, one row and its commit)`,
      ratio: registered / bare.perSecond,
    },
    await crowdLine(bench),
  ]
}

/** Two hundred press the button at once. */
async function crowdLine({ full, reference }: Bench): Promise<Line> {
  const people = Array.from({ length: 200 }, (_, index) => index + 2001)
  const cookies = await full.signIn(people)
  const league = await crowdLeague(full, people)
  await full.database.query('create table if not exists bench_counters (n int primary key, taken int not null, most int not null)')
  const own: number[] = []
  const theirs: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const [id = ''] = await crowdEvents(full, league, 1, 20)
    await full.database.query('insert into bench_counters values ($1, 0, 20)', [round])
    const counters = await load({
      port: reference.port,
      connections: 200,
      requests: cookies.map((cookie, n) => full.post(`/counter/${round}`, n, {}, cookie)),
    })
    const seen = await load({ port: full.port, connections: 200, requests: cookies.map((cookie, n) => registration(full, id, n, cookie)) })
    await assertSeats(full, [id], 20)
    if (seen.statuses['200'] !== 20 || seen.count !== 200) throw new Error(`200 for 20 seats: ${JSON.stringify(seen.statuses)}`)
    // the first round warms both up
    if (round > 0) own.push(seen.seconds * 1000)
    if (round > 0) theirs.push(counters.seconds * 1000)
  }
  return {
    name: '200 registrations for 20 seats',
    figure: ms(median(own)),
    reference: `${ms(median(theirs))} (Fastify, 200 guarded-counter updates)`,
    ratio: median(own) / median(theirs),
    goal: { most: 6 },
  }
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
      load({ port: on.port, connections: 1, requests: Array.from({ length: 150 }, () => on.get(`${url(n)}?n=${n++}`, n, { accept: 'text/html' })) })
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

/** Statements of each public page, as the platform counts them itself. */
export async function statementLines({ full }: Bench): Promise<readonly Line[]> {
  const lines: Line[] = []
  for (const [call, url] of [
    ['page home', '/'],
    ['page events', '/events'],
    ['page event', `/events/${event(OVER)}`],
    ['page event', `/events/${event(COMING)}`],
    ['page communities', '/communities'],
    ['page community', `/communities/${seasonId('league', 1)}`],
    ['page profile', `/profile/${seasonId('user', 7)}`],
  ] as const) {
    const before = await full.statements(call)
    await rawBody(full, `${url}?statements=${Math.random()}`, { accept: 'text/html' })
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

const many = (request: (n: number) => string): readonly string[] => Array.from({ length: ADDRESSES }, (_, n) => request(n))

async function steady(port: number, requests: readonly string[]): Promise<LoadSeen> {
  const seen = await load({ port, connections: CONNECTIONS, requests, forMs: FOR_MS, warmUpMs: WARM_UP_MS })
  if (Object.keys(seen.statuses).some((status) => status !== '200'))
    throw new Error(`not every answer was 200: ${JSON.stringify(seen.statuses)}; ${requests[0]}`)
  return seen
}

type Median = Pick<LoadSeen, 'perSecond' | 'p50' | 'p99' | 'busy'>

/** Each three times, one after the other in turn; the median of each. */
async function interleaved(own: () => Promise<LoadSeen>, other: () => Promise<LoadSeen>): Promise<readonly [Median, Median]> {
  const seen: [LoadSeen[], LoadSeen[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    seen[1].push(await other())
    seen[0].push(await own())
  }
  const of = (all: readonly LoadSeen[]): Median => ({
    perSecond: median(all.map((one) => one.perSecond)),
    p50: median(all.map((one) => one.p50)),
    p99: median(all.map((one) => one.p99)),
    busy: median(all.map((one) => one.busy)),
  })
  return [of(seen[0]), of(seen[1])]
}

const against = (name: string, own: Median, other: Median, words: string, goal: NonNullable<Line['goal']>): readonly Line[] => [
  {
    name,
    figure: perSecond(own.perSecond),
    reference: `${perSecond(other.perSecond)} (${words})`,
    ratio: own.perSecond / other.perSecond,
    goal,
    ...(other.busy > 0.9
      ? { note: `The load generator used ${Math.round(other.busy * 100)} % of its core against the reference: the reference may be faster still.` }
      : {}),
  },
  { name: `${name}: 99 of 100 within`, figure: ms(own.p99), reference: `${ms(other.p99)} (the same)`, ratio: own.p99, goal: { most: P99_MS } },
]

/** The compressed bytes of an answer as they go over the wire. */
async function rawBody({ port }: Platform, url: string, headers: Readonly<Record<string, string>>): Promise<Buffer> {
  const { request } = await import('node:http')
  return new Promise((resolve, reject) => {
    request({ port, path: url, headers: { ...headers, 'accept-encoding': 'gzip' } }, (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.on('end', () => (reply.statusCode === 200 ? resolve(Buffer.concat(parts)) : reject(new Error(`${url}: ${reply.statusCode}`))))
    })
      .on('error', reject)
      .end()
  })
}

const registration = (on: Platform, id: string, n: number, cookie: string): string =>
  on.post(`/command/entry-list/AddEntry/${id}/0`, n, { listType: 'SingleEvent', entry: { car: { model: '16' } } }, cookie)

async function crowdLeague({ database }: Platform, people: readonly number[]): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    `with made as (insert into leagues (id, name, short_name, games, languages, direct_join, created_at)
       values (uuidv7(), 'Crowd', gen_random_uuid()::text, '{acc}', '{en}', true, now()) returning id),
     members as (insert into memberships (league_id, user_id, role, joined_at) select made.id, u, 'member', now() from made, unnest($1::uuid[]) u)
     select id from made`,
    [people.map((n) => seasonId('user', n))],
  )
  return rows[0]!.id
}

async function crowdEvents({ database }: Platform, league: string, count: number, seats: number): Promise<readonly string[]> {
  const { rows } = await database.query<{ id: string }>(
    `insert into sessions (id, league_id, game, name, server_name, track_id, car_ids, segments, duration_min, status, status_at, starts_at, region, max_entries, passwords_sealed, created_by, created_at)
     select uuidv7(), $1, 'acc', 'Crowd ' || n, 'Crowd', 'monza', '{16,20}', '[{"type":"RACE","durationMin":30,"options":{}}]', 30, 'WAITING', now(), now() + interval '1 day', 'DE-Frankfurt', $3, 'sealed', $4, now()
     from generate_series(1, $2::int) n returning id`,
    [league, count, seats, seasonId('user', 1)],
  )
  return rows.map((row) => row.id)
}

/** Overbooking would be a fault, whatever the speed. */
async function assertSeats({ database }: Platform, events: readonly string[], seats: number): Promise<void> {
  const { rows } = await database.query<{ id: string; taken: number; entries: number }>(
    `select s.id, s.taken, (select count(*)::int from entries e where e.session_id = s.id and e.status = 'ACTIVE') as entries from sessions s where s.id = any ($1)`,
    [events],
  )
  const wrong = rows.filter(({ taken, entries }) => taken !== seats || entries !== seats)
  if (wrong.length > 0) throw new Error(`seats and entries differ: ${JSON.stringify(wrong.slice(0, 3))}`)
}

async function bareCommits(databaseUrl: string): Promise<number> {
  const script = new URL('commits.ts', import.meta.url).pathname
  const args = [script, databaseUrl, String(WRITERS), String(FOR_MS)]
  const [program, ...rest] = hasTaskset ? ['taskset', '-c', String(MEASURED), process.execPath, ...args] : [process.execPath, ...args]
  return Number((await promisify(execFile)(program!, rest)).stdout)
}
