import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type pg from 'pg'

export type Metrics = {
  readonly registry: Registry
  readonly answered: Histogram<'call' | 'status'>
  readonly keptHits: Counter<'hit'>
  readonly refusals: Counter<'code'>
}

/** What an operator watches: latency per call, kept answers, refusals, waiting for the pool, the event loop's delay. */
export function metrics(pool: pg.Pool): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const [name, help, read] of [
    ['paddock_pool_connections', 'Connections of the pool', () => pool.totalCount],
    ['paddock_pool_waiting', 'Requests waiting for a connection', () => pool.waitingCount],
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
  return {
    registry,
    answered: new Histogram({
      name: 'paddock_answer_seconds',
      help: 'Time to answer, by call',
      labelNames: ['call', 'status'],
      buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
      registers: [registry],
    }),
    keptHits: new Counter({
      name: 'paddock_kept_answers_total',
      help: 'Public answers, kept or worked out',
      labelNames: ['hit'],
      registers: [registry],
    }),
    refusals: new Counter({ name: 'paddock_refusals_total', help: 'Refusals by code', labelNames: ['code'], registers: [registry] }),
  }
}
