import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type pg from 'pg'
import type { AnswerCache } from './answer-cache.ts'

export type Metrics = {
  readonly registry: Registry
  readonly answered: (call: string, status: number, ms: number) => void
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
  const answered = new Histogram({
    name: 'paddock_answer_seconds',
    help: 'Time to answer, by call',
    labelNames: ['call', 'status'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
    registers: [registry],
  })
  const secondsOf = byCall((call, status) => answered.labels({ call, status: String(status) }))
  return {
    registry,
    answered: (call, status, ms) => secondsOf(call, status).observe(ms / 1000),
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

/** What is kept for each call and status, made when it is met first. Found by two look-ups: the libraries' own ways to it cost more than a cached answer. */
export function byCall<T>(make: (call: string, status: number) => T): (call: string, status: number) => T {
  const made = new Map<string, Map<number, T>>()
  return (call, status) => {
    const known = made.get(call)?.get(status)
    if (known !== undefined) return known
    const one = make(call, status)
    if (!made.has(call)) made.set(call, new Map())
    made.get(call)!.set(status, one)
    return one
  }
}
