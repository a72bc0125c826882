import type { Seen } from './figures.ts'
import type { Health } from './watch.ts'

/** A fault that happened: from its beginning to the moment from which everything answered again. */
export type Happened = {
  readonly name: string
  readonly fromMs: number
  /** When it was undone, or had undone itself. */
  readonly endedMs: number
  /** `null`: not within the time there is for that. */
  readonly backMs: number | null
  readonly toMs: number
  readonly away: readonly string[]
  /** When which processes could not reach the database. */
  readonly cutOff: readonly { readonly of: string; readonly fromMs: number; readonly toMs: number }[]
  readonly wrong: readonly string[]
  readonly skipped: string | null
}

/** A health page may say what was true so long ago. */
const TRUTH_MS = 3000
/** Requests that were under way when it began, and the kernel’s own queues. */
const AROUND_MS = 1500

/** Everything that must not be, each kind once with how often, under the fault it happened in. */
export function judged(seen: readonly Seen[], health: readonly Health[], happened: readonly Happened[], limitMs: number): readonly string[] {
  const found = new Map<string, { count: number; readonly example: string }>()
  const note = (sentence: string, example: string): void => {
    const known = found.get(sentence)
    if (known) known.count++
    else found.set(sentence, { count: 1, example })
  }
  /** What a request was under way in: the fault that answers for it, if any, and whether the process it asked was itself away. */
  const during = (of: string, atMs: number, ms: number) => {
    const faults = happened.filter(({ fromMs, toMs }) => atMs + ms >= fromMs - AROUND_MS && atMs <= toMs + AROUND_MS)
    const fault = faults.find(({ away }) => away.includes(of)) ?? faults.at(-1)
    return { fault, isAway: fault?.away.includes(of) ?? false, where: fault ? `during "${fault.name}"` : 'while nothing was wrong' }
  }
  for (const one of seen) {
    const { fault, isAway, where } = during(one.of, one.atMs, one.ms)
    const example = `${one.of} ${one.call}, ${Math.round(one.ms)} ms`
    if (typeof one.end === 'string') {
      if (!isAway) note(`${where}: ${one.end === 'hang' ? 'never answered' : `connection ${one.end}`}`, example)
    } else if (one.end === 503) {
      if (!one.retryAfter) note(`${where}: 503 without Retry-After`, example)
      if (!fault) note(`${where}: 503`, example)
    } else if (one.end >= 500) note(`${where}: answers ${one.end}`, example)
    if (typeof one.end === 'number' && one.ms > limitMs && !isAway) note(`${where}: answered after more than ${limitMs / 1000} s`, example)
  }
  for (const one of health) {
    const { fault, isAway, where } = during(one.of, one.atMs, Math.max(one.liveMs, one.readyMs))
    if (isAway) continue
    const example = `${one.of}, ${Math.round(one.liveMs)} and ${Math.round(one.readyMs)} ms`
    if (one.live !== 200) note(`${where}: /health/live says ${one.live ?? 'nothing'} of a process that lives`, example)
    else if (one.liveMs > limitMs) note(`${where}: /health/live took more than ${limitMs / 1000} s`, example)
    const isCutOff = fault?.cutOff.some(({ of, fromMs, toMs }) => of === one.of && one.atMs >= fromMs + TRUTH_MS && one.atMs + one.readyMs < toMs)
    if (isCutOff && one.ready !== 503) note(`${where}: /health/ready says ${one.ready ?? 'nothing'} of a process without its database`, example)
    if (!fault && one.ready !== 200) note(`${where}: /health/ready says ${one.ready ?? 'nothing'}`, example)
  }
  return [...found].map(([sentence, { count, example }]) => `${sentence} (${count === 1 ? example : `${count} times, first ${example}`})`)
}
