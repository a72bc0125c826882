import type { Logger } from 'pino'
import path from 'node:path'
import { rmSync } from 'node:fs'
import { buildWorld } from '#testing/build-world.ts'
import { isDone, lastMoment, step } from '#testing/steps.ts'
import type { Config } from './config.ts'
import { connect, type Db } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { isUnavailable } from './db/unavailable.ts'
import { startLocalHost } from './local-host.ts'
import { start } from './start.ts'

const DONE = 'demo-world'

/** The making stopped on its way. The message is for the person who started the platform. */
export class DemoUnfinished extends Error {}

/** Race seconds per second: a race of an hour takes a quarter of a second. */
const SPEED = 15_000

/**
 * Makes the demo world once: a platform of its own on the same database whose clock goes through the past days, with a race host whose
 * emulated servers drive the races that are over. Everything goes through the doors people use. Whatever ends it, the next start goes on.
 */
export async function makeDemoWorld(config: Config, databaseUrl: string, log: Logger): Promise<void> {
  await migrate(databaseUrl)
  const { db, close } = connect(databaseUrl, 2)
  try {
    if (await db.selectFrom('effects').select('key').where('key', '=', DONE).executeTakeFirst()) return
    const isBegun = await isDone(db, 'past begun')
    const somebody = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
    if (somebody && !isBegun) {
      log.warn('this platform has people of its own: no demo world is made')
      return
    }
    const what = isBegun ? 'Going on with the demo world where it stopped' : 'Making the demo world'
    process.stdout.write(`${what}: races of the past days are being driven, this happens once …\n`)
    await make(config, databaseUrl, db, log)
    await db.insertInto('effects').values({ key: DONE }).execute()
  } catch (fault) {
    if (isUnavailable(fault)) throw fault
    throw new DemoUnfinished(
      `The demo world is not finished: ${(fault as Error).message}\nThe next start goes on where it stopped; DEMO_WORLD=off starts without it.`,
      { cause: fault },
    )
  } finally {
    await close()
  }
}

async function make(config: Config, databaseUrl: string, db: Db, log: Logger): Promise<void> {
  let offset = 0
  const clock = { now: () => new Date(Date.now() + offset), set: (to: Date) => void (offset = to.getTime() - Date.now()) }
  const folder = path.join(config.dataDir, 'demo-host')
  const quiet = log.child({}, { level: 'error' })
  if (!(await isDone(db, 'past'))) {
    // races that were interrupted find the time they had
    const last = await lastMoment(db)
    if (last) clock.set(last)
    const running = await start({ ...config, port: 0, role: 'all' }, databaseUrl, quiet, clock.now)
    const host = await startLocalHost(running, { speed: SPEED, folder })
    await step(running, 'past', () => buildWorld(running, clock, 'past'))
    await host.stop()
    await running.stop()
  }
  // the rest has no workers: what starts soon is launched by the platform itself once it is up
  const still = await start({ ...config, port: 0, role: 'web' }, databaseUrl, quiet, clock.now)
  await buildWorld(still, clock, 'coming')
  await still.stop()
  rmSync(folder, { recursive: true, force: true })
}
