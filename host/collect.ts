import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Playable } from './prepare.ts'

/** A result file as it stands: worth sending when it has stopped growing and can be read, or will never be. */
export type Found = { readonly name: string; readonly bytes: Buffer; readonly sha256: string }

export type Collector = {
  /**
   * Files that are whole now and not yet known by this hash. Once the event is over, what its server writes later is not of it any more.
   */
  readonly whole: (uploaded: Readonly<Record<string, string>>, over: Over | null) => readonly Found[]
  /** Whether a file is still growing or cannot be read yet. */
  readonly pending: () => boolean
  readonly any: () => boolean
  /** How many races somebody has a result in, as the files stand. */
  readonly races: () => number
}

/** An event that is over: when that was noticed, and how many races it took. */
export type Over = { readonly noticedMs: number; readonly races: number }

/** A file as it was seen last. */
type Seen = {
  readonly size: number
  readonly mtimeMs: number
  readonly sinceMs: number
  readonly state: 'growing' | 'torn' | 'whole'
  readonly races: number
}

const MOST_BYTES = 8 * 1024 * 1024
/** A server may pause inside a file. One that stays torn for so long goes to the platform as it is: an admin sees it there. */
const TORN_MS = 30_000

/** Watches the result folder of one server (game-formats.md §1: parse only after the size is stable, and again when it has grown). */
export function collector(folder: string, game: Playable): Collector {
  const { results } = game.server.launch
  const own = path.join(folder, results.folder)
  const seen = new Map<string, Seen>()
  /** Files the platform has as they were seen here. */
  const known = new Map<string, Seen>()
  /** Whole files of the server's next round, once known as such. */
  const later = new Set<string>()
  const names = (): readonly string[] => (existsSync(own) ? readdirSync(own).filter(results.isResult).sort() : [])

  function look(name: string): void {
    const { size, mtimeMs } = statSync(path.join(own, name))
    const before = seen.get(name)
    if (before?.size !== size || before.mtimeMs !== mtimeMs)
      seen.set(name, { size, mtimeMs, sinceMs: Date.now(), state: 'growing', races: before?.races ?? 0 })
    // the same at two looks: read once, and again only when it has changed
    else if (before.state === 'growing' && size > 0 && size <= MOST_BYTES) seen.set(name, { ...before, ...read(name) })
  }

  function read(name: string): Pick<Seen, 'state' | 'races'> | null {
    const answer = game.readResults?.({ name, bytes: readFileSync(path.join(own, name)) })
    if (!answer?.ok) return { state: 'torn', races: 0 }
    return { state: 'whole', races: answer.sessions.filter(({ type, results: rows }) => type === 'RACE' && rows.length > 0).length }
  }

  const isGivenUp = ({ state, sinceMs }: Seen): boolean => state !== 'whole' && Date.now() - sinceMs >= TORN_MS

  /** When the last race of an event that is over was written; what is newer comes from the server's next round. */
  function endedAtMs(races: number): number | null {
    let count = 0
    const byTime = [...seen.values()].filter((one) => one.races > 0).toSorted((a, b) => a.mtimeMs - b.mtimeMs)
    return byTime.find((one) => (count += one.races) >= races)?.mtimeMs ?? null
  }

  /** The last race may still be on its way; anything else that comes after the end does not belong. */
  function isOfEvent(name: string, one: Seen, over: Over | null, uploaded: Readonly<Record<string, string>>): boolean {
    if (over === null || over.races === 0 || uploaded[name] !== undefined) return true
    const untilMs = endedAtMs(over.races)
    const isLater = untilMs === null ? one.races === 0 && one.mtimeMs > over.noticedMs : one.mtimeMs > untilMs
    if (one.state === 'whole' && isLater) later.add(name)
    return !later.has(name)
  }

  function found(name: string, one: Seen): readonly Found[] {
    if ((one.state !== 'whole' && !isGivenUp(one)) || one.size === 0 || one.size > MOST_BYTES) return []
    const bytes = readFileSync(path.join(own, name))
    return [{ name, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }]
  }

  return {
    whole: (uploaded, over) => {
      const all = names()
      all.forEach(look)
      return all.flatMap((name) => {
        const one = seen.get(name)
        if (!one || one === known.get(name) || !isOfEvent(name, one, over, uploaded)) return []
        const files = found(name, one)
        if (files.some(({ sha256 }) => sha256 === uploaded[name])) known.set(name, one)
        return files.filter(({ sha256 }) => sha256 !== uploaded[name])
      })
    },
    pending: () => names().some((name) => isOpen(seen.get(name))),
    any: () => names().length > 0,
    races: () => [...seen.values()].reduce((sum, { races }) => sum + races, 0),
  }

  function isOpen(one: Seen | undefined): boolean {
    return !one || (one.state !== 'whole' && !isGivenUp(one))
  }
}
