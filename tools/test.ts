/**
 * `npm test`: format, lint, rooms, texts, types, then every test. `npm run check`, within a minute: the same without what starts servers,
 * databases, browsers or other programs. Either with PARTS of paths: every test there, whatever it starts. Closes with 'N passed, N failed'.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { stopTestCluster } from '#testing/database.ts'
import { startsNothing } from './quick.ts'
import { runFiles } from './run-files.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const bin = (name: string): string => path.join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)
/** A test tells of itself far sooner, on the busiest machine too. */
const MOST_SILENCE_MS = 420_000
const quick = process.argv[2] === 'check'
const only = process.argv.slice(3)
const counts = { passed: 0, failed: 0, skipped: 0 }
const began = Date.now()

if (only.length === 0) {
  step('format', bin('oxfmt'), ['--check'])
  step('lint', bin('oxlint'), ['--quiet'])
  step('rooms', process.execPath, ['tools/check-rooms.ts'])
  step('texts', process.execPath, ['tools/check-texts.ts'])
  step('dependencies', process.execPath, ['tools/dependencies.ts'])
  step('types', bin('tsc'), ['--noEmit'])
}
const wanted = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT, exclude: (name) => name === 'node_modules' || name === 'dist' }).filter(
    (file) => only.length === 0 || only.some((part) => file.includes(part)),
  )
const files = wanted('{core,games,modules,server,web,host,sync,testing,tools}/**/*.test.ts')
await tests(quick && only.length === 0 ? quickOnes(files) : files, 2)
if (!quick) {
  const journeys = wanted('e2e/*.test.ts')
  if (journeys.length > 0) {
    if (!chromium()) installChromium()
    await tests(journeys, 1)
  }
}
await stopTestCluster()
process.stdout.write(`in ${Math.round((Date.now() - began) / 1000)} s\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`)
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1)

function quickOnes(among: readonly string[]): readonly string[] {
  const { imports } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { readonly imports: Readonly<Record<string, string>> }
  const folders = Object.fromEntries(Object.entries(imports).map(([alias, folder]) => [alias, path.join(ROOT, folder)]))
  return among.filter((file) => startsNothing(path.join(ROOT, file), folders))
}

function step(name: string, program: string, args: readonly string[]): void {
  const done = spawnSync(program, args, { cwd: ROOT, encoding: 'utf8', shell: process.platform === 'win32' })
  const passed = done.status === 0
  counts[passed ? 'passed' : 'failed']++
  process.stdout.write(`${passed ? '✔' : '✖'} ${name}\n${passed ? '' : `${done.stdout}${done.stderr}\n`}`)
}

async function tests(files: readonly string[], atOnce: number): Promise<void> {
  const say = (text: string): void => void process.stdout.write(text)
  const { passed, failed, skipped } = await runFiles(
    files.map((file) => path.join(ROOT, file)),
    { atOnce, silenceMs: MOST_SILENCE_MS, say },
  )
  counts.passed += passed
  counts.failed += failed
  counts.skipped += skipped
}

function chromium(): boolean {
  return ['/usr/bin/chromium', process.env['CHROMIUM'] ?? ''].some((place) => place !== '' && existsSync(place))
}

/** Debian's Chromium; elsewhere CHROMIUM names a browser. */
function installChromium(): void {
  process.stdout.write('Installing Chromium …\n')
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  for (const args of [
    ['update', '-q'],
    ['install', '-y', '-q', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'],
  ]) {
    const [program = 'apt-get', ...more] = [...sudo, 'apt-get', ...args]
    execFileSync(program, more, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  }
}
