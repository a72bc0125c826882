import type { OptionValue, OrderEntry, ServerFile, ServerOrder } from './game.ts'
import { decodeText, encodeUtf8 } from './text.ts'

/** Read by no game: it lies beside its files for whoever stands in for the game, and for reading an order back. */
export const ROSTER_PATH = 'paddock.json'

/** What an order holds beside the settings of the server. */
export type Roster = Pick<
  ServerOrder,
  'tag' | 'carIds' | 'closedEntry' | 'enableServerProtection' | 'driverSwap' | 'hasGridPositions' | 'entries' | 'bop' | 'ports'
> & {
  /** Options that are kept by the platform alone. */
  readonly options: Readonly<Record<string, OptionValue>>
}

const EMPTY: Roster = {
  tag: '',
  carIds: [],
  closedEntry: false,
  enableServerProtection: false,
  driverSwap: false,
  hasGridPositions: false,
  entries: [],
  bop: [],
  ports: {},
  options: {},
}

/**
 * Games without an entry list learn who drives from those who join. What the platform knows of them, and all a game's own files have no
 * place for, stands in a file of ours. `mostDrivers` is 1 where a game has no driver swaps. No password is in it.
 */
export function rosterFile(order: ServerOrder, mostDrivers: number, kept: readonly string[] = []): ServerFile {
  const { tag, carIds, closedEntry, enableServerProtection, driverSwap, hasGridPositions, bop, ports } = order
  const roster: Roster = {
    tag,
    carIds,
    closedEntry,
    enableServerProtection,
    driverSwap,
    hasGridPositions,
    entries: order.entries.map((entry): OrderEntry => ({ ...entry, drivers: entry.drivers.slice(0, mostDrivers) })),
    bop,
    ports,
    options: Object.fromEntries(kept.flatMap((key) => (Object.hasOwn(order.options, key) ? [[key, order.options[key] ?? 0]] : []))),
  }
  // A lone half of a surrogate pair is written as an escape: the bytes are UTF-8 whatever people typed.
  return { path: ROSTER_PATH, bytes: encodeUtf8(JSON.stringify(roster, null, 1)) }
}

/** Reads it back; empty where it is missing. */
export function readRoster(files: readonly ServerFile[]): Roster {
  const file = files.find(({ path }) => path === ROSTER_PATH)
  return file ? { ...EMPTY, ...(JSON.parse(decodeText(file.bytes)) as Partial<Roster>) } : EMPTY
}
