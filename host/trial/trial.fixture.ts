import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { LeagueId } from '#core/ids.ts'
import { gameOf } from '#games/index.ts'
import { enter, league, newHost, race, VENUES, work, type HostedGame, type Race } from '#modules/hosting/hosting.fixture.ts'
import { REGIONS } from '#modules/sessions/rules.ts'
import { linkAccount, person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { patiently } from '#testing/steps.ts'
import { until } from '#testing/time.ts'
import type { Kept } from '../disk.ts'
import { isFree } from '../ports.ts'
import { familyOf, signalAll } from '../process.ts'
import type { Installed } from '../settings.ts'

const MAIN = path.resolve(import.meta.dirname, '../main.ts')
export const HOSTED = Object.keys(VENUES) as readonly HostedGame[]

export type Stage = {
  readonly server: TestServer
  readonly owner: Person
  readonly leagueId: LeagueId
  readonly drivers: readonly Person[]
  readonly trials: { next: number }
}

/** A platform with a community that may do everything, and four people with an account for every game. */
export async function stage(): Promise<Stage> {
  const server = await testServer()
  const owner = await person(server, 'Olga Owner')
  const drivers = await Promise.all(['Dora Klein', 'Marco Bellini', 'Åsa Lindqvist', 'José Ruiz'].map((name) => person(server, name)))
  for (const [i, driver] of drivers.entries()) await linkAccount(server, driver, 'r3e', String(500_000 + i))
  const leagueId = await league(owner, 'TRIAL')
  const { db } = server.running.machine
  await patiently(() => db.updateTable('leagues').set({ plan: 'LEAGUE_PLUS' }).where('id', '=', leagueId).execute())
  return { server, owner, leagueId, drivers, trials: { next: 0 } }
}

/** What became of one race, and what its server left. */
export type Outcome = {
  readonly game: HostedGame
  readonly fence: number
  readonly phase: string
  readonly reason: string | null
  readonly logTail: string
  readonly status: string
  /** Files of the platform, and those in the server's folder. */
  readonly sent: readonly { readonly name: string; readonly status: string }[]
  readonly written: readonly string[]
  /** Positions and drivers of the last race, and whether it was read. */
  readonly raceRows: number
  readonly processesLeft: number
  readonly portsLeft: readonly number[]
}

type Wish = {
  readonly games: readonly HostedGame[]
  readonly installed: (game: HostedGame, folder: string) => Installed
  /** Of the event, beside what every race here has. */
  readonly event?: object
  readonly speed?: number
}

/** Runs one race of each game at once on a host program of their own, until every one has ended. */
export async function driven(on: Stage, { games, installed, event = {}, speed = 600 }: Wish): Promise<readonly Outcome[]> {
  const { server, drivers } = on
  const { db } = server.running.machine
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'paddock-trial-')))
  const given = Object.fromEntries(games.map((game) => [game, installed(game, folder)]))
  writeFileSync(path.join(folder, 'games.json'), JSON.stringify(given))
  // the platform prefers a host of the event's region: each trial has one to itself
  const region = REGIONS[on.trials.next++ % REGIONS.length]!
  const { id, token } = await newHost(server, {
    region,
    games: [...new Set(games)],
    capacity: games.length,
    portFrom: 20_000,
    portTo: 20_000 + 8 * games.length,
  })
  const env = { PATH: process.env['PATH'], PADDOCK_URL: server.url, HOST_TOKEN: token, HOST_FOLDER: folder, EMULATOR_SPEED: String(speed) }
  const host = spawn(process.execPath, [MAIN], { env, stdio: process.env['TEST_LOG'] ? 'inherit' : 'ignore' })
  const gone = new Promise((resolve) => host.once('exit', resolve))
  try {
    await until(
      'the host is seen',
      async () => (await db.selectFrom('hosts').select('last_seen_at').where('id', '=', id).executeTakeFirst())?.last_seen_at != null,
    )
    const races: Race[] = []
    for (const game of games) {
      const at = await race(server, on.owner, on.leagueId, game, { region, ...event })
      for (const [i, driver] of drivers.entries()) await enter(server, at, driver, 10 + i, VENUES[game].carIds[0])
      races.push(at)
    }
    const ids = races.map((at) => at.id)
    const soon = { starts_at: new Date(Date.now() + 2000) }
    await patiently(() => db.updateTable('sessions').set(soon).where('id', 'in', ids).execute())
    for (const at of races) await work(server, 'hosting.schedule', { sessionId: at.id })
    await until('every server has ended', async () => {
      const rows = await db.selectFrom('servers').select('ended_at').where('session_id', 'in', ids).execute()
      return rows.length === races.length && rows.every((row) => row.ended_at !== null)
    })
    await until('every file is read', async () => {
      const rows = await db.selectFrom('result_files').select('status').where('session_id', 'in', ids).execute()
      return rows.every((row) => row.status !== 'PENDING')
    })
    await until('races with a result have ended', async () => {
      const rows = await db
        .selectFrom('sessions')
        .select('status')
        .where('id', 'in', ids)
        .where((eb) =>
          eb.exists(eb.selectFrom('results').select('results.id').whereRef('results.session_id', '=', 'sessions.id').where('type', '=', 'RACE')),
        )
        .execute()
      return rows.every((row) => row.status === 'ENDED')
    })
    return await patiently(() => Promise.all(races.map((at, i) => outcomeOf(on, at, games[i]!, folder))))
  } finally {
    await patiently(() => db.updateTable('hosts').set({ revoked_at: new Date() }).where('id', '=', id).execute())
    host.kill('SIGTERM')
    await gone
    for (const { pid, mark, run } of statesIn(folder)) signalAll(familyOf({ pid, mark }, run, false), 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

async function outcomeOf({ server }: Stage, at: Race, game: HostedGame, folder: string): Promise<Outcome> {
  const { db } = server.running.machine
  const row = await db.selectFrom('servers').selectAll().where('session_id', '=', at.id).executeTakeFirstOrThrow()
  const session = await db.selectFrom('sessions').select('status').where('id', '=', at.id).executeTakeFirstOrThrow()
  const sent = await db.selectFrom('result_files').select(['name', 'status']).where('session_id', '=', at.id).orderBy('name').execute()
  const rows = await db
    .selectFrom('result_rows')
    .innerJoin('results', 'results.id', 'result_rows.result_id')
    .select('result_rows.user_id')
    .where('results.session_id', '=', at.id)
    .where('results.type', '=', 'RACE')
    .execute()
  const own = path.join(folder, 'servers', String(row.fence))
  const { launch } = gameOf(game)!.server!
  const results = path.join(own, 'run', launch.results.folder)
  const kept = JSON.parse(readFileSync(path.join(own, 'state.json.done'), 'utf8')) as Kept
  const port = launch.status && kept.order.ports[launch.status.port]
  return {
    game,
    fence: Number(row.fence),
    phase: row.phase,
    reason: row.reason,
    logTail: row.log_tail,
    status: session.status,
    sent,
    written: writtenIn(results, launch.results.isResult),
    raceRows: rows.length,
    processesLeft: kept.pid === null ? 0 : familyOf({ pid: kept.pid, mark: kept.pidMark }, path.join(own, 'run'), true).length,
    portsLeft: port && !(await isFree('tcp', port)) ? [port] : [],
  }
}

/** Names by the time they were written. */
function writtenIn(folder: string, isResult: (name: string) => boolean): readonly string[] {
  const names = existsSync(folder) ? readdirSync(folder).filter(isResult) : []
  return names
    .map((name) => ({ name, atMs: statSync(path.join(folder, name)).mtimeMs }))
    .sort((a, b) => a.atMs - b.atMs)
    .map(({ name }) => name)
}

/** Every server of the folder whose number was noted. */
function statesIn(folder: string): readonly { readonly pid: number; readonly mark: string | null; readonly run: string }[] {
  const servers = path.join(folder, 'servers')
  return (existsSync(servers) ? readdirSync(servers) : []).flatMap((name) => {
    const file = ['state.json', 'state.json.done'].map((end) => path.join(servers, name, end)).find((one) => existsSync(one))
    const { pid = null, pidMark = null } = file ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : {}
    return pid === null ? [] : [{ pid, mark: pidMark, run: path.join(servers, name, 'run') }]
  })
}
