import type { Logger } from 'pino'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { connect, reachable } from './db/connect.ts'
import type { Changed } from './db/change.ts'
import { migrate } from './db/migrate.ts'
import { eventLedger } from './db/event-ledger.ts'
import { buildApp } from './http/app.ts'
import { answerCache } from './http/answer-cache.ts'
import { liveBus } from './http/live/bus.ts'
import { metrics } from './http/metrics.ts'
import { listenForNotices, tellNotices } from './http/notices.ts'
import { checkNightly } from './invariants/nightly.ts'
import { startJobs } from './jobs/jobs.ts'
import { logger } from './log.ts'
import type { Machine } from './machine.ts'
import { cards } from './outside/cards/card.ts'
import { localFiles } from './outside/files.ts'
import { sendMails } from './outside/mail.ts'
import { sealer } from './outside/seal.ts'
import { ROOMS } from './registry.ts'
import { retentionRoom } from './retention/room.ts'

export type Running = { readonly app: FastifyInstance; readonly machine: Machine; readonly address: string; readonly stop: () => Promise<void> }

const GRACE_MS = 10_000

/** One process of the platform on a database, from configuration to listening. `clock` is given by tests and by the making of the demo world. */
export async function start(
  config: Config,
  databaseUrl: string,
  log: Logger = logger(config),
  clock: () => Date = () => new Date(),
): Promise<Running> {
  await migrate(databaseUrl)
  const { db, pool, close } = connect(databaseUrl, config.poolSize)
  const answers = answerCache()
  const live = liveBus(clock)
  const seals = sealer(config.secret)
  const files = localFiles(config.dataDir, config.secret)
  const teller = tellNotices(pool, config.sourceId, log)
  const ledger = eventLedger()
  const changed: Changed = (topics, events) => {
    answers.drop(topics)
    ledger.tell(events)
    teller.tell(topics, events)
  }
  const measured = metrics(pool, answers)
  const jobs = await startJobs({
    url: databaseUrl,
    db,
    poolSize: config.poolSize,
    clock,
    log,
    publicUrl: config.publicUrl,
    sealer: seals,
    files,
    rooms: [...ROOMS, retentionRoom(ROOMS, (what, count) => measured.pruned.inc({ what }, count))],
    changed,
  })
  const machine: Machine = {
    config,
    db,
    pool,
    databaseUrl,
    clock,
    log,
    rooms: ROOMS,
    answers: answers,
    live,
    metrics: measured,
    enqueue: jobs.enqueue,
    sealer: seals,
    files,
    cards: cards(files.published),
    changed,
  }
  const missed = (): void => {
    answers.dropAll()
    live.tellAll()
  }
  const notices = listenForNotices(databaseUrl, log, {
    heard: (notice) => {
      ledger.tell(notice.events ?? [])
      if (notice.all) return missed()
      if (notice.from !== config.sourceId) answers.drop(notice.topics)
      live.tell(notice.topics)
    },
    hearing: (state) => {
      answers.hearing(state)
      // open pages were told of nothing meanwhile, not of what was changed here either
      if (state === 'yes') live.tellAll()
    },
    missed,
    ledger: ledger,
    reachable: () => reachable(pool),
  })
  const app = await buildApp(machine)
  const mails = config.role === 'web' ? null : sendMails(config, db, seals, (fault) => log.error({ err: fault }, 'mail not sent'))
  if (config.role !== 'web') await jobs.work()
  const nightly = checkNightly(machine)
  const address = await app.listen({ port: config.port, host: config.production ? '0.0.0.0' : '127.0.0.1' })
  const stop = async (): Promise<void> => {
    live.closeAll()
    const forced = setTimeout(() => app.server.closeAllConnections(), GRACE_MS)
    // browsers keep connections open: those that carry no request are closed as they become idle
    const idle = setInterval(() => app.server.closeIdleConnections(), 50)
    await app.close()
    clearInterval(idle)
    clearTimeout(forced)
    mails?.stop()
    nightly.stop()
    await jobs.stop()
    await teller.stop()
    notices.stop()
    await close()
  }
  return { app, machine, address, stop }
}
