/** `npm test`: format, lint, rooms, texts, types, then every test; `npm run check` stops before the browser. Closes with 'N passed, N failed'. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { stopTestCluster } from '#testing/database.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const bin = (name: string): string => path.join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)
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
await tests(wanted('{core,games,modules,server,web,host,sync,testing,tools}/**/*.test.ts'), 2)
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

function step(name: string, program: string, args: readonly string[]): void {
  const done = spawnSync(program, args, { cwd: ROOT, encoding: 'utf8', shell: process.platform === 'win32' })
  const passed = done.status === 0
  counts[passed ? 'passed' : 'failed']++
  process.stdout.write(`${passed ? '✔' : '✖'} ${name}\n${passed ? '' : `${done.stdout}${done.stderr}\n`}`)
}

async function tests(files: readonly string[], concurrency: number): Promise<void> {
  if (files.length === 0) return
  const stream = run({ files: files.map((file) => path.join(ROOT, file)), concurrency, timeout: 600_000 })
  stream.on('test:pass', (test) => {
    if (test.details.type === 'suite') return
    counts[test.skip === undefined || test.skip === false ? 'passed' : 'skipped']++
  })
  stream.on('test:fail', (test) => {
    if (test.details.type !== 'suite') counts.failed++
  })
  await new Promise<void>((resolve) => {
    stream.compose(spec).on('end', resolve).pipe(process.stdout, { end: false })
  })
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
