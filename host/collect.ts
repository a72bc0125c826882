import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Playable } from './prepare.ts'

/** A result file as it stands: worth sending when it has stopped growing and can be read, or will never be. */
export type Found = { readonly name: string; readonly bytes: Buffer; readonly sha256: string }

export type Collector = {
  /** Files that are whole now and not yet known by this hash. */
  readonly whole: (uploaded: Readonly<Record<string, string>>) => readonly Found[]
  /** Whether a file is still growing or cannot be read yet. */
  readonly pending: () => boolean
  readonly any: () => boolean
  /** How many races somebody has a result in, as the files stand. */
  readonly races: () => number
}

const MOST_BYTES = 8 * 1024 * 1024
/** A file that cannot be read after so many looks goes to the platform as it is: an admin sees it there. */
const TRIES = 8

/** Watches the result folder of one server (game-formats.md §1: parse only after the size is stable, try again a few times). */
export function collector(folder: string, game: Playable): Collector {
  const { results } = game.server.launch
  const own = path.join(folder, results.folder)
  const seen = new Map<string, { size: number; mtimeMs: number; tries: number; whole: boolean; races: number }>()
  const names = (): readonly string[] => (existsSync(own) ? readdirSync(own).filter(results.isResult).sort() : [])

  function look(name: string): Found | null {
    const { size, mtimeMs } = statSync(path.join(own, name))
    const before = seen.get(name)
    const same = before?.size === size && before.mtimeMs === mtimeMs
    const now = { size, mtimeMs, tries: same ? before.tries + 1 : 0, whole: same && before.whole, races: before?.races ?? 0 }
    seen.set(name, now)
    if (!same || size === 0 || size > MOST_BYTES) return null
    const bytes = readFileSync(path.join(own, name))
    if (!now.whole) {
      const read = game.readResults?.({ name, bytes })
      now.whole = now.tries >= TRIES || read?.ok === true
      if (read?.ok) now.races = read.sessions.filter(({ type, results: rows }) => type === 'RACE' && rows.length > 0).length
    }
    return now.whole ? { name, bytes, sha256: createHash('sha256').update(bytes).digest('hex') } : null
  }

  return {
    whole: (uploaded) =>
      names().flatMap((name) => {
        if (uploaded[name] !== undefined && unchanged(name)) return []
        const found = look(name)
        return found && found.sha256 !== uploaded[name] ? [found] : []
      }),
    pending: () => names().some((name) => !seen.get(name)?.whole && (seen.get(name)?.tries ?? 0) < TRIES),
    any: () => names().length > 0,
    races: () => [...seen.values()].reduce((sum, { races }) => sum + races, 0),
  }

  /** Sent before and not written to since. */
  function unchanged(name: string): boolean {
    const { size, mtimeMs } = statSync(path.join(own, name))
    const before = seen.get(name)
    return before?.whole === true && before.size === size && before.mtimeMs === mtimeMs
  }
}
