/**
 * `npm test`: format, lint, rooms, texts, types, then every test. `npm run check`, within a minute: the same without what starts servers,
 * databases, browsers or other programs. Either with PARTS of paths: every test there, whatever it starts. Closes with 'N passed, N failed'.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { chromiumProgram, hasHeadless } from '../e2e/chromium.ts'
import { stopTestCluster } from '#testing/database.ts'
import { processesFor } from './tests/processes.ts'
import { startsNothing } from './tests/quick.ts'
import { runFiles, type Told } from './tests/run-files.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const bin = (name: string): string => path.join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)
/** A test tells of itself far sooner, on the busiest machine too. */
const MOST_SILENCE_MS = 420_000
/** Two, a core each, are what a small machine carries; the database beside them is one for all. */
const AT_ONCE = Math.min(4, Math.max(2, availableParallelism()))
/** Holds for every file of a process: hooks of a file, not of a suite in it, and variables that are set. */
const HOOK = /^(before|after)(Each)?\(|process\.env\[[^\]]+\] (\?\?)?= |delete process\.env/m
/** Told at the end: where the time went. */
const SLOWEST = 12
const quick = process.argv[2] === 'check'
const only = process.argv.slice(3)
const counts = { passed: 0, failed: 0, skipped: 0 }
/** What failed, to be said again where a long run ends. */
const faults: string[] = []
/** What failed and passed when its file was run a second time: a fault to look for, though it keeps nobody from going on. */
const unsteady: string[] = []
const times: Told['times'][number][] = []
const began = Date.now()

// read and stripped of its types once, a file needs neither again
process.env['NODE_COMPILE_CACHE'] ??= path.join(ROOT, '.data', 'compiled')

/** The longest of them goes on beside the others, and beside the tests that start nothing: two cores are enough. */
const types = only.length === 0 ? step('types', bin('tsc'), ['--noEmit', '--checkers', '1']) : null
if (types) {
  await step('format', bin('oxfmt'), ['--check'])
  await step('lint', bin('oxlint'), ['--quiet'])
  await step('rooms', process.execPath, ['tools/check-rooms.ts'])
  await step('texts', process.execPath, ['tools/check-texts.ts'])
  await step('dependencies', process.execPath, ['tools/dependencies.ts'])
}
const wanted = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT, exclude: (name) => name === 'node_modules' || name === 'dist' })
    .filter((file) => only.length === 0 || only.some((part) => file.includes(part)))
    .map((file) => path.join(ROOT, file))
const files = wanted('{bench,core,games,modules,server,web,host,sync,testing,tools}/**/*.test.ts')
const quickOnes = files.filter(startingNothing())
if (quickOnes.length > 0) await tests([quickOnes], 1)
await types
if (!quick || only.length > 0) {
  const others = files.filter((file) => !quickOnes.includes(file))
  const journeys = quick ? [] : wanted('e2e/**/*.test.ts')
  if (journeys.length > 0 && !hasHeadless()) installChromium()
  await tests(processesFor([...others, ...journeys], hasHooks), AT_ONCE)
  await stopTestCluster()
}
const slowest = times.toSorted((one, other) => other.seconds - one.seconds).slice(0, times.length > SLOWEST ? SLOWEST : 0)
const sum = `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`
// a pipe that another program has made non-blocking is written later: what was said is not to be lost with the exit
const end = [
  ...slowest.map(({ files: of, seconds }) => `${seconds} s: ${of}`),
  ...unsteady.map((fault) => `✖ then ✔, unsteady: ${fault}`),
  ...faults.map((fault) => `✖ ${fault}`),
  `in ${Math.round((Date.now() - began) / 1000)} s`,
  sum,
]
process.stdout.write(`${end.join('\n')}\n`, () => process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1))

function hasHooks(file: string): boolean {
  return HOOK.test(readFileSync(file, 'utf8'))
}

function startingNothing(): (file: string) => boolean {
  const { imports } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { readonly imports: Readonly<Record<string, string>> }
  const folders = Object.fromEntries(Object.entries(imports).map(([alias, folder]) => [alias, path.join(ROOT, folder)]))
  return (file) => startsNothing(file, folders)
}

/** A browser and a server on one busy machine: what fails there once may be the machine's. */
function isJourney(file: string): boolean {
  return path.relative(ROOT, file).startsWith(`e2e${path.sep}`)
}

async function step(name: string, program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { cwd: ROOT, shell: process.platform === 'win32' })
  let told = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (told += String(chunk)))
  const [status] = (await once(child, 'close')) as [number | null]
  const passed = status === 0
  counts[passed ? 'passed' : 'failed']++
  if (!passed) faults.push(name)
  process.stdout.write(`${passed ? '✔' : '✖'} ${name}\n${passed ? '' : `${told}\n`}`)
}

async function tests(files: readonly (string | readonly string[])[], atOnce: number): Promise<void> {
  const say = (text: string): void => void process.stdout.write(text)
  const told = await runFiles(files, { atOnce, silenceMs: MOST_SILENCE_MS, say, again: isJourney })
  counts.passed += told.passed
  counts.failed += told.failed
  counts.skipped += told.skipped
  faults.push(...told.faults)
  unsteady.push(...told.unsteady)
  times.push(...told.times)
}

/** Debian's, without a screen. Where it cannot be had, another Chromium does; elsewhere CHROMIUM names a browser. */
function installChromium(): void {
  process.stdout.write('Installing Chromium …\n')
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  try {
    for (const args of [
      ['update', '-q'],
      ['install', '-y', '-q', '--no-install-recommends', 'chromium-headless-shell', 'fonts-dejavu-core'],
    ]) {
      const [program = 'apt-get', ...more] = [...sudo, 'apt-get', ...args]
      execFileSync(program, more, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    }
  } catch (fault) {
    if (chromiumProgram() === null) throw fault
    process.stdout.write(`not installed (${String(fault)}): ${chromiumProgram()} is used\n`)
  }
}
