import { spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'

export type Command = { readonly program: string; readonly args: readonly string[] }
export type Started = { readonly pid: number; readonly code: () => number | null }

/** What a game server may know of this machine: never the host's token. */
const PASSED_ON = [
  'PATH',
  'HOME',
  'USER',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SystemRoot',
  'SYSTEMROOT',
  'LD_LIBRARY_PATH',
  'WINEPREFIX',
  'WINEDEBUG',
  'DISPLAY',
]

/**
 * Starts a program without a shell, in its folder, its output going to a file. It is its own group and holds no pipe of ours: it
 * runs on when this program ends. Throws when there is no such program.
 */
export async function startDetached({ program, args }: Command, cwd: string, output: string): Promise<Started> {
  const out = openSync(output, 'a', 0o600)
  try {
    const env = Object.fromEntries(PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))
    const child = spawn(program, args, { cwd, env, shell: false, detached: true, windowsHide: true, stdio: ['ignore', out, out] })
    let code: number | null = null
    child.on('exit', (status) => (code = status))
    await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject))
    child.unref()
    return { pid: child.pid!, code: () => code }
  } finally {
    closeSync(out)
  }
}

/** What tells a process from a later one with the same number: the moment it started, where the system says it. */
export function markOf(pid: number): string | null {
  try {
    const fields = statOf(pid)
    // a zombie has ended, whoever has not collected it yet
    return fields[0] === 'Z' || fields[0] === 'X' ? null : `${fields[19]}`
  } catch {
    return process.platform === 'linux' ? null : 'unknown'
  }
}

export function isAlive(pid: number, mark: string | null): boolean {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
  } catch (fault) {
    if ((fault as { code?: string }).code !== 'EPERM') return false
  }
  const now = markOf(pid)
  return now !== null && (now === mark || mark === 'unknown' || mark === null)
}

export function signal(pid: number, name: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): void {
  try {
    process.kill(pid, name)
  } catch {
    // it has ended meanwhile
  }
}

/** A process working in this folder: one that was started just before this program was killed. Only Linux can tell. */
export function findIn(folder: string): number | null {
  if (process.platform !== 'linux') return null
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue
    try {
      if (readlinkSync(`/proc/${name}/cwd`) === folder && markOf(Number(name)) !== null) return Number(name)
    } catch {
      // not ours to look at, or gone
    }
  }
  return null
}

/** Fields behind the name in brackets, which may hold blanks: state first, start time the twentieth. */
const statOf = (pid: number): readonly string[] => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}
