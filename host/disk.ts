import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Job } from '#modules/hosting/contract.ts'
import type { ServerOrder } from '#games/game.ts'
import type { Timing } from '#games/timing/timing.ts'
import type { Course, End } from './hear/follow.ts'
import { isAlive, markOf } from './process.ts'

/** All that must outlive this program, one file for each server. It holds passwords: only this user may read it. */
export type ServerState = {
  readonly job: Omit<Job, 'order'>
  readonly order: ServerOrder
  /** A launch was begun; without a `pid` nobody knows how far it came. */
  readonly launched: boolean
  readonly pid: number | null
  readonly pidMark: string | null
  readonly stopped: boolean
  /** How much of the log is read, and what it said. */
  readonly offset: number
  readonly course: Course
  readonly tail: readonly string[]
  /** What it said of clock and cars; none in what an older release has left here. */
  readonly timing?: Timing
  /** The last answer of a server that is asked for its phase, which the next one is compared with. */
  readonly answer: string | null
  /** Hash of each result file the platform has, by name. */
  readonly uploaded: Readonly<Record<string, string>>
  readonly end: End | null
  /** The last report the platform has taken. */
  readonly reported: string | null
}

const KEEP_ENDED_MS = 7 * 86_400_000

export const serversFolder = (folder: string): string => path.join(folder, 'servers')
export const serverFolder = (folder: string, fence: number): string => path.join(serversFolder(folder), String(fence))

/** Nothing is wrong but that the disk, or this user's share of it, is full: with room it can be done. */
export const isWithoutRoom = (fault: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes((fault as NodeJS.ErrnoException).code ?? '')

/** Writes beside and renames: a file is either the old one or the new one, whenever the power goes. */
export function save(folder: string, state: ServerState): void {
  const own = serverFolder(folder, state.job.fence)
  mkdirSync(own, { recursive: true, mode: 0o700 })
  const file = path.join(own, 'state.json')
  writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Ends the story of a server: its folder stays a week for a look at it. */
export function close(folder: string, fence: number): void {
  const file = path.join(serverFolder(folder, fence), 'state.json')
  if (existsSync(file)) renameSync(file, `${file}.done`)
}

/** Servers whose story has not ended, as they were left. */
export function loadAll(folder: string): readonly ServerState[] {
  const all = serversFolder(folder)
  mkdirSync(all, { recursive: true, mode: 0o700 })
  return readdirSync(all).flatMap((name) => {
    const file = path.join(all, name, 'state.json')
    return existsSync(file) ? [JSON.parse(readFileSync(file, 'utf8')) as ServerState] : []
  })
}

/** Removes the folders of servers whose story ended more than a week ago. */
export function prune(folder: string, now: number): void {
  const all = serversFolder(folder)
  for (const name of readdirSync(all)) {
    const own = path.join(all, name)
    if (!existsSync(path.join(own, 'state.json')) && now - statSync(own).mtimeMs > KEEP_ENDED_MS) rmSync(own, { recursive: true, force: true })
  }
}

/** The name of this installation: the platform gives work to one program of a host only. */
export function instanceOf(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, 'instance')
  if (!existsSync(file)) writeFileSync(file, randomUUID(), { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}

/** Two programs on one folder would run every server twice: the second does not start. Answers how to let go. */
export function lockFolder(folder: string): () => void {
  const file = path.join(folder, 'lock')
  if (existsSync(file)) {
    const [pid, mark] = readFileSync(file, 'utf8').split(' ')
    if (Number(pid) !== process.pid && isAlive(Number(pid), mark ?? '')) throw new Error(`${folder} is in use by process ${pid}`)
  }
  writeFileSync(file, `${process.pid} ${markOf(process.pid) ?? ''}`, { mode: 0o600 })
  return () => rmSync(file, { force: true })
}
