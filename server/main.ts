import { ConfigInvalid, readConfig, type Config } from './config.ts'
import { embeddedPostgres, type Embedded } from './db/embedded.ts'
import { FolderInUse, lockFolder } from './db/embedded/folder-lock.ts'
import { FolderUnusable } from './db/embedded/cluster.ts'
import { isUnavailable } from './db/unavailable.ts'
import { DemoUnfinished, makeDemoWorld } from './demo.ts'
import { startLocalHost, type LocalHost } from './local-host.ts'
import { faultOf, logger } from './log.ts'
import { start, type Running } from './start.ts'

/** Requests, jobs and the race host have limits of their own, far below this. */
const MOST_STOPPING_MS = 60_000

const up: { embedded?: Embedded; running?: Running; host?: LocalHost; unlock?: () => void } = {}
let stopping = false

await bringUp().catch(async (fault: unknown) => {
  // where it is asked to stop while it starts, whatever fails for that is no fault
  if (stopping) return
  stopping = true
  const ended = isForPeople(fault) ? `\n${(fault as Error).message}\n\n` : `\n${textOf(fault)}\n\n`
  process.stderr.write(ended)
  await takeDown(1)
})

async function bringUp(): Promise<void> {
  const config = configured()
  const log = logger(config)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      log.info({ signal }, 'stopping')
      void takeDown(0)
    })
  }
  // the embedded database belongs to one process; those that share another one may share the folder of files as well
  if (!config.databaseUrl) {
    up.unlock = lockFolder(config.dataDir)
    up.embedded = await embeddedPostgres(config.dataDir)
    up.embedded.watch(log)
  }
  const databaseUrl = config.databaseUrl ?? up.embedded!.url('postgres')
  const isDemo = config.demoWorld && config.role !== 'web'
  if (isDemo) await makeDemoWorld(config, databaseUrl, log)
  if (stopping) return
  up.running = await start(config, databaseUrl, log)
  if (isDemo) up.host = await startLocalHost(up.running)
  const { address } = up.running
  log.info({ listening: address }, `${config.productName} is up`)
  process.stdout.write(`\n  ${config.productName} is up: ${address.replace('127.0.0.1', 'localhost')}\n\n`)
}

/** All of the environment's faults on one screen. */
function configured(): Config {
  try {
    return readConfig(process.env, process.argv)
  } catch (fault) {
    if (!(fault instanceof ConfigInvalid)) throw fault
    throw new ConfigInvalid(['The platform does not start with these settings (README.md lists them all):', ...fault.faults.map((one) => `  ${one}`)])
  }
}

/** Its stack, without the secrets a library may have put into it. */
function textOf(fault: unknown): string {
  const { message, stack } = faultOf(fault)
  return stack ?? message
}

/** What the person who started it can mend; a stack would tell nothing more. */
function isForPeople(fault: unknown): boolean {
  return (
    fault instanceof ConfigInvalid ||
    fault instanceof FolderInUse ||
    fault instanceof DemoUnfinished ||
    fault instanceof FolderUnusable ||
    isUnavailable(fault)
  )
}

async function takeDown(code: number): Promise<void> {
  // a database that hangs must not keep the process
  setTimeout(() => process.exit(1), MOST_STOPPING_MS).unref()
  for (const stop of [() => up.host?.stop(), () => up.running?.stop(), () => up.embedded?.stop()])
    await Promise.resolve(stop()).catch((fault: unknown) => process.stderr.write(`${String(fault)}\n`))
  up.unlock?.()
  process.exit(code)
}
