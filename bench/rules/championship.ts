import type { TournamentId } from '#core/ids.ts'
import { keepStandings } from '#modules/tournaments/store/standings.ts'
import { connect } from '#server/db/connect.ts'
import type { Bench } from '../measures.ts'
import { rawBody, type Platform } from '../platform.ts'
import { against, interleaved, many, steady } from '../rounds.ts'
import { seasonId } from '../season.ts'
import { median, ms, type Line } from '../table.ts'

const ROUNDS = 10
const DRIVERS = 40
/** Its ten events are over, and the same forty drove each of them. */
const LEAGUE = 1
const MEMBERS = Array.from({ length: 32 }, (_, index) => index + 7)
/** One of its rounds is a draft, which they see. */
const ADMINS = [1, 2, 3]

/**
 * The standings of a season: kept for visitors, for the signed-in, whose own row stands behind them, for its admins, who see a draft among its rounds,
 * and for the members of a hidden community. The first after a change works them out of the database.
 */
export async function championshipLines(bench: Bench): Promise<readonly Line[]> {
  const { full, reference, files, databaseUrl } = bench
  const id = await championship(full, databaseUrl)
  const coming = seasonId('session', 2)
  const askedBy = async (people: readonly number[]) => {
    const cookies = await full.signIn(people)
    return interleaved(
      () =>
        steady(
          full.port,
          many((n) => full.get(`/query/tournament/${id}/standings?limit=${DRIVERS}`, n, { cookie: cookies[n % cookies.length]! })),
        ),
      () =>
        steady(
          reference.port,
          many((n) => full.get(`/forty/${coming}`, n)),
        ),
    )
  }
  const [cookie = ''] = await full.signIn(MEMBERS)
  const cold = await firstAfterChange(bench, `/query/tournament/${id}/standings?limit=${DRIVERS}`, cookie, `/forty/${coming}`)
  const members = await askedBy(MEMBERS)
  const admins = await askedBy(ADMINS)
  await seen(full, 'HIDDEN')
  const hidden = await askedBy(MEMBERS)
  await seen(full, 'PUBLIC')
  const url = `/public/tournaments/${id}/standings?limit=${DRIVERS}`
  files.keep('standings.json', await rawBody(full, url, {}))
  const kept = await interleaved(
    () =>
      steady(
        full.port,
        many((n) => full.get(url, n)),
      ),
    () =>
      steady(
        files.port,
        many((n) => full.get('/standings.json', n)),
      ),
  )
  const what = `standings of ${DRIVERS} drivers and ${ROUNDS} rounds`
  return [
    ...against(`signed in: ${what}`, ...members, 'Fastify, a 40-row join', { least: 0.5 }, { times: 2 }),
    ...against(`an admin who sees a draft: ${what}`, ...admins, 'Fastify, a 40-row join', { least: 0.5 }, { times: 2 }),
    ...against(`a member of a hidden community: ${what}`, ...hidden, 'Fastify, a 40-row join', { least: 0.5 }, { times: 2 }),
    cold,
    ...against(`visitor: ${what}`, ...kept, files.name, { least: 0.5 }),
  ]
}

const TIMES = 60
const TOLD_MS = 40

/** One after the other, on one connection each: what is kept has been dropped before each of the platform's. */
async function firstAfterChange({ full, reference }: Bench, url: string, cookie: string, join: string): Promise<Line> {
  const took = async (port: number, path: string, headers: Readonly<Record<string, string>>): Promise<number> => {
    const beganAt = performance.now()
    await rawBody({ port }, path, headers)
    return performance.now() - beganAt
  }
  const [own, theirs] = [[] as number[], [] as number[]]
  for (let time = 0; time < TIMES; time++) {
    await changed(full)
    await new Promise((resolve) => setTimeout(resolve, TOLD_MS))
    theirs.push(await took(reference.port, join, {}))
    own.push(await took(full.port, url, { cookie }))
  }
  return {
    name: `the first after a change: standings of ${DRIVERS} drivers and ${ROUNDS} rounds`,
    figure: ms(median(own)),
    reference: `${ms(median(theirs))} (Fastify, a 40-row join)`,
    ratio: median(theirs) / median(own),
    goal: { least: 0.5 },
  }
}

const changed = ({ database }: Platform): Promise<unknown> =>
  database.query(`select pg_notify('paddock', $1)`, [JSON.stringify({ from: 'bench', topics: [`league:${seasonId('league', LEAGUE)}`] })])

/** What was kept while it was seen otherwise is dropped in all processes. */
async function seen(platform: Platform, visibility: 'HIDDEN' | 'PUBLIC'): Promise<void> {
  await platform.database.query('update leagues set visibility = $2 where id = $1', [seasonId('league', LEAGUE), visibility])
  await changed(platform)
  await new Promise((resolve) => setTimeout(resolve, 500))
}

/** A season in mid-flight out of events that are over, made once. */
export async function championship({ database }: Pick<Platform, 'database'>, databaseUrl: string): Promise<TournamentId> {
  const [there] = (await database.query<{ id: TournamentId }>(`select id from tournaments where name = 'Bench Championship'`)).rows
  if (there) return there.id
  const { rows } = await database.query<{ id: TournamentId }>(
    `with made as (
       insert into tournaments (id, league_id, type, status, game, name, car_ids, join_after_start, session_skip_limit, point_system, max_entries, taken, created_by, created_at, published_at, started_at)
       values (uuidv7(), $1, 'CHAMPIONSHIP', 'STARTED', 'acc', 'Bench Championship', '{16,20}', true, 2, $2, 60, ${DRIVERS}, $3, now(), now(), now()) returning id),
     rounds as (insert into tournament_sessions (session_id, tournament_id)
       select s.id, made.id from made, (select id from sessions where league_id = $1 and status = 'ENDED' order by starts_at limit ${ROUNDS}) s returning session_id),
     draft as (insert into tournament_sessions (session_id, tournament_id)
       select s.id, made.id from made, (select id from sessions where league_id = $1 and status <> 'ENDED' and tournament_id is null order by starts_at desc limit 1) s returning session_id),
     drivers as (insert into tournament_entries (tournament_id, user_id, status, team_name, registered_at)
       select made.id, u, 'ACTIVE', 'Team ' || n / 2, now() + (n || ' seconds')::interval from made, unnest($4::uuid[]) with ordinality as d (u, n)),
     shown as (update sessions set tournament_id = made.id, tournament_name = 'Bench Championship', tournament_type = 'CHAMPIONSHIP'
       from made where sessions.id in (select id from sessions where league_id = $1 and status = 'ENDED' order by starts_at limit ${ROUNDS}))
     select id from made`,
    [
      seasonId('league', LEAGUE),
      JSON.stringify({ bestRounds: [{ from: 1, to: ROUNDS, best: ROUNDS - 2 }], bonus: { pole: 1, fastestLap: 1 } }),
      seasonId('user', 1),
      Array.from({ length: DRIVERS }, (_, at) => seasonId('user', at + 1)),
    ],
  )
  const { id } = rows[0]!
  await database.query(
    "update sessions set status = 'DRAFT' where status <> 'ENDED' and id in (select session_id from tournament_sessions where tournament_id = $1)",
    [id],
  )
  const { db, close } = connect(databaseUrl, 1)
  await db.transaction().execute((tx) => keepStandings(tx, id, new Date()))
  await close()
  return id
}
