import type { Logger } from 'pino'
import path from 'node:path'
import { rmSync } from 'node:fs'
import { buildWorld } from '#testing/build-world.ts'
import type { Config } from './config.ts'
import { connect } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { startLocalHost } from './local-host.ts'
import { start } from './start.ts'

const DONE = 'demo-world'
/** Race seconds per second: a race of an hour takes a quarter of a second. */
const SPEED = 15_000

/**
 * Makes the demo world once: a platform of its own on the same database whose clock goes through the past days, with a race host whose
 * emulated servers drive the races that are over. Everything goes through the doors people use.
 */
export async function makeDemoWorld(config: Config, databaseUrl: string, log: Logger): Promise<void> {
  const { db, close } = connect(databaseUrl, 2)
  try {
    await migrate(databaseUrl)
    if (await db.selectFrom('effects').select('key').where('key', '=', DONE).executeTakeFirst()) return
    const half = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
    if (half) {
      log.warn('the making of the demo world was interrupted; it stays as far as it came')
      return
    }
    process.stdout.write('Making the demo world: races of the past days are being driven, this happens once …\n')
    await make(config, databaseUrl, log)
    await db.insertInto('effects').values({ key: DONE }).execute()
  } finally {
    await close()
  }
}

async function make(config: Config, databaseUrl: string, log: Logger): Promise<void> {
  let offset = 0
  const clock = { now: () => new Date(Date.now() + offset), set: (to: Date) => void (offset = to.getTime() - Date.now()) }
  const folder = path.join(config.dataDir, 'demo-host')
  const quiet = log.child({}, { level: 'error' })
  const running = await start({ ...config, port: 0, role: 'all' }, databaseUrl, quiet, clock.now)
  const host = await startLocalHost(running, { speed: SPEED, folder })
  await buildWorld(running, clock, 'past')
  await host.stop()
  await running.stop()
  // the rest has no workers: what starts soon is launched by the platform itself once it is up
  const still = await start({ ...config, port: 0, role: 'web' }, databaseUrl, quiet, clock.now)
  await buildWorld(still, clock, 'coming')
  await still.stop()
  rmSync(folder, { recursive: true, force: true })
}
