import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { LoadSeen } from './load/load.ts'
import { hasTaskset, load, MEASURED } from './machine.ts'
import type { Bench } from './measures.ts'
import type { Platform } from './platform.ts'
import { FOR_MS, many, ROUNDS } from './rounds.ts'
import { seasonId } from './season.ts'
import { median, ms, perSecond, type Line } from './table.ts'

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
  const bare = (): Promise<LoadSeen> =>
    load({ port: bench.reference.port, connections: WRITERS, requests: many((n) => full.post('/commit', n, {}, '')) })
  for (let warm = 0; warm < 3; warm++) await add()
  await bare()
  const rounds: { bare: LoadSeen; own: LoadSeen; commits: number }[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push({ commits: await bareCommits(databaseUrl), bare: await bare(), own: await add() })
  const registered = median(rounds.map(({ own }) => (own.statuses['200'] ?? 0) / own.seconds))
  const commits = median(rounds.map((round) => round.commits))
  const overHttp = median(rounds.map((round) => round.bare.perSecond))
  const counts = rounds.map(({ own }) => `${own.statuses['200']} in, ${own.count - (own.statuses['200'] ?? 0)} refused`)
  return [
    {
      name: `AddEntry from ${WRITERS} writers`,
      figure: perSecond(registered),
      reference: `${perSecond(commits)} (bare commits from ${WRITERS} writers)`,
      ratio: registered / commits,
      note: `Each round ${counts[0]}; every event holds exactly its seats.`,
    },
    {
      name: `AddEntry from ${WRITERS} writers, over HTTP both`,
      figure: perSecond(registered),
      reference: `${perSecond(overHttp)} (Fastify, one row and its commit)`,
      ratio: registered / overHttp,
      goal: { least: 0.1, stretch: 0.25 },
    },
    await crowdLine(bench),
    await growthLine(bench),
  ]
}

/** A registration looks at its event and its person, however many others there are. */
async function growthLine({ full, small }: Bench): Promise<Line> {
  const people = Array.from({ length: 40 }, (_, index) => index + 11)
  const places = await Promise.all([full, small].map(async (on) => ({ on, cookies: await on.signIn(people), league: await crowdLeague(on, people) })))
  const oneByOne = async ({ on, cookies, league }: (typeof places)[number]): Promise<number> => {
    const events = await crowdEvents(on, league, 5, people.length)
    const requests = events.flatMap((id, e) => cookies.map((cookie, n) => registration(on, id, e * people.length + n, cookie)))
    return (await load({ port: on.port, connections: 1, requests })).p50
  }
  const times: [number[], number[]] = [[], []]
  // the first round warms both up
  for (let round = 0; round <= ROUNDS; round++)
    for (const [n, place] of places.entries()) {
      const took = await oneByOne(place)
      if (round > 0) times[n]!.push(took)
    }
  const [own, theirs] = times.map(median) as [number, number]
  return {
    name: 'AddEntry one by one, 100 × the data',
    figure: ms(own),
    reference: `${ms(theirs)} (the same with 1 % of the data)`,
    ratio: own / theirs,
    goal: { most: 1.5 },
  }
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

export const registration = (on: Platform, id: string, n: number, cookie: string): string =>
  on.post(`/command/entry-list/AddEntry/${id}/1`, n, { listType: 'SingleEvent', entry: { car: { model: '16' } } }, cookie)

export async function crowdLeague({ database }: Platform, people: readonly number[]): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    `with made as (insert into leagues (id, name, short_name, games, languages, direct_join, created_at)
       values (uuidv7(), 'Crowd', gen_random_uuid()::text, '{acc}', '{en}', true, now()) returning id),
     members as (insert into memberships (league_id, user_id, role, joined_at) select made.id, u, 'member', now() from made, unnest($1::uuid[]) u)
     select id from made`,
    [people.map((n) => seasonId('user', n))],
  )
  return rows[0]!.id
}

export async function crowdEvents({ database }: Platform, league: string, count: number, seats: number): Promise<readonly string[]> {
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
