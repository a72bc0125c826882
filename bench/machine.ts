import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import os from 'node:os'
import { text } from 'node:stream/consumers'
import type { LoadOrder, LoadSeen } from './load.ts'

/** One core for what is measured, the other for load and database. */
export const MEASURED = 0
const OTHER = 1
/** Above this share of a core, other programs make every figure worthless. */
const MOST_BUSY = 0.1
const LOOK_MS = 2000

const can = (program: string, ...args: string[]): boolean => spawnSync(program, args, { stdio: 'ignore' }).error === undefined
export const hasTaskset = os.cpus().length > 1 && can('taskset', '--version')

/** Keeps this process, and whatever it starts from now on, off the measured core. */
export const stepAside = (pid: number = process.pid): void => {
  if (hasTaskset) spawnSync('taskset', ['-a', '-c', '-p', String(OTHER), String(pid)], { stdio: 'ignore' })
}

/** Lets this process, and what it starts from now on, use every core: a browser measured on a throttled clock is not also to wait for one. */
export const useEveryCore = (): void => {
  if (hasTaskset) spawnSync('taskset', ['-a', '-c', '-p', `0-${os.cpus().length - 1}`, String(process.pid)], { stdio: 'ignore' })
}

/** A program on the measured core. */
export function onMeasuredCore(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  output: number | 'ignore' = 'ignore',
): ChildProcess {
  const [first, ...rest] = hasTaskset ? ['taskset', '-c', String(MEASURED), program, ...args] : [program, ...args]
  return spawn(first!, rest, { env: { ...process.env, ...env }, stdio: ['ignore', output, output === 'ignore' ? 'inherit' : output] })
}

/** Runs the generator on the other core. */
export async function load(order: LoadOrder): Promise<LoadSeen> {
  const child = spawn(process.execPath, [new URL('load.ts', import.meta.url).pathname], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(order))
  return JSON.parse(await text(child.stdout)) as LoadSeen
}

/** Cores that other processes use, looked at for two seconds while ours are idle. */
export async function othersBusy(): Promise<number> {
  const before = busyJiffies()
  const own = process.cpuUsage()
  const beganAt = performance.now()
  await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  const { user, system } = process.cpuUsage(own)
  const seconds = (performance.now() - beganAt) / 1000
  return Math.max(0, ((busyJiffies() - before) / 100 - (user + system) / 1e6) / seconds)
}
export const isQuiet = (busy: number): boolean => busy <= MOST_BUSY

function busyJiffies(): number {
  if (process.platform !== 'linux') return 0
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]!
    .split(/\s+/)
    .map(Number)
  return user + nice + system + irq + softirq + steal
}

/** What the figures were measured on. */
export function describeMachine(postgres: string): string {
  const [cpu] = os.cpus()
  const version = (program: string, ...args: string[]): string => {
    const { stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
    return error ? 'not here' : `${stdout}${stderr}`.trim().split('\n')[0]!
  }
  const commit = execFileSync('git', ['log', '-1', '--format=%h'], { encoding: 'utf8' }).trim()
  return [
    `${os.cpus().length} × ${cpu?.model ?? 'unknown'}, ${Math.round(os.totalmem() / 2 ** 30)} GB, ${os.type()} ${os.release()}`,
    `Node ${process.version}; ${postgres.split(' on ')[0]}; ${version('nginx', '-v').replace('nginx version: ', '')}; ${version(process.env['CHROMIUM'] ?? '/usr/bin/chromium', '--version')}`,
    hasTaskset ? `measured on core ${MEASURED}, load and database on core ${OTHER}` : 'not pinned to cores: taskset is missing',
    `commit ${commit}, ${new Date().toISOString().slice(0, 16)} UTC`,
  ].join('  \n')
}
