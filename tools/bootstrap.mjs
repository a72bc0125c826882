/**
 * The two commands of the README: `start` and `test` (`check` is its quick part), and `faults`, its long one. Runs on any Node ≥ 20, before anything is
 * installed: installs what is missing, then hands over to the project's own Node.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)
const windows = process.platform === 'win32'
const bin = (name) => path.join(root, 'node_modules', '.bin', windows ? `${name}.cmd` : name)
const say = (text) => process.stdout.write(`${text}\n`)

install()
const [command = 'start', ...rest] = process.argv.slice(2)
if (command === 'start') {
  build()
  handOver('server/main.ts', rest)
} else if (command === 'test' || command === 'check') {
  // pages that have grown over their budget are found here, not after somebody has pulled them
  build()
  handOver('tools/test.ts', [command, ...rest])
} else if (command === 'faults') {
  build()
  handOver('tools/faults.ts', rest)
} else throw new Error(`start, test, check or faults, not ${command}`)

function install() {
  const wanted = digest(['package.json', 'package-lock.json'])
  const mark = path.join(root, 'node_modules', '.installed')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return
  say('Installing packages …')
  run(windows ? 'npm.cmd' : 'npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'])
  writeFileSync(mark, wanted)
}

function build() {
  const sources = ['web', 'core', 'modules', 'games', 'locales', 'vite.config.ts', 'package-lock.json'].filter((place) => existsSync(place))
  const wanted = digest(sources.flatMap(files))
  const mark = path.join(root, 'dist', '.built')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return
  say('Building the pages …')
  run(bin('vite'), ['build', '--logLevel', 'warn'])
  run(bin('vite'), ['build', '--ssr', '--logLevel', 'warn'])
  mkdirSync(path.dirname(mark), { recursive: true })
  writeFileSync(mark, wanted)
}

function files(place) {
  if (!statSync(place).isDirectory()) return [place]
  return readdirSync(place, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => files(path.join(place, entry.name)))
}

function digest(names) {
  const hash = createHash('sha256')
  for (const name of names) hash.update(name).update(readFileSync(name))
  return hash.digest('hex')
}

function run(program, args) {
  const done = spawnSync(program, args, { stdio: 'inherit', shell: windows })
  if (done.status !== 0) process.exit(done.status ?? 1)
}

/** The project's own Node goes on; signals reach it, and its exit is ours. */
function handOver(script, args) {
  const child = spawn(bin('node'), ['--enable-source-maps', script, ...args], { stdio: 'inherit', shell: windows })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
