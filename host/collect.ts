import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Game, Launch } from '#games/game.ts'

/** A result file as it stands: worth sending when it has stopped growing and can be read, or will never be. */
export type Found = { readonly name: string; readonly bytes: Buffer; readonly sha256: string; readonly seen: Seen }

export type Collector = {
  /** Looks at all files: one that is the same at two looks is read. */
  readonly look: () => void
  /**
   * Files that are whole now and not yet known by this hash. Once the event is over, what its server writes later is not of it any more.
   */
  readonly whole: (uploaded: Readonly<Record<string, string>>, over: Over | null) => readonly Found[]
  /** The platform has it. */
  readonly taken: (found: Found) => void
  /** Whether a file is still growing or cannot be read yet. */
  readonly pending: () => boolean
  /** How many races somebody has a result in, as the files stand. */
  readonly races: () => number
}

/** An event that is over: when that was noticed, and how many races it took. */
export type Over = { readonly noticedMs: number; readonly races: number }

/** A file as it was seen last. */
export type Seen = {
  readonly size: number
  readonly mtimeMs: number
  readonly sinceMs: number
  readonly state: 'growing' | 'torn' | 'whole'
  readonly races: number
}

const MOST_BYTES = 8 * 1024 * 1024
/** A server may pause inside a file. One that stays torn for so long goes to the platform as it is: an admin sees it there. */
const TORN_MS = 30_000

/** What a game tells of its files. */
type Written = {
  readonly readResults: Game['readResults']
  readonly server: { readonly launch: { readonly results: Pick<Launch['results'], 'folder' | 'isResult'> } }
}

/** Watches the result folder of one server (game-formats.md §1: parse only after the size is stable, and again when it has grown). */
export function collector(folder: string, game: Written): Collector {
  const { results } = game.server.launch
  const own = path.join(folder, results.folder)
  const seen = new Map<string, Seen>()
  /** Files the platform has as they were seen here. */
  const known = new Map<string, Seen>()
  /** When each race of a file was there first. */
  const racedAt = new Map<string, readonly number[]>()
  /** What nobody waits for. */
  const foreign = new Set<string>()
  /** Files of the server's next round, once known as such. */
  const later = new Set<string>()
  const names = (): readonly string[] => (existsSync(own) ? readdirSync(own).filter(results.isResult).sort() : [])

  function look(name: string): void {
    const { size, mtimeMs } = statSync(path.join(own, name))
    const before = seen.get(name)
    if (before?.size !== size || before.mtimeMs !== mtimeMs)
      seen.set(name, { size, mtimeMs, sinceMs: Date.now(), state: 'growing', races: before?.races ?? 0 })
    // the same at two looks: read once, and again only when it has changed
    else if (before.state === 'growing' && size > 0 && size <= MOST_BYTES) {
      const now = { ...before, ...read(name) }
      const raced = racedAt.get(name) ?? []
      seen.set(name, now)
      racedAt.set(name, [...raced, ...Array.from({ length: Math.max(0, now.races - raced.length) }, () => mtimeMs)])
    }
  }

  function read(name: string): Pick<Seen, 'state' | 'races'> | null {
    const answer = game.readResults?.({ name, bytes: readFileSync(path.join(own, name)) })
    if (!answer?.ok) return { state: 'torn', races: 0 }
    return { state: 'whole', races: answer.segments.filter(({ type, results: rows }) => type === 'RACE' && rows.length > 0).length }
  }

  const isGivenUp = ({ state, sinceMs }: Seen): boolean => state !== 'whole' && Date.now() - sinceMs >= TORN_MS

  /** When the last race of an event that is over was written; what is newer comes from the server's next round. */
  const endedAtMs = (races: number): number | null => [...racedAt.values()].flat().toSorted((a, b) => a - b)[races - 1] ?? null

  /** The last race may still be on its way; anything else that comes after the end does not belong. */
  function isOfEvent(name: string, one: Seen, over: Over | null, uploaded: Readonly<Record<string, string>>): boolean {
    if (over === null || over.races === 0) return true
    const untilMs = endedAtMs(over.races)
    // a file with a race of the event belongs, grown or not, until the platform has that race
    const own = untilMs === null ? 0 : (racedAt.get(name) ?? []).filter((atMs) => atMs <= untilMs).length
    if (own > 0) return (known.get(name)?.races ?? 0) < own
    if (uploaded[name] !== undefined) return true
    const isLater = untilMs === null ? one.state === 'whole' && one.races === 0 && one.mtimeMs > over.noticedMs : one.mtimeMs > untilMs
    if (isLater) later.add(name)
    return !later.has(name)
  }

  function found(name: string, one: Seen): readonly Found[] {
    if ((one.state !== 'whole' && !isGivenUp(one)) || one.size === 0 || one.size > MOST_BYTES) return []
    const bytes = readFileSync(path.join(own, name))
    // written on since it was looked at
    if (bytes.length !== one.size) return []
    return [{ name, bytes, sha256: createHash('sha256').update(bytes).digest('hex'), seen: one }]
  }

  return {
    look: () => names().forEach(look),
    whole: (uploaded, over) =>
      names().flatMap((name) => {
        const one = seen.get(name)
        if (!one || one === known.get(name)) return []
        const isWanted = isOfEvent(name, one, over, uploaded)
        foreign[isWanted ? 'delete' : 'add'](name)
        if (!isWanted) return []
        const files = found(name, one)
        if (files.some(({ sha256 }) => sha256 === uploaded[name])) known.set(name, one)
        return files.filter(({ sha256 }) => sha256 !== uploaded[name])
      }),
    taken: ({ name, seen: one }) => void known.set(name, one),
    pending: () => names().some((name) => !foreign.has(name) && isOpen(seen.get(name))),
    races: () => [...racedAt.values()].reduce((sum, races) => sum + races.length, 0),
  }

  function isOpen(one: Seen | undefined): boolean {
    return !one || (one.state !== 'whole' && !isGivenUp(one))
  }
}
