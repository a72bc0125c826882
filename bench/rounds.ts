import { load } from './machine.ts'
import type { LoadSeen } from './load/load.ts'
import { median, ms, perSecond, type Line } from './table.ts'

export const ROUNDS = 3
const CONNECTIONS = 32
/**
 * Of what goes out by gigabytes each second: now and then the kernel's own pacing holds a round back, ours or the reference's, by up to half. A median
 * of three is a toss of a coin then.
 */
export const MANY_ROUNDS = 7
export const FOR_MS = 2500
/** Until the engine has made machine code of what is measured; the reference gets as long. */
const WARM_UP_MS = 1500
/** Requests come from as many, so that nobody's limit is reached. */
const ADDRESSES = 8192
const P99_MS = 20

export const many = (request: (n: number) => string): readonly string[] => Array.from({ length: ADDRESSES }, (_, n) => request(n))

export async function steady(port: number, requests: readonly string[]): Promise<LoadSeen> {
  const seen = await load({ port, connections: CONNECTIONS, requests, forMs: FOR_MS, warmUpMs: WARM_UP_MS })
  if (Object.keys(seen.statuses).some((status) => status !== '200'))
    throw new Error(`not every answer was 200: ${JSON.stringify(seen.statuses)}; ${requests[0]}`)
  // a figure of nothing would read as if all of them had been refused
  if (seen.count === 0) throw new Error(`no answer came within ${FOR_MS} ms; ${requests[0]}`)
  return seen
}

type Median = Pick<LoadSeen, 'perSecond' | 'p50' | 'p99' | 'busy'>

/** Each in turn, three times unless told; the median of each. */
export async function interleaved(own: () => Promise<LoadSeen>, other: () => Promise<LoadSeen>, rounds = ROUNDS): Promise<readonly [Median, Median]> {
  const seen: [LoadSeen[], LoadSeen[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    seen[1].push(await other())
    seen[0].push(await own())
  }
  const of = (all: readonly LoadSeen[]): Median => ({
    perSecond: median(all.map((one) => one.perSecond)),
    p50: median(all.map((one) => one.p50)),
    p99: median(all.map((one) => one.p99)),
    busy: median(all.map((one) => one.busy)),
  })
  return [of(seen[0]), of(seen[1])]
}

/** `p99`: within so many milliseconds, or so many times what the reference takes. */
export const against = (
  name: string,
  own: Median,
  other: Median,
  words: string,
  goal: NonNullable<Line['goal']>,
  p99: { readonly ms: number } | { readonly times: number } = { ms: P99_MS },
): readonly Line[] => [
  {
    name,
    figure: perSecond(own.perSecond),
    reference: `${perSecond(other.perSecond)} (${words})`,
    ratio: own.perSecond / other.perSecond,
    goal,
    ...(other.busy > 0.9
      ? { note: `The load generator used ${Math.round(other.busy * 100)} % of its core against the reference: the reference may be faster still.` }
      : {}),
  },
  {
    name: `${name}: 99 of 100 within`,
    figure: ms(own.p99),
    reference: `${ms(other.p99)} (the same)`,
    ratio: 'ms' in p99 ? own.p99 : own.p99 / other.p99,
    goal: { most: 'ms' in p99 ? p99.ms : p99.times },
  },
]
