import { readConfig } from './config.ts'
import { logger, start } from './start.ts'

const config = readConfig(process.env, process.argv)
const log = logger(config)
const running = await start(config, log)
log.info({ listening: running.address }, `${config.productName} is up at ${config.publicUrl}`)

let stopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    void running.stop().then(() => process.exit(0))
  })
}
