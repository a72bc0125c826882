import type { Logger } from 'pino'
import type pg from 'pg'
import type { Config } from './config.ts'
import type { Db } from './db/connect.ts'
import type { Changed, Enqueue } from './db/change.ts'
import type { AnswerCache } from './http/answer-cache.ts'
import type { LiveBus } from './http/live/bus.ts'
import type { Metrics } from './http/metrics.ts'
import type { Cards } from './outside/cards/card.ts'
import type { Files } from './outside/files.ts'
import type { Sealer } from './outside/seal.ts'
import type { Room } from './room.ts'

/** What the doors work with: one per process. */
export type Machine = {
  readonly config: Config
  readonly db: Db
  readonly pool: pg.Pool
  readonly databaseUrl: string
  readonly clock: () => Date
  readonly log: Logger
  readonly rooms: readonly Room[]
  readonly answers: AnswerCache
  readonly live: LiveBus
  readonly metrics: Metrics
  readonly enqueue: Enqueue
  readonly sealer: Sealer
  readonly files: Files
  readonly cards: Cards
  readonly changed: Changed
}
