import { spawn } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { enter, newHost, race, VENUES, work, type HostedGame, type Race } from '#modules/hosting/hosting.fixture.ts'
import { REGIONS } from '#modules/sessions/rules.ts'
import { league } from '#testing/league.ts'
import type { WrittenEvent } from '#testing/event.ts'
import { between } from '#testing/faults/between.ts'
import { linkAccount, person, type Person } from '#testing/people.ts'
import { testServer, type TestOptions, type TestServer } from '#testing/server.ts'
import { patiently } from '#testing/steps.ts'
import { until } from '#testing/time.ts'
import { familyOf, signalAll } from '../process.ts'
import type { Installed } from '../settings.ts'
import { outcomeOf, statesIn, type Outcome } from './outcome.fixture.ts'

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
export async function stage(options: TestOptions = {}): Promise<Stage> {
  const server = await testServer(options)
  const owner = await person(server, 'Olga Owner')
  const drivers = await Promise.all(['Dora Klein', 'Marco Bellini', 'Åsa Lindqvist', 'José Ruiz'].map((name) => person(server, name)))
  for (const [i, driver] of drivers.entries()) await linkAccount(server, driver, 'r3e', String(500_000 + i))
  const leagueId = await league(server, owner, { shortName: 'TRIAL' })
  return { server, owner, leagueId, drivers, trials: { next: 0 } }
}

/** What happens to the host program while its servers run. */
export type Mishap = { readonly kind: 'killed' | 'cut off' | 'stalled'; readonly afterMs: number; readonly forMs: number }

type Wish = {
  readonly games: readonly HostedGame[]
  readonly installed: (game: HostedGame, folder: string) => Installed
  /** Of the event, beside what every race here has. */
  readonly event?: Partial<WrittenEvent>
  readonly speed?: number
  readonly mishaps?: readonly Mishap[]
}

/** Runs one race of each game at once on a host program of their own, until every one has ended. */
export async function driven(on: Stage, { games, installed, event = {}, speed = 600, mishaps = [] }: Wish): Promise<readonly Outcome[]> {
  const { server, drivers } = on
  const { db } = server.running.machine
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'paddock-trial-')))
  const given = Object.fromEntries(games.map((game) => [game, installed(game, folder)]))
  writeFileSync(path.join(folder, 'games.json'), JSON.stringify(given))
  // the platform prefers a host of the event's region: each trial has one to itself
  const region = REGIONS[on.trials.next++ % REGIONS.length]!
  const portTo = 20_000 + 8 * games.length
  const { id, token } = await newHost(server, { region, games: [...games], capacity: games.length, portFrom: 20_000, portTo })
  const host = await hostProgram(server.url, token, folder, speed)
  try {
    await until(
      'the host is seen',
      async () => (await db.selectFrom('hosts').select('last_seen_at').where('id', '=', id).executeTakeFirst())?.last_seen_at != null,
    )
    const races: Race[] = []
    for (const game of games) {
      const at = await race(server, on.owner, on.leagueId, game, { location: region, ...event })
      for (const [i, driver] of drivers.entries()) await enter(server, at, driver, 10 + i, VENUES[game].cars[0])
      races.push(at)
    }
    const ids = races.map((at) => at.id)
    const soon = { starts_at: new Date(Date.now() + 2000) }
    await patiently(() => db.updateTable('sessions').set(soon).where('id', 'in', ids).execute())
    for (const at of races) await work(server, 'hosting.schedule', { sessionId: at.id })
    for (const mishap of mishaps) await host.suffer(mishap)
    await untilOver(server, ids)
    return await patiently(() => Promise.all(races.map((at, i) => outcomeOf(server, at, games[i]!, folder))))
  } finally {
    await patiently(() => db.updateTable('hosts').set({ revoked_at: new Date() }).where('id', '=', id).execute())
    await host.stop()
    for (const { pid, mark, run } of statesIn(folder)) signalAll(familyOf({ pid, mark }, run, false), 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The real program, over a wire of ours. */
async function hostProgram(url: string, token: string, folder: string, speed: number) {
  const wire = await between(() => Number(new URL(url).port))
  const own = { PADDOCK_URL: `http://127.0.0.1:${wire.port}`, HOST_TOKEN: token, HOST_FOLDER: folder, EMULATOR_SPEED: String(speed) }
  const start = () => {
    const child = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env['PATH'], ...own },
      stdio: process.env['TEST_LOG'] ? 'inherit' : 'ignore',
    })
    return { child, gone: new Promise((resolve) => child.once('exit', resolve)) }
  }
  let running = start()
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    running.child.kill(signal)
    await running.gone
  }
  return {
    suffer: async ({ kind, afterMs, forMs }: Mishap): Promise<void> => {
      await wait(afterMs)
      if (kind === 'killed') await end('SIGKILL')
      else wire.set(kind === 'stalled' ? 'stall' : 'cut')
      await wait(forMs)
      if (kind === 'killed') running = start()
      else wire.set('pass')
    },
    stop: async (): Promise<void> => {
      await end('SIGTERM')
      await wire.stop()
    },
  }
}

async function untilOver({ running }: TestServer, ids: readonly SessionId[]): Promise<void> {
  const { db } = running.machine
  await until('every server has ended', async () => {
    const rows = await db.selectFrom('servers').select('ended_at').where('session_id', 'in', ids).execute()
    return rows.length === ids.length && rows.every((row) => row.ended_at !== null)
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
}
