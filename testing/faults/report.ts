import { windowOf, type Window } from './figures.ts'
import type { Outcome } from './run.ts'

const WINDOW_MS = 300_000

export type Report = { readonly text: string; readonly findings: readonly string[] }

/** The run as Markdown: figures of every five minutes, each fault with how it went, and what must not be. */
export function reportOf(outcome: Outcome, about: { readonly seed: number; readonly perSecond: number; readonly machine: string }): Report {
  const { fromMs, toMs, happened } = outcome
  const spans = happened.map((one) => ({ fromMs: one.fromMs, toMs: one.toMs }))
  const count = Math.max(1, Math.round((toMs - fromMs) / WINDOW_MS))
  const endOf = (n: number): number => (n + 1 === count ? toMs : fromMs + (n + 1) * WINDOW_MS)
  const windows = Array.from({ length: count }, (_, n) =>
    windowOf({ fromMs: fromMs + n * WINDOW_MS, toMs: endOf(n) }, outcome.offered, outcome.seen, outcome.looks, spans),
  )
  const drift = count > 1 ? driftOf(windows[0]!, windows.at(-1)!) : null
  const findings = [...outcome.findings, ...(drift?.findings ?? [])]
  const text = [
    `${about.machine}. ${Math.round((toMs - fromMs) / 60_000)} minutes, ${happened.length} faults, ${about.perSecond} actions a second offered whatever happens, seed ${about.seed}.`,
    '',
    tableOf(windows),
    '',
    ...(drift ? [drift.text, ''] : []),
    faultsOf(outcome),
    '',
    `Acknowledged: ${Object.entries(outcome.acknowledged)
      .map(([what, many]) => `${many} ${what}`)
      .join(', ')}. Mails that came twice: ${outcome.doubleMails}.`,
    '',
    findings.length === 0
      ? 'Nothing was lost, nothing happened twice, every answer was one.'
      : `What must not be:\n\n${findings.map((one) => `- ${one}`).join('\n')}`,
    '',
  ].join('\n')
  return { text, findings }
}

const round = (value: number, digits = 0): string => value.toFixed(digits)
const rssOf = ({ rssMb }: Window): number => Object.values(rssMb).reduce((sum, one) => sum + one, 0)

function tableOf(windows: readonly Window[]): string {
  const head = [
    'minutes',
    'offered',
    'answered',
    'per s',
    'per s between faults',
    'not ok',
    'p50 ms',
    'p99 ms',
    'memory MB',
    'database MB',
    'connections',
    'open files',
  ]
  const rows = windows.map((one, n) => [
    `${n * 5}–${n * 5 + Math.round((one.toMs - one.fromMs) / 60_000)}`,
    round(one.offered),
    round(one.answered),
    round(one.perSecond, 1),
    round(one.quietPerSecond, 1),
    Object.entries(one.ends)
      .filter(([end]) => end !== 'ok')
      .sort(([, a], [, b]) => b - a)
      .map(([end, many]) => `${end} ${many}`)
      .join(', ') || '–',
    round(one.p50),
    round(one.p99),
    `${round(rssOf(one))} (${Object.entries(one.rssMb)
      .map(([name, mb]) => `${name} ${round(mb)}`)
      .join(', ')})`,
    round(one.databaseMb),
    round(one.connections),
    round(one.files),
  ])
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const MOST_DRIFT = 0.1

/** The first and the last five minutes, with their faults. */
function driftOf(first: Window, last: Window): { readonly text: string; readonly findings: readonly string[] } {
  const changes = [
    ['throughput', last.perSecond / first.perSecond - 1],
    ['memory', rssOf(last) / rssOf(first) - 1],
  ] as const
  const percent = (share: number): string => `${share >= 0 ? '+' : ''}${round(share * 100, 1)} %`
  return {
    text: `Last five minutes against the first, faults included: ${changes.map(([what, share]) => `${what} ${percent(share)}`).join(', ')}.`,
    findings: changes.flatMap(([what, share]) =>
      Math.abs(share) >= MOST_DRIFT ? [`${what} differs by ${percent(share)} between the first and the last five minutes`] : [],
    ),
  }
}

function faultsOf({ happened }: Outcome): string {
  const rows = [...Map.groupBy(happened, ({ name }) => name)].map(([name, times]) => {
    const done = times.filter(({ skipped }) => skipped === null)
    if (done.length === 0) return [name, '0', '–', `not proven: ${times[0]!.skipped}`]
    const longest = Math.max(...done.map(({ fromMs, endedMs }) => endedMs - fromMs)) / 1000
    const back = done.map(({ backMs }) => backMs)
    return [
      name,
      String(done.length),
      `${round(longest, 1)} s`,
      back.includes(null) ? 'not by itself' : `${round(Math.max(...back.map(Number)) / 1000, 1)} s`,
    ]
  })
  const head = ['fault', 'times', 'longest', 'back after, at most']
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
