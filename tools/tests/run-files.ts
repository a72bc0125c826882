import path from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

export type Counts = { passed: number; failed: number; skipped: number }
/**
 * `failed` counts what `faults` tells of, a sentence each: the file, the test's name and what was wrong. `unsteady` tells the same of what passed
 * when its file was run a second time. `times` of each process.
 */
export type Told = Counts & {
  readonly faults: readonly string[]
  readonly unsteady: readonly string[]
  readonly times: readonly { readonly files: string; readonly seconds: number }[]
}
/** `again`: whether a file that failed is run a second time, alone, when all others are over (docs/decisions/0063). */
type Order = {
  readonly atOnce: number
  readonly silenceMs: number
  readonly say: (text: string) => void
  readonly again?: (file: string) => boolean
}
type OfFile = Counts & { readonly faults: string[] }

/** Lines with which the reporter closes: they would stand behind every file. */
const CLOSING = /^ℹ (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+\n/gm

/** So much of a fault is said again at the end. */
const [LINES, LETTERS] = [12, 300]

/** Several test files in one process, one after the other. */
const TOGETHER = path.join(import.meta.dirname, 'together.ts')

/**
 * Runs test files, each in a process of its own or those of a list in one, some at once, and tells of each when it is over. A file of which
 * nothing is heard for so long hangs: it is ended, named, and counts as failed, whatever it had passed.
 */
export async function runFiles(files: readonly (string | readonly string[])[], order: Order): Promise<Told> {
  const done: (readonly [string, OfFile])[] = []
  const times: Told['times'][number][] = []
  const waiting = [...files]
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const began = Date.now()
      const these = await (typeof next === 'string' ? runFile(next, [], order) : runFile(TOGETHER, next, order))
      done.push(...these)
      times.push({ files: [next].flat().map(nameOf).join(' '), seconds: Math.round((Date.now() - began) / 1000) })
    }
  }
  await Promise.all(Array.from({ length: order.atOnce }, lane))
  const ends: OfFile[] = []
  const unsteady: string[] = []
  for (const [file, counts] of done) {
    const again = counts.failed > 0 && order.again?.(file)
    if (again) order.say(`${nameOf(file)} failed and is run a second time\n`)
    const end = again ? together([...(await runFile(file, [], order)).values()]) : counts
    if (again && end.failed === 0) unsteady.push(...counts.faults)
    ends.push(end)
  }
  return { ...together(ends), unsteady, times }
}

function together(all: readonly OfFile[]): OfFile {
  const sum = (key: keyof Counts): number => all.reduce((total, one) => total + one[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), faults: all.flatMap((one) => one.faults) }
}

/** What became of each file of a process; one that hangs is told of as one, for of those behind it nothing is known. */

async function runFile(file: string, argv: readonly string[], { silenceMs, say }: Order): Promise<Map<string, OfFile>> {
  const ending = new AbortController()
  const watchdog = setTimeout(() => ending.abort(), silenceMs)
  const stream = run({ files: [file], argv: [...argv], signal: ending.signal })
  const counts = new Map<string, OfFile>()
  const of = (place: string): OfFile => {
    const known = counts.get(place) ?? { passed: 0, failed: 0, skipped: 0, faults: [] }
    counts.set(place, known)
    return known
  }
  let heardOf = file
  stream.on('test:dequeue', (test) => (heardOf = test.file ?? heardOf))
  for (const sign of ['test:dequeue', 'test:complete', 'test:stdout', 'test:stderr', 'test:diagnostic'] as const)
    stream.on(sign, () => watchdog.refresh())
  stream.on('test:pass', ({ details, skip, file: place }) => {
    if (details.type === 'suite') return
    of(place ?? heardOf)[skip === undefined || skip === false ? 'passed' : 'skipped']++
  })
  stream.on('test:fail', ({ details, name, file: place }) => {
    // a suite whose tests fail is told of by them; one whose own preparation or end fails, by nobody else
    const { failureType, cause } = details.error as { readonly failureType?: string; readonly cause?: unknown }
    if (details.type === 'suite' && failureType === 'subtestsFailed') return
    const where = of(place ?? heardOf)
    where.failed++
    where.faults.push(`${nameOf(place ?? heardOf)}: ${name}\n${wordsOf(cause ?? details.error)}`)
  })
  let told = ''
  for await (const chunk of stream.compose(spec)) told += String(chunk)
  clearTimeout(watchdog)
  say(told.replaceAll(CLOSING, ''))
  if (ending.signal.aborted) say(`✖ ${nameOf(heardOf)} hangs: nothing was heard of it for ${silenceMs / 1000} s\n`)
  return ending.signal.aborted ? new Map([[file, together([...counts.values()])]]) : counts
}

const nameOf = (file: string): string => path.relative(process.cwd(), file)

/** The first lines of what was wrong: the whole of it stands with the test. */
const wordsOf = (fault: unknown): string =>
  (fault instanceof Error ? fault.message : String(fault))
    .split('\n')
    .slice(0, LINES)
    .map((line) => `    ${line.slice(0, LETTERS)}`)
    .join('\n')
