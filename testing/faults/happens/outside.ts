import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { accountsContract } from '#modules/accounts/contract.ts'
import { caller } from '#testing/door.ts'
import { loginBrowser, signUp } from '#testing/mail-login.ts'
import { freePort } from '#testing/ports.ts'
import { postgresOf } from '#testing/postgres.ts'
import { program, type Program } from '#testing/program.ts'
import { steamTrips, newSteamId } from '#testing/steam.ts'
import { codeBy } from '../cast.ts'
import { NOTHING_WRONG, wait, type Fault, type FaultContext } from './fault.ts'
import { MAIN, type Stage } from '../stage.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const READY = / is up: /
const STEAM_MS = 12_000
const FAKETIME = ['/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1', '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1']
const LATER = 'libfaketime is not installed'

/** What happens around the platform: mail, Steam, clocks, copies of it, other versions of it. */
export const outsideFaults: readonly Fault[] = [
  {
    name: 'the mail server is gone',
    what: 'nobody listens at its port; codes that were promised must come when it is back',
    forMs: [4000, 10_000],
    isShort: true,
    act: async ({ stage: { mail }, forMs }) => {
      await mail.set('refuses')
      await wait(forMs)
      await mail.set('takes')
      return NOTHING_WRONG
    },
  },
  {
    name: 'the mail server says nothing',
    what: 'it takes connections and never answers',
    forMs: [8000, 15_000],
    act: async ({ stage: { mail }, forMs }) => {
      await mail.set('silent')
      await wait(forMs)
      await mail.set('takes')
      return NOTHING_WRONG
    },
  },
  {
    name: 'Steam hangs',
    what: 'ten people come back from Steam, which begins its answer and never ends it',
    forMs: [0, 0],
    isShort: true,
    act: async ({ stage }) => {
      const trips = await Promise.all(Array.from({ length: 10 }, () => trip(stage)))
      return [...new Set(trips.flat())]
    },
  },
  {
    name: 'a clock two hours ahead',
    what: 'a third web process joins whose machine is two hours ahead, and leaves again',
    forMs: [4000, 6000],
    act: (given) => shifted(given, '+7200'),
  },
  {
    name: 'a clock that jumps',
    what: 'a third web process whose clock goes two hours back, and then a day ahead, while it serves',
    forMs: [4000, 6000],
    act: (given) => shifted(given, '+0', ['-7200', '+86400']),
  },
  {
    name: 'the data folder is copied',
    what: 'somebody copies the folder while all runs, and starts the copy: it must never touch the original',
    forMs: [2000, 3000],
    act: copied,
  },
  {
    name: 'two versions at once',
    what: 'on a database of their own: the version before the newest migration serves, this one starts beside it and migrates, both serve',
    forMs: [3000, 5000],
    act: olderBeside,
  },
]

/** Somebody comes back from Steam: sent to the login page with a reason, not kept waiting, not told of a fault. */
async function trip({ all, steamEndpoint }: Stage): Promise<readonly string[]> {
  const { begin, assertion } = steamTrips({ visitor: caller(all.url), clock: { now: () => new Date() } }, steamEndpoint)
  const beganAt = performance.now()
  try {
    const start = await begin()
    const query = assertion(start, newSteamId())
    const reply = await caller(all.url).fetch(`/auth/steam/callback?${query}`, {
      headers: { cookie: start.cookie },
      signal: AbortSignal.timeout(STEAM_MS),
    })
    const location = reply.headers.get('location') ?? ''
    return reply.status === 302 && location.includes('STEAM_LOGIN_DOWN')
      ? []
      : [`with a hanging Steam the way back answers ${reply.status} ${location}`]
  } catch {
    return [`with a hanging Steam the way back is not answered within ${Math.round(performance.now() - beganAt) / 1000} s`]
  }
}

/** Another web process on the same database. */
async function besides(
  { env, postgres }: Stage,
  more: Partial<Parameters<typeof program>[0]>,
): Promise<{ readonly one: Program; readonly url: string }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const one = program({
    name: 'beside',
    script: MAIN,
    args: ['--role', 'web'],
    ready: READY,
    ...more,
    env: { ...env, PORT: String(port), PUBLIC_URL: url, DATABASE_URL: postgres.url(), ...more.env },
  })
  return { one, url }
}

const READS = ['/health/live', '/health/ready', '/public/events', '/events', '/']

/** Whether it answers as it should, for a while. */
async function serves(url: string, forMs: number): Promise<readonly string[]> {
  const wrong = new Set<string>()
  const endsAt = performance.now() + forMs
  while (performance.now() < endsAt) {
    for (const where of READS) {
      const reply = await fetch(`${url}${where}`, { headers: { accept: 'text/html' }, signal: AbortSignal.timeout(10_000) }).catch(() => null)
      // who has too much to do may say so, but for the question whether it lives
      const isLater = reply?.status === 503 && reply.headers.has('retry-after') && where !== '/health/live'
      if (reply?.status !== 200 && !isLater) wrong.add(`${where} answers ${reply?.status ?? 'nothing'}`)
      await reply?.arrayBuffer()
    }
    await wait(200)
  }
  return [...wrong]
}

async function shifted(
  { stage, forMs }: FaultContext,
  by: string,
  jumps: readonly string[] = [],
): Promise<readonly string[] | { readonly skipped: string }> {
  const library = FAKETIME.find((file) => existsSync(file))
  if (!library) return { skipped: LATER }
  const folder = mkdtempSync(path.join(tmpdir(), 'paddock-clock-'))
  const file = path.join(folder, 'clock')
  writeFileSync(file, by)
  const clock = { LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_CACHE_DURATION: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' }
  const { one, url } = await besides(stage, { env: clock })
  try {
    await one.start()
    const wrong = [...(await serves(url, forMs))]
    for (const jump of jumps) {
      writeFileSync(file, jump)
      wrong.push(...(await serves(url, forMs)))
    }
    if (one.exits().length > 0) wrong.push('the process with the other clock ended by itself')
    return [...new Set(wrong)].map((sentence) => `with another clock: ${sentence}`)
  } finally {
    await one.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}

async function copied({ stage, forMs }: FaultContext): Promise<readonly string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'paddock-copy-'))
  const copy = path.join(folder, 'data')
  const original = stage.postgres.pid()
  // as `cp -a` of a folder in use: files that vanish meanwhile are no reason to stop
  execFileSync('sh', ['-c', 'chmod 755 "$2" && cp -a "$1" "$3" 2>/dev/null; true', 'sh', stage.dataDir, folder, copy])
  const port = await freePort()
  const wrong: string[] = []
  const { DATABASE_URL: _, ...env } = { DATABASE_URL: '', ...stage.env }
  const one = program({
    name: 'copy',
    script: MAIN,
    ready: READY,
    env: { ...env, DATA_DIR: copy, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` },
  })
  try {
    const isUp = await one.start().then(
      () => true,
      () => false,
    )
    const own = postgresOf(copy)
    if (isUp && own.pid() === original) wrong.push('the copy works on the database of the original')
    else if (isUp && own.port() === stage.postgres.port()) wrong.push('the copy works at the port of the original')
    await wait(forMs)
    await one.end('SIGTERM')
    if (stage.postgres.pid() !== original) wrong.push('the end of the copy ended the database of the original')
    const left = own.pid()
    if (left && left !== original) {
      wrong.push('the copy leaves its PostgreSQL behind')
      own.signal('SIGQUIT')
    }
    return wrong
  } finally {
    await one.end('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

async function olderBeside({ stage, forMs }: FaultContext): Promise<readonly string[] | { readonly skipped: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'paddock-older-'))
  const name = `older_${Date.now()}`
  const own = { DATABASE_URL: stage.postgres.url(name), DATA_DIR: path.join(folder, 'data') }
  const started: Program[] = []
  const start = async (more: Parameters<typeof besides>[1]): Promise<string> => {
    const { one, url } = await besides(stage, { ...more, args: [], env: own })
    started.push(one)
    await one.start()
    return url
  }
  try {
    if (!checkedOut(folder)) return { skipped: 'no earlier version in the history of this checkout' }
    await stage.postgres.query(`create database ${name}`)
    const older = await start({ script: path.join(folder, 'server/main.ts'), cwd: folder })
    const as = await signUp(loginBrowser(older), `of.${Date.now().toString(36)}@example.org`, 'Of Both', codeBy(stage))
    const asked = serves(older, forMs)
    const newer = await start({})
    const wrong = [...(await asked), ...(await serves(newer, forMs)), ...(await serves(older, forMs))]
    for (const url of [older, newer, older]) {
      const { id, v } = (await as.at(url).ask(accountsContract.me, {})).body
      const reply = await as.at(url).send(accountsContract.ChangeCountry, { id, v }, { country: url === older ? 'FR' : 'IT' })
      if (reply.status !== 200) wrong.push(`a command answers ${reply.status} ${reply.body.code}`)
    }
    return [...new Set(wrong)].map((sentence) => `two versions at once: ${sentence}`)
  } catch (fault) {
    return [`two versions at once: ${String(fault).slice(0, 400)}`]
  } finally {
    for (const one of started) await one.end('SIGTERM')
    await stage.postgres.query(`drop database if exists ${name} with (force)`).catch(() => undefined)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The last commit without the newest migration, with the packages and pages of this one. */
function checkedOut(folder: string): boolean {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    const newest = git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'migrations')
    execFileSync('sh', ['-c', `git -C "$1" archive "$2^" | tar -x -C "$3"`, 'sh', ROOT, newest, folder])
    if (!existsSync(path.join(folder, 'server/main.ts'))) return false
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
    mkdirSync(path.join(folder, 'dist'), { recursive: true })
    if (existsSync(path.join(ROOT, 'dist'))) cpSync(path.join(ROOT, 'dist'), path.join(folder, 'dist'), { recursive: true })
    return true
  } catch {
    return false
  }
}
