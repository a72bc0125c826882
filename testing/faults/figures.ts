import { readdirSync, readFileSync } from 'node:fs'

/** How a request ended: a status, or without one. */
export type End = number | 'refused' | 'broken' | 'hang'
/** One request of the traffic. */
export type Seen = {
  readonly atMs: number
  readonly ms: number
  readonly end: End
  readonly call: string
  /** Which process was asked. */
  readonly of: string
  readonly retryAfter: boolean
  readonly code: string
}
/** What the processes were at one moment. */
export type Look = {
  readonly atMs: number
  readonly rssMb: Readonly<Record<string, number>>
  readonly files: Readonly<Record<string, number>>
  readonly databaseMb: number | null
  readonly connections: number | null
}

/** Resident memory of a process in MB, and its open files; `null` where it is gone. */
export function lookAt(pid: number | undefined): { readonly rssMb: number; readonly files: number } | null {
  if (!pid) return null
  try {
    const kb = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kb === undefined ? null : { rssMb: Number(kb) / 1024, files: readdirSync(`/proc/${pid}/fd`).length }
  } catch {
    return null
  }
}

export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export type Span = { readonly fromMs: number; readonly toMs: number }
export type Window = Span & {
  readonly offered: number
  readonly answered: number
  readonly perSecond: number
  /** The same, and how long that was, without the time of faults. */
  readonly quietPerSecond: number
  readonly ends: Readonly<Record<string, number>>
  readonly p50: number
  readonly p99: number
  readonly rssMb: Readonly<Record<string, number>>
  readonly files: number
  readonly databaseMb: number
  readonly connections: number
}

/**
 * Figures of a stretch of time, as medians of the looks within; memory as the highest, process by process: one that a fault has just ended
 * and started anew is small, whatever the one before it held.
 */
export function windowOf(span: Span, offered: readonly number[], seen: readonly Seen[], looks: readonly Look[], faults: readonly Span[]): Window {
  const isIn = (atMs: number): boolean => atMs >= span.fromMs && atMs < span.toMs
  const isQuiet = (atMs: number): boolean => !faults.some(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs)
  const within = seen.filter(({ atMs }) => isIn(atMs))
  const answers = within.filter(({ end }) => typeof end === 'number' && end < 500)
  const seconds = (span.toMs - span.fromMs) / 1000
  const noisySeconds = faults.reduce((sum, one) => sum + Math.max(0, Math.min(one.toMs, span.toMs) - Math.max(one.fromMs, span.fromMs)), 0) / 1000
  const ends: Record<string, number> = {}
  for (const { end, code } of within) {
    const name = typeof end === 'number' && end < 400 ? 'ok' : code || String(end)
    ends[name] = (ends[name] ?? 0) + 1
  }
  const times = answers.map(({ ms }) => ms)
  const states = looks.filter(({ atMs }) => isIn(atMs))
  const names = [...new Set(states.flatMap(({ rssMb }) => Object.keys(rssMb)))]
  const median = (of: (look: Look) => number | null | undefined): number =>
    quantile(
      states.map(of).filter((value): value is number => typeof value === 'number'),
      0.5,
    )
  return {
    ...span,
    offered: offered.filter(isIn).length,
    answered: answers.length,
    perSecond: answers.length / seconds,
    quietPerSecond: answers.filter(({ atMs }) => isQuiet(atMs)).length / Math.max(1, seconds - noisySeconds),
    ends,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    rssMb: Object.fromEntries(names.map((name) => [name, Math.max(0, ...states.map(({ rssMb }) => rssMb[name] ?? 0))])),
    files: median(({ files }) => Object.values(files).reduce((sum, one) => sum + one, 0)),
    databaseMb: median(({ databaseMb }) => databaseMb),
    connections: median(({ connections }) => connections),
  }
}
