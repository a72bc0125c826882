import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Somebody else works on the folder. The message is for the person who started this process. */
export class FolderInUse extends Error {}

type Holder = { readonly pid: number; readonly startedAt: string | null; readonly folder: string }

const NAME = /^in-use\.(\d+)$/

/**
 * Takes a data folder for this process alone, until it is released or the process ends, however it ends: a lock whose holder is gone is
 * taken over. Locks are numbered and a new one is the next number, so that of two who find the same old one only one can succeed it.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const own: Holder = { pid: process.pid, startedAt: startOf(process.pid), folder: identityOf(folder) }
  for (;;) {
    const newest = Math.max(0, ...readdirSync(folder).flatMap((name) => (NAME.test(name) ? [Number(NAME.exec(name)![1])] : [])))
    const holder = holderOf(path.join(folder, `in-use.${newest}`))
    if (holder && isHolding(holder, own))
      throw new FolderInUse(
        `${folder} is in use by process ${holder.pid}, which keeps its PostgreSQL. Stop that one first, or set DATABASE_URL to let several processes share one database.`,
      )
    const lock = path.join(folder, `in-use.${newest + 1}`)
    const whole = path.join(folder, `in-use.by.${process.pid}`)
    writeFileSync(whole, JSON.stringify(own))
    const isMine = linked(whole, lock)
    rmSync(whole, { force: true })
    if (!isMine) continue
    for (const name of readdirSync(folder)) if (Number(NAME.exec(name)?.[1] ?? Infinity) <= newest) rmSync(path.join(folder, name), { force: true })
    return () => rmSync(lock, { force: true })
  }
}

function holderOf(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch {
    return null
  }
}

/** A lock in a copy of the folder is not held there; a number given to another process since is not its holder. */
function isHolding(holder: Holder, own: Holder): boolean {
  if (holder.folder !== own.folder || !isAlive(holder.pid)) return false
  return holder.startedAt === startOf(holder.pid)
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw fault
  }
}

function identityOf(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true })
  return `${dev}:${ino}`
}

/** Whether a process of the number runs; one that ended and that nobody collected does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code === 'EPERM'
  }
  return !['Z', 'X'].includes(statOf(pid)?.[0] ?? '')
}

/** When a process began, in the kernel's own count; `null` where the system does not tell. */
const startOf = (pid: number): string | null => statOf(pid)?.[19] ?? null

/** What Linux tells of a process behind its name: the state first. */
function statOf(pid: number): readonly string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  } catch {
    return null
  }
}
