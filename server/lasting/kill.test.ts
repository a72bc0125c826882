import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { accountsContract } from '#modules/accounts/contract.ts'
import type { Caller } from '#testing/door.ts'
import { loginBrowser, signUp } from '#testing/mail-login.ts'

const COUNTRIES = ['DE', 'FR', 'IT', 'ES', 'PT', 'GB', 'FI', 'SE', 'NO', 'PL'] as const
const WRITERS = 12

test('whatever was acknowledged is there after everything was killed, the database included', async (t) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'paddock-kill-'))
  const launched: ChildProcess[] = []
  t.after(() => {
    for (const child of launched) child.kill('SIGKILL')
    killPostgres(dataDir)
    rmSync(dataDir, { recursive: true, force: true })
  })
  const launch = async (): Promise<Launched> => {
    const next = await launchOn(dataDir)
    launched.push(next.process)
    return next
  }
  const first = await launch()
  const people = await Promise.all(Array.from({ length: WRITERS }, (_, n) => signUp(loginBrowser(first.url), `writer${n}@example.org`, 'Writer')))
  const last = new Map<string, { v: number; country: string }>()
  let acknowledged = 0
  const killing = new AbortController()
  const { promise: enough, resolve: reached } = Promise.withResolvers<void>()
  const write = async (as: Caller): Promise<void> => {
    const me = (await as.ask(accountsContract.me, {})).body
    for (let v = me.v; !killing.signal.aborted; v++) {
      const country = COUNTRIES[v % COUNTRIES.length]!
      const reply = await as.send(accountsContract.ChangeCountry, { id: me.id, v }, { country }).catch(() => null)
      if (reply?.status !== 200) return
      last.set(me.id, { v: v + 1, country })
      if (++acknowledged === 400) reached()
    }
  }
  const began = performance.now()
  const writing = people.map(write)
  await Promise.race([enough, ...writing])
  const perSecond = (acknowledged * 1000) / (performance.now() - began)
  first.process.kill('SIGKILL')
  killPostgres(dataDir)
  killing.abort()
  await Promise.all(writing)

  const second = await launch()
  for (const person of people) {
    const me = (await person.at(second.url).ask(accountsContract.me, {})).body
    const wanted = last.get(me.id)!
    // one more may have been committed whose answer never arrived
    assert.ok(me.v === wanted.v || me.v === wanted.v + 1, `version ${me.v}, acknowledged ${wanted.v}`)
    if (me.v === wanted.v) assert.equal(me.settings.country, wanted.country)
  }
  t.diagnostic(`${acknowledged} commands acknowledged, ${Math.round(perSecond)} a second`)

  // killed again, but this time PostgreSQL goes on: the next start finds it running
  second.process.kill('SIGKILL')
  await exitOf(second.process)
  const third = await launch()
  assert.equal((await people[0]!.at(third.url).ask(accountsContract.me, {})).status, 200)
  third.process.kill('SIGTERM')
  assert.equal(await exitOf(third.process), 0)
})

type Launched = { readonly url: string; readonly process: ChildProcess }

async function launchOn(dataDir: string): Promise<Launched> {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', DEMO_WORLD: 'off', LOG_LEVEL: 'info', NODE_ENV: 'development', DATABASE_URL: undefined }
  const child = spawn(process.execPath, [path.resolve(import.meta.dirname, '../main.ts')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((resolve, reject) => {
    let seen = ''
    child.on('exit', () => reject(new Error(`the platform ended at once: ${seen}`)))
    child.stdout.on('data', (chunk: Buffer) => {
      seen += chunk.toString()
      const address = /"listening":"([^"]+)"/.exec(seen)?.[1]
      if (address) resolve(address)
    })
  })
  return { url, process: child }
}

/** SIGKILL to PostgreSQL's first process, as a power cut would; its children end with it. */
function killPostgres(dataDir: string): void {
  const { data } = JSON.parse(readFileSync(path.join(dataDir, 'postgres.json'), 'utf8')) as { data: string }
  const file = path.resolve(dataDir, data, 'postmaster.pid')
  if (existsSync(file)) process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGKILL')
}

const exitOf = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once('exit', (code) => resolve(code)))
