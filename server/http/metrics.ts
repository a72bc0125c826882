import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type pg from 'pg'
import type { AnswerCache } from './answer-cache.ts'
import { answerTimes } from './operator/answer-times.ts'

export type Metrics = {
  readonly registry: Registry
  readonly answered: (call: string, status: number, ms: number) => void
  /** One more of the kept answers: most of what is sent, so only counted until somebody asks. */
  readonly sentAsKept: () => void
  readonly statements: Histogram<'call'>
  readonly keptHits: Counter<'hit'>
  readonly refusals: Counter<'code'>
  readonly pruned: Counter<'what'>
  /** By invariant: what the last look found. */
  readonly violations: Gauge<'name'>
  readonly drawn: Counter
}

/** What an operator watches (docs/operations.md says how): latency and statements of each call, cached answers, refusals, the pool, the event loop. */
export function metrics(pool: pg.Pool, answers: AnswerCache): Metrics {
  const registry = new Registry()
  // the event loop's delay is among these
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 10 })
  for (const [name, help, read] of [
    ['paddock_pool_connections', 'Connections of the pool', () => pool.totalCount],
    ['paddock_pool_idle', 'Connections of the pool that have nothing to do', () => pool.idleCount],
    ['paddock_pool_waiting', 'Requests waiting for a connection', () => pool.waitingCount],
    ['paddock_kept_answers', 'Public answers held ready', () => answers.size()],
    ['paddock_kept_bytes', 'Memory of the public answers held ready', () => answers.bytes()],
  ] as const) {
    const gauge = new Gauge({
      name,
      help,
      registers: [],
      collect() {
        this.set(read())
      },
    })
    registry.registerMetric(gauge)
  }
  let sentAsKept = 0
  return {
    registry,
    answered: answerTimes(registry),
    sentAsKept: () => void sentAsKept++,
    statements: new Histogram({
      name: 'paddock_statements',
      help: 'SQL statements of a request that was not answered from what is kept, by call',
      labelNames: ['call'],
      buckets: [0, 1, 2, 3, 5, 8, 13, 21],
      registers: [registry],
    }),
    keptHits: new Counter({
      name: 'paddock_kept_answers_total',
      help: 'Public answers, kept or worked out',
      labelNames: ['hit'],
      registers: [registry],
      collect() {
        this.inc({ hit: 'kept' }, sentAsKept)
        sentAsKept = 0
      },
    }),
    pruned: new Counter({
      name: 'paddock_pruned_total',
      help: 'What the table of retention let go, by its line',
      labelNames: ['what'],
      registers: [registry],
    }),
    violations: new Gauge({
      name: 'paddock_invariant_violations',
      help: 'Things that should be impossible, by invariant, as found by the last nightly look',
      labelNames: ['name'],
      registers: [registry],
    }),
    drawn: new Counter({ name: 'paddock_pages_drawn_total', help: 'Pages drawn, not taken from what is kept', registers: [registry] }),
    refusals: new Counter({ name: 'paddock_refusals_total', help: 'Refusals by code', labelNames: ['code'], registers: [registry] }),
  }
}
