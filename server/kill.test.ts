import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { accountsContract } from '#modules/accounts/contract.ts'
import { caller, type Caller } from '#testing/door.ts'

const COUNTRIES = ['DE', 'FR', 'IT', 'ES', 'PT', 'GB', 'FI', 'SE', 'NO', 'PL'] as const
const WRITERS = 12

test('whatever was acknowledged is there after everything was killed, the database included', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'paddock-kill-'))
  const first = await launch(dataDir)
  const people = await Promise.all(Array.from({ length: WRITERS }, (_, n) => signIn(first.url, `writer${n}@example.org`)))
  const last = new Map<string, { v: number; country: string }>()
  let acknowledged = 0
  let killed = false
  const write = async (as: Caller): Promise<void> => {
    const me = (await as.ask(accountsContract.me, {})).body
    for (let v = me.v; !killed; v++) {
      const country = COUNTRIES[v % COUNTRIES.length]!
      const reply = await as.send(accountsContract.ChangeCountry, { id: me.id, v }, { country }).catch(() => null)
      if (reply?.status !== 200) return
      last.set(me.id, { v: v + 1, country })
      acknowledged++
    }
  }
  const began = performance.now()
  const writing = people.map(write)
  while (acknowledged < 300) await new Promise((resolve) => setImmediate(resolve))
  const perSecond = (acknowledged * 1000) / (performance.now() - began)
  killEverything(dataDir, first.process)
  killed = true
  await Promise.all(writing)

  const second = await launch(dataDir)
  for (const person of people) {
    const me = (await person.at(second.url).ask(accountsContract.me, {})).body
    const wanted = last.get(me.id)!
    // one more may have been committed whose answer never arrived
    assert.ok(me.v === wanted.v || me.v === wanted.v + 1, `version ${me.v}, acknowledged ${wanted.v}`)
    if (me.v === wanted.v) assert.equal(me.country, wanted.country)
  }
  assert.ok(perSecond > 100, `only ${Math.round(perSecond)} commands a second were acknowledged`)

  // killed again, but this time PostgreSQL goes on: the next start finds it running
  second.process.kill('SIGKILL')
  await exitOf(second.process)
  const third = await launch(dataDir)
  assert.equal((await people[0]!.at(third.url).ask(accountsContract.me, {})).status, 200)
  third.process.kill('SIGTERM')
  assert.equal(await exitOf(third.process), 0)
  rmSync(dataDir, { recursive: true, force: true })
})

type Launched = { readonly url: string; readonly process: ChildProcess }

async function launch(dataDir: string): Promise<Launched> {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', DEMO_WORLD: 'off', LOG_LEVEL: 'info', NODE_ENV: 'development', DATABASE_URL: undefined }
  const child = spawn(process.execPath, [path.resolve(import.meta.dirname, 'main.ts')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
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

/** SIGKILL to the platform and to PostgreSQL's first process and all its children, as a power cut would. */
function killEverything(dataDir: string, platform: ChildProcess): void {
  const { data } = JSON.parse(readFileSync(path.join(dataDir, 'postgres.json'), 'utf8')) as { data: string }
  const postmaster = Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  platform.kill('SIGKILL')
  process.kill(postmaster, 'SIGKILL')
}

const exitOf = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once('exit', (code) => resolve(code)))

async function signIn(url: string, email: string): Promise<Caller> {
  const anybody = caller(url)
  const post = (where: string, body: object) =>
    anybody.fetch(where, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  await post('/auth/email-otp/send-verification-otp', { email, type: 'sign-in' })
  const { mails } = (await (await anybody.fetch(`/dev/mailbox.json?to=${email}`)).json()) as { mails: { body: string }[] }
  const reply = await post('/auth/sign-in/email-otp', { email, otp: /\d{8}/.exec(mails[0]!.body)![0] })
  const as = caller(url, reply.headers.getSetCookie()[0]!.split(';')[0]!)
  const me = (await as.ask(accountsContract.me, {})).body
  await as.done(
    accountsContract.AcceptTerms,
    { id: me.id, v: me.v },
    { name: 'Writer', country: 'DE', birthDate: '1990-01-01', tos: true, privacyPolicy: true },
  )
  return as
}
