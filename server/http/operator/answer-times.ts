import type { Metric, Registry } from 'prom-client'

/** Seconds; each bucket holds what took at most so long, the last what took longer. */
const BOUNDS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3] as const
const NAME = 'paddock_answer_seconds'

/**
 * The time each call takes, by call and status. Counted in plain numbers and told when somebody asks: prom-client looks up the labels of every
 * single value anew, which costs a tenth of a cached answer (docs/decisions/0083).
 */
export function answerTimes(registry: Registry): (call: string, status: number, ms: number) => void {
  const all: Times[] = []
  const timesOf = byCall((call, status) => {
    const times: Times = { labels: { call, status: String(status) }, counts: BOUNDS.map(() => 0), longer: 0, sum: 0 }
    all.push(times)
    return times
  })
  const metric = {
    name: NAME,
    help: 'Time to answer, by call',
    type: 'histogram',
    aggregator: 'sum',
    get: async () => ({ ...metric, values: all.flatMap(told) }),
  }
  // of a metric the registry calls only this
  registry.registerMetric(metric as unknown as Metric)
  return (call, status, ms) => {
    const times = timesOf(call, status)
    const seconds = ms / 1000
    let at = 0
    while (at < BOUNDS.length && seconds > BOUNDS[at]!) at++
    if (at < BOUNDS.length) times.counts[at]!++
    else times.longer++
    times.sum += seconds
  }
}

type Times = { readonly labels: { readonly call: string; readonly status: string }; readonly counts: number[]; longer: number; sum: number }

/** As Prometheus writes a histogram: a bucket counts whatever took at most its time. */
function told({ labels, counts, longer, sum }: Times) {
  let value = 0
  const buckets = BOUNDS.map((le, at) => ({ metricName: `${NAME}_bucket`, labels: { le, ...labels }, value: (value += counts[at]!) }))
  const count = value + longer
  return [
    ...buckets,
    { metricName: `${NAME}_bucket`, labels: { le: '+Inf', ...labels }, value: count },
    { metricName: `${NAME}_sum`, labels, value: sum },
    { metricName: `${NAME}_count`, labels, value: count },
  ]
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
