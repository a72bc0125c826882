/**
 * The race host: takes work from the platform over calls it makes itself, runs game servers, brings their results back.
 * Ending it (SIGTERM) or killing it leaves the game servers running; the next start takes them over. `check --game acc` tries one game's
 * server on this machine instead, without a platform; `watch` hands in what comes into a folder. docs/race-hosts.md.
 */
import { check } from './commands/check.ts'
import { instanceOf, lockFolder } from './disk.ts'
import { keeper } from './keeper.ts'
import { platformAt } from './platform.ts'
import { readSettings } from './settings.ts'
import { watch } from './commands/watch.ts'

/** The platform answers after this at the latest, or as soon as there is news. */
const WAIT_MS = 5000
const PAUSE_MS = 200
const AWAY_MS = { first: 500, most: 15_000 } as const

const say = (what: string, more: object = {}): void =>
  void process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), what, ...more })}\n`)

if (process.argv[2] === 'check') process.exit(await check(process.argv.slice(3), process.env))
if (process.argv[2] === 'watch') process.exit(await watch(process.argv.slice(3)))

const settings = readSettings(process.env)
const instance = instanceOf(settings.folder)
const unlock = lockFolder(settings.folder)
const platform = platformAt(settings.platformUrl, settings.token)
const servers = keeper(settings, platform, say)

// a reader of these lines that went away must not end the servers' keeper
process.stdout.on('error', () => undefined)

const run = { ending: false }
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end())
if (settings.tied) process.stdin.on('end', () => void end()).resume()
say('up', { platform: settings.platformUrl, games: settings.games })
await work()

async function work(): Promise<void> {
  let [seen, awayMs] = ['', 0]
  while (!run.ending) {
    const answer = await platform.jobs({ instance, seen, have: servers.have(), waitMs: WAIT_MS })
    if (run.ending) return
    if (answer?.ok) {
      if (awayMs > 0) say('platform is back')
      ;[seen, awayMs] = [answer.value.state, 0]
      servers.syncJobs(answer.value.servers)
    } else {
      if (awayMs === 0 || (answer && !answer.ok)) say('platform is away', { code: answer?.code })
      seen = ''
      awayMs = Math.min(AWAY_MS.most, (awayMs || AWAY_MS.first) * 2)
    }
    await new Promise((resolve) => setTimeout(resolve, awayMs ? awayMs * (0.75 + Math.random() / 2) : PAUSE_MS))
  }
}

async function end(): Promise<void> {
  if (run.ending) return
  run.ending = true
  say('ending; game servers run on', { fences: servers.have() })
  await Promise.race([servers.leave(), new Promise((resolve) => setTimeout(resolve, 5000))])
  unlock()
  process.exit(0)
}
