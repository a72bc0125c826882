import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { gameOf } from '#games/index.ts'
import type { HostedGame, Race } from '#modules/hosting/hosting.fixture.ts'
import type { TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import type { ServerState } from '../disk.ts'
import { isFree } from '../ports.ts'
import { familyOf } from '../process.ts'

/** What became of one race, and what its server left. */
export type Outcome = {
  readonly game: HostedGame
  readonly fence: number
  readonly phase: string
  readonly reason: string | null
  readonly logTail: string
  readonly status: string
  /** Files of the platform, and those in the server's folder. */
  readonly sent: readonly { readonly name: string; readonly status: string; readonly sha256: string }[]
  readonly written: readonly string[]
  /** Positions and drivers of the last race, and whether it was read. */
  readonly raceRows: number
  readonly processesLeft: number
  readonly portsLeft: readonly number[]
}

/** Looks at the platform, the server's folder, its processes and its port. */
export async function outcomeOf(server: TestServer, at: Pick<Race, 'id'>, game: HostedGame, folder: string): Promise<Outcome> {
  const { db } = server.running.machine
  const row = await db.selectFrom('servers').selectAll().where('session_id', '=', at.id).executeTakeFirstOrThrow()
  const session = await db.selectFrom('sessions').select('status').where('id', '=', at.id).executeTakeFirstOrThrow()
  const sent = await db.selectFrom('result_files').select(['name', 'status', 'sha256']).where('session_id', '=', at.id).orderBy('name').execute()
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
  // the host closes the story after the platform has heard its end
  const closed = path.join(own, 'state.json.done')
  await until('the story is closed', () => existsSync(closed))
  const kept = JSON.parse(readFileSync(closed, 'utf8')) as ServerState
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
export function statesIn(folder: string): readonly { readonly pid: number; readonly mark: string | null; readonly run: string }[] {
  const servers = path.join(folder, 'servers')
  return (existsSync(servers) ? readdirSync(servers) : []).flatMap((name) => {
    const file = ['state.json', 'state.json.done'].map((end) => path.join(servers, name, end)).find((one) => existsSync(one))
    const { pid = null, pidMark = null } = file ? (JSON.parse(readFileSync(file, 'utf8')) as ServerState) : {}
    return pid === null ? [] : [{ pid, mark: pidMark, run: path.join(servers, name, 'run') }]
  })
}
