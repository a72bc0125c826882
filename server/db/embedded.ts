import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { Logger } from 'pino'
import { binaries, identity, run, type Binaries, type Identity } from './embedded/binaries.ts'
import { FolderInUse, isAlive, lockFolder } from './embedded/folder-lock.ts'
import { freePort, writeCluster, readCluster, clusterOf, type Cluster } from './embedded/cluster.ts'

/** A PostgreSQL of our own below `dataDir`: found running, started, or made; whatever state a kill left behind. */
export type Embedded = {
  readonly url: (database: string) => string
  /** Starts the server again whenever it ends without our stopping it, at the same port. */
  readonly watch: (log: Logger) => void
  readonly stop: () => Promise<void>
}

const MOST_STARTS = 20
const START_PAUSE_MS = 500
const WATCH_MS = 250

/**
 * Starts or adopts the server of `dataDir`. `settings` are passed to the server as `-c` options. Whoever calls it holds the folder's lock,
 * or shares the server on purpose and sees to it that one starts at a time.
 */
export async function embeddedPostgres(dataDir: string, settings: readonly string[] = []): Promise<Embedded> {
  const root = path.resolve(dataDir)
  mkdirSync(root, { recursive: true })
  const as = await identity()
  const bin = await binaries(as)
  let cluster = await clusterOf(root, as, bin)
  if (!(await serves(cluster))) {
    // a copy made by root is root's
    if (as && statSync(cluster.data).uid !== as.uid) await run('chown', ['-R', `${as.uid}:${as.gid}`, cluster.data])
    forgetDead(cluster)
    cluster = await withFreePort(root, cluster)
    await start(bin, cluster, as, settings)
  }
  const state: { stopping: boolean; watching: Promise<void> } = { stopping: false, watching: Promise.resolve() }
  const watch = async (log: Logger): Promise<void> => {
    while (!state.stopping) {
      await new Promise((resolve) => setTimeout(resolve, WATCH_MS))
      if (state.stopping || isRunning(cluster)) continue
      log.error('PostgreSQL has ended; starting it again')
      await start(bin, cluster, as, settings).then(
        () => log.warn('PostgreSQL is back'),
        (fault: unknown) => log.error({ err: fault }, 'PostgreSQL does not start'),
      )
    }
  }
  return {
    url: (database) => urlOf(cluster, database),
    watch: (log) => {
      state.watching = watch(log)
    },
    stop: async () => {
      state.stopping = true
      await state.watching
      if (isRunning(cluster)) await run(bin.pgCtl, ['stop', '-D', cluster.data, '-m', 'fast', '-w'], { ...as, cwd: tmpdir() })
    },
  }
}

/** For a tool that works on a data folder: the database of the platform that is up, or one started for the while and stopped again. */
export async function borrowedPostgres(dataDir: string): Promise<Pick<Embedded, 'url' | 'stop'>> {
  const unlock = lockUnlessInUse(dataDir)
  if (unlock) {
    const embedded = await embeddedPostgres(dataDir)
    return {
      url: embedded.url,
      stop: async () => {
        await embedded.stop()
        unlock()
      },
    }
  }
  for (let attempt = 1; ; attempt++) {
    const cluster = readCluster(path.resolve(dataDir))
    if (cluster && (await serves(cluster))) return { url: (database) => urlOf(cluster, database), stop: async () => undefined }
    if (attempt === MOST_STARTS) throw new Error(`a platform holds ${dataDir}, but its PostgreSQL does not answer`)
    await new Promise((resolve) => setTimeout(resolve, START_PAUSE_MS))
  }
}

function lockUnlessInUse(dataDir: string): (() => void) | null {
  try {
    return lockFolder(path.resolve(dataDir))
  } catch (fault) {
    if (fault instanceof FolderInUse) return null
    throw fault
  }
}

const urlOf = (cluster: Cluster, database: string): string => `postgresql://postgres:${cluster.password}@127.0.0.1:${cluster.port}/${database}`

async function start(bin: Binaries, cluster: Cluster, as: Identity, settings: readonly string[]): Promise<void> {
  const options = [
    `-p ${cluster.port}`,
    '-c listen_addresses=127.0.0.1',
    "-c unix_socket_directories=''",
    ...settings.map((setting) => `-c ${setting}`),
  ]
  const args = ['start', '-D', cluster.data, '-w', '-t', '60', '-l', path.join(cluster.data, 'server.log'), '-o', options.join(' ')]
  // pg_ctl leaves the server running in the background; its own output pipes must not be inherited, or waiting for them never ends
  for (let attempt = 1; ; attempt++) {
    forgetDead(cluster)
    const fault = await run(bin.pgCtl, args, { ...as, cwd: tmpdir() }).then(
      () => null,
      (error: unknown) => error,
    )
    // it may have been too slow for the program that waited for it
    if (!fault || (isRunning(cluster) && (await serves(cluster)))) return
    const log = path.join(cluster.data, 'server.log')
    const tail = existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(-12).join('\n') : ''
    // after a kill the remains of the last server are still ending
    const isEnding = /postmaster\.pid|pre-existing shared memory|Address already in use/.test(tail)
    if (!isEnding || attempt === MOST_STARTS) throw new Error(`PostgreSQL did not start: ${String(fault)}\n${tail}`)
    await new Promise((resolve) => setTimeout(resolve, START_PAUSE_MS))
  }
}

/** The server's own file in the data folder: the first process, and the folder it was started on. */
function pidFile(cluster: Cluster): { readonly file: string; readonly pid: number; readonly data: string } | null {
  const file = path.join(cluster.data, 'postmaster.pid')
  if (!existsSync(file)) return null
  const [pid = '', data = ''] = readFileSync(file, 'utf8').split('\n')
  return { file, pid: Number(pid), data }
}

/** Whether the process of the server's file lives, and works in this very folder as far as the system tells. */
function isRunning(cluster: Cluster): boolean {
  const known = pidFile(cluster)
  if (!known || !isAlive(known.pid)) return false
  const works = workingFolder(known.pid)
  return works === 'unknown' || works === realpathSync(cluster.data)
}

/**
 * A server's file that speaks of no server of this folder: copied along with it, or left by one that was killed and whose number another
 * process has now, or that nobody collected. While any process of it is left in the folder PostgreSQL must see the file, and waits.
 */
function forgetDead(cluster: Cluster): void {
  const known = pidFile(cluster)
  if (!known) return
  const here = realpathSync(cluster.data)
  const folders = new Set(pidsOf('postgres').map(workingFolder))
  const isOver = folders.has('unknown') ? known.data !== cluster.data && existsSync(known.data) : !folders.has(here)
  if (isOver) rmSync(known.file, { force: true })
}

/** The folder a process works in, for PostgreSQL its data folder; `null` when it has ended. */
function workingFolder(pid: number): string | null | 'unknown' {
  if (!existsSync('/proc/self')) return 'unknown'
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code === 'EACCES' ? 'unknown' : null
  }
}

/** Processes of a name; where the system does not tell, one that tells nothing. */
function pidsOf(name: string): readonly number[] {
  if (!existsSync('/proc/self')) return [0]
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return []
    try {
      return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === name ? [Number(pid)] : []
    } catch {
      return []
    }
  })
}

/** Another program may have taken the port while we were down. */
async function withFreePort(root: string, cluster: Cluster): Promise<Cluster> {
  if ((await freePort(cluster.port)) === cluster.port) return cluster
  const moved = { ...cluster, port: await freePort() }
  writeCluster(root, moved)
  return moved
}

/** Whether the server at our port works on our folder, and not on one this was copied from: it is asked for what we wrote there. */
async function serves(cluster: Cluster): Promise<boolean> {
  const name = `asked-${randomBytes(8).toString('hex')}`
  const file = path.join(cluster.data, name)
  const client = new pg.Client({ connectionString: urlOf(cluster, 'postgres'), connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    writeFileSync(file, name)
    chmodSync(file, 0o644)
    const { rows } = await client.query<{ text: string | null }>('select pg_read_file($1, true) as text', [name])
    return rows[0]?.text === name
  } catch (fault) {
    // 57P03: it is starting or recovering; wait for it rather than start a second one
    if ((fault as { code?: string }).code !== '57P03') return false
    await new Promise((resolve) => setTimeout(resolve, 200))
    return serves(cluster)
  } finally {
    rmSync(file, { force: true })
    client.end().catch(() => undefined)
  }
}
