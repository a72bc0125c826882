import { spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'

export type Command = { readonly program: string; readonly args: readonly string[] }
export type Started = { readonly pid: number; readonly code: () => number | null }
type SignalName = 'SIGTERM' | 'SIGINT' | 'SIGKILL'

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
/** Every process of a server carries its folder under this name. */
const MARK = 'PADDOCK_SERVER_FOLDER'

/**
 * Starts a program without a shell, in its folder, its output going to a file. It leads a session of its own and holds no pipe of ours: it
 * runs on when this program ends. Throws when there is no such program.
 */
export async function startDetached({ program, args }: Command, cwd: string, output: string): Promise<Started> {
  const out = openSync(output, 'a', 0o600)
  try {
    const passed = PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
    const env = { ...Object.fromEntries(passed), [MARK]: cwd }
    const child = spawn(program, args, { cwd, env, shell: false, detached: true, windowsHide: true, stdio: ['ignore', out, out] })
    let code: number | null = null
    // as a shell counts: 139 is a crash by signal 11
    child.on('exit', (status, by) => (code = status ?? 128 + (by ? constants.signals[by] : 0)))
    await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject))
    child.unref()
    return { pid: child.pid!, code: () => code }
  } finally {
    closeSync(out)
  }
}

/** A process by its number, and what tells it from a later one with the same: the moment it started, where the system says it. */
export type Process = { readonly pid: number; readonly mark: string | null }

export function markOf(pid: number): string | null {
  if (process.platform !== 'linux') return 'unknown'
  return statOf(pid)?.started ?? null
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

/**
 * All processes of the server that was started as `first` in this folder, whatever script stood in front of it: those of its session, and
 * those at work in the folder that went their own way. Wine's helpers do neither: other servers use them too. The session counts only while
 * its first process or one of ours is there, or was when we looked last (`isWatched`): numbers come back, and a stranger's are not ours to end.
 */
export function familyOf(first: Process, folder: string, isWatched: boolean): readonly Process[] {
  if (process.platform !== 'linux') return isGroupAlive(first) ? [first] : []
  const all = running()
  const leader = all.find(({ pid }) => pid === first.pid)
  const isStranger = leader !== undefined && first.mark !== null && leader.mark !== first.mark
  const own = new Set(all.filter(({ pid }) => worksIn(pid, folder)).map(({ pid }) => pid))
  const hasSession = !isStranger && (isWatched || leader !== undefined || own.size > 0)
  return all.filter(({ pid, session }) => own.has(pid) || (hasSession && session === first.pid))
}

/** The server that was started in this folder when nobody noted its number. Only Linux can tell. */
export function findIn(folder: string): Process | null {
  if (process.platform !== 'linux') return null
  const one = running().find(({ pid }) => worksIn(pid, folder))
  return one ? { pid: one.session, mark: markOf(one.session) } : null
}

export function signalAll(family: readonly Process[], name: SignalName): void {
  for (const { pid } of family) {
    // a console program of Windows does not hear a wish
    if (process.platform === 'win32') spawnSync('taskkill', ['/PID', String(pid), '/T', ...(name === 'SIGKILL' ? ['/F'] : [])])
    else send(process.platform === 'linux' ? pid : -pid, name)
  }
}

function send(pid: number, name: SignalName): void {
  try {
    process.kill(pid, name)
  } catch {
    // it has ended meanwhile
  }
}

function isGroupAlive({ pid, mark }: Process): boolean {
  if (process.platform === 'win32') return isAlive(pid, mark)
  try {
    process.kill(-pid, 0)
    return true
  } catch (fault) {
    return (fault as { code?: string }).code === 'EPERM'
  }
}

const running = (): readonly (Process & { readonly session: number })[] =>
  readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) && Number(name) !== process.pid ? statOf(Number(name)) : null
    return stat ? [{ pid: Number(name), mark: stat.started, session: stat.session }] : []
  })

/** Whether a process is at work in the folder, and was started for it: somebody may look at a log there. */
function worksIn(pid: number, folder: string): boolean {
  try {
    const at = readlinkSync(`/proc/${pid}/cwd`)
    if (at !== folder && !at.startsWith(folder + path.sep)) return false
    // one that is ending has given its memory back, and with it what it was started for, before it closes its files and ports
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`${MARK}=${folder}`) || statOf(pid)?.memoryBytes === 0
  } catch {
    // not ours to look at, or gone
    return false
  }
}

/** Fields behind the name in brackets, which may hold blanks; `null` when it has ended. */
function statOf(pid: number): { readonly session: number; readonly started: string; readonly memoryBytes: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    // a zombie has ended, whoever has not collected it yet
    const hasEnded = fields[0] === 'Z' || fields[0] === 'X'
    return hasEnded ? null : { session: Number(fields[3]), started: `${fields[19]}`, memoryBytes: Number(fields[20]) }
  } catch {
    return null
  }
}
