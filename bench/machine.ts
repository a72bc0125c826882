import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import { text } from 'node:stream/consumers'
import { chromiumProgram } from '../e2e/chromium.ts'
import type { LoadOrder, LoadSeen } from './load/load.ts'

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
  const child = spawn(process.execPath, [new URL('load/load.ts', import.meta.url).pathname], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(order))
  return JSON.parse(await text(child.stdout)) as LoadSeen
}

/** Cores that programs of others use, looked at for two seconds: all but those below `roots`, this process and its database server. */
export async function othersBusy(roots: readonly number[]): Promise<number> {
  const before = cpuOfOthers(roots)
  const beganAt = performance.now()
  await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  const after = cpuOfOthers(roots)
  const seconds = (performance.now() - beganAt) / 1000
  let jiffies = 0
  for (const [pid, used] of after) jiffies += used - (before.get(pid) ?? used)
  return jiffies / 100 / seconds
}
export const isQuiet = (busy: number): boolean => busy <= MOST_BUSY

/** Time on a core in hundredths of a second, of every process that has none of `roots` above it. */
function cpuOfOthers(roots: readonly number[]): ReadonlyMap<number, number> {
  if (process.platform !== 'linux') return new Map()
  const all = new Map<number, { readonly parent: number; readonly used: number }>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    const fields = pid > 0 ? statOf(pid) : null
    if (fields) all.set(pid, { parent: Number(fields[1]), used: Number(fields[11]) + Number(fields[12]) })
  }
  const isOwn = (pid: number): boolean => roots.includes(pid) || (all.has(pid) && isOwn(all.get(pid)!.parent))
  return new Map([...all].flatMap(([pid, { used }]) => (isOwn(pid) ? [] : [[pid, used] as const])))
}

/** The fields of a process after its name; `null` where it has just ended. */
function statOf(pid: number): readonly string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  } catch {
    return null
  }
}

function congestionControl(): string {
  try {
    return readFileSync('/proc/sys/net/ipv4/tcp_congestion_control', 'utf8').trim()
  } catch {
    return 'unknown'
  }
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
    `Node ${process.version}; ${postgres.split(' on ')[0]}; ${version('nginx', '-v').replace('nginx version: ', '')}; ${version(chromiumProgram() ?? 'chromium', '--version')}`,
    // `bbr` paces also what stays within the machine, large answers of the references and of ours by half or not at all, as it happens
    `connections under congestion control ${congestionControl()}`,
    hasTaskset ? `measured on core ${MEASURED}, load and database on core ${OTHER}` : 'not pinned to cores: taskset is missing',
    `commit ${commit}, ${new Date().toISOString().slice(0, 16)} UTC`,
  ].join('  \n')
}
