import { readConfig } from './config.ts'
import { embeddedPostgres } from './db/embedded.ts'
import { makeDemoWorld } from './demo.ts'
import { startLocalHost } from './local-host.ts'
import { logger } from './log.ts'
import { start, type Running } from './start.ts'

const config = readConfig(process.env, process.argv)
const log = logger(config)
const embedded = config.databaseUrl ? null : await embeddedPostgres(config.dataDir)
const databaseUrl = config.databaseUrl ?? embedded!.url('postgres')
const running = await launch().catch(async (fault: unknown) => {
  await embedded?.stop()
  throw fault
})
const host = config.demoWorld && config.role !== 'web' ? await startLocalHost(running) : null
log.info({ listening: running.address }, `${config.productName} is up`)
process.stdout.write(`\n  ${config.productName} is up: ${running.address.replace('127.0.0.1', 'localhost')}\n\n`)

async function launch(): Promise<Running> {
  if (config.demoWorld && config.role !== 'web') await makeDemoWorld(config, databaseUrl, log)
  return start(config, databaseUrl, log)
}

let stopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    void stop()
  })
}

async function stop(): Promise<void> {
  await host?.stop()
  await running.stop()
  await embedded?.stop()
  process.exit(0)
}
