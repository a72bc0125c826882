/**
 * The one interface of a racing game. Everything here is text or bytes in, text or bytes out: no files, sockets, SQL or clock.
 * A game the platform launches fills `server`; a game whose results are only read fills `readResults`. Formats: game-formats.md.
 */
import type { RefusalCode } from '#core/refusal.ts'
import type { EmulatedServer, Trouble } from './emulated.ts'
import type { GameFacts } from './facts/game-facts.ts'
import type { LogEntry } from './log/log.ts'
import type { ChoiceWords, NumberWords, SwitchWords } from './option-words.ts'
import type { HttpStatus, PhaseSignal } from './status.ts'
import type { TimingSignal } from './timing/timing.ts'

export { UnwritableText } from './text.ts'
export { GAME_IDS, type ResultFileLayout, type GameFacts, type GameId } from './facts/game-facts.ts'
export type { PhaseSignal }

export type Game = GameFacts & {
  readonly catalogue: Catalogue
  /** Every option of an event of this game, once: validation, form, read-only view and writer all read this table. */
  readonly options: readonly GameOption[]
  /** Options each segment has of its own, ACC's hour of day for example. */
  readonly segmentOptions: readonly GameOption[]
  readonly segmentRules: SegmentRules
  /** Bounds of balance of performance; `null` where the game has none. */
  readonly bop: null | { readonly ballastKg: Range; readonly restrictor: Range }
  readonly server: GameServer | null
  /** Reads one result file of this game; `null` where there is none (manual). */
  readonly readResults: ((file: ResultFile) => ReadResults) | null
  /** What only its result files hold, all of `keys`, or how they begin. */
  readonly looks?: { readonly begins?: string; readonly keys?: readonly string[] }
  /** What is said of a file of its that cannot be read, where the specification has a code of its own. */
  readonly unreadable?: Extract<RefusalCode, `error_parsing_${string}`>
}

export type Range = { readonly min: number; readonly max: number; readonly step: number }

// Catalogue

export type Catalogue = { readonly cars: readonly Car[]; readonly classes: readonly CarClass[]; readonly tracks: readonly Track[] }

export type Car = {
  readonly id: string
  readonly name: string
  readonly classId: string
  readonly manufacturer?: string
  readonly year?: number
  /** Name of the paid pack; absent for base content. */
  readonly dlc?: string
  readonly skins?: readonly string[]
}

export type CarClass = { readonly id: string; readonly name: string }

export type Track = {
  readonly id: string
  readonly name: string
  /** ISO 3166-1 alpha-2. */
  readonly country?: string
  readonly lengthM?: number
  /** The most cars a server of ours may take here. */
  readonly maxGrid?: number
  readonly dlc?: string
  /** Older ids and names found in result files. */
  readonly aliases?: readonly string[]
  /** Empty where the track has exactly one layout. */
  readonly layouts: readonly Layout[]
}

/** `unhosted`: the game has it, its dedicated server does not; only results and events hosted elsewhere may name it. */
export type Layout = { readonly id: string; readonly name: string; readonly lengthM?: number; readonly maxGrid?: number; readonly unhosted?: true }

// Configuration

/** One option: `key` is its dotted path inside the session's `config`, `group` and `advanced` its place in the form. */
export type GameOption = {
  readonly key: string
  readonly group: OptionGroup
  readonly label: string
  readonly hint?: string
  readonly unit?: string
  readonly advanced?: boolean
  /** Counts only while another option of its table has one of these values; otherwise it stays at its default. */
  readonly when?: { readonly key: string; readonly is: readonly OptionValue[] }
} & (
  | ({ readonly type: 'number'; readonly default: number } & NumberWords & Range)
  | ({ readonly type: 'switch'; readonly default: boolean } & SwitchWords)
  | ({ readonly type: 'choice' } & ChoiceWords)
)

/** Parts of the form; each has a heading of its own. */
export type OptionGroup = 'race' | 'realism' | 'assists' | 'weather' | 'track' | 'server' | 'pitStops' | 'team' | 'requirements' | 'time'

export type SegmentType = 'PRACTICE' | 'QUALIFY' | 'RACE'

export type SegmentRules = {
  readonly order: readonly SegmentType[]
  readonly required: readonly SegmentType[]
  readonly maxOf: Readonly<Record<SegmentType, number>>
  /** Whether a race may be limited by laps instead of minutes. */
  readonly raceLaps: boolean
}

/** A segment as the event plans it; a race has `durationMin` or `laps`, never both. */
export type Segment = {
  readonly type: SegmentType
  readonly durationMin: number
  readonly laps?: number
  readonly options: Readonly<Record<string, OptionValue>>
}

export type OptionValue = number | boolean | string

/** All that a game server needs to know, in our words. Every text in it may have been typed by a person and is hostile. */
export type ServerOrder = {
  readonly serverName: string
  /** Our session's id: written where the game copies it into its results. */
  readonly tag: string
  readonly trackId: string
  readonly layoutId: string | null
  readonly carIds: readonly string[]
  readonly maxEntries: number
  readonly segments: readonly Segment[]
  readonly options: Readonly<Record<string, OptionValue>>
  readonly passwords: { readonly server: string; readonly admin: string; readonly spectator: string }
  /** Only those of the entry list may join. */
  readonly closedEntry: boolean
  /** Keeps the server out of the public lobby. */
  readonly enableServerProtection: boolean
  readonly driverSwap: boolean
  readonly hasGridPositions: boolean
  readonly entries: readonly OrderEntry[]
  readonly bop: readonly { readonly carId: string; readonly ballastKg: number; readonly restrictor: number }[]
  readonly ports: Ports
}

export type OrderEntry = {
  readonly drivers: readonly OrderDriver[]
  readonly teamName: string | null
  readonly raceNumber: number
  readonly carId: string
  readonly skin: string | null
  /** 1-based; `null` where the game decides. */
  readonly gridPosition: number | null
  /** What this car carries beside the balance of its model; left out: nothing. */
  readonly ballastKg?: number
  readonly restrictor?: number
  readonly isServerAdmin: boolean
}

export type OrderDriver = {
  readonly name: string
  /** Account id of the game's platform as text, a Steam64 id for example; empty when the driver has linked none. */
  readonly platformId: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null
}

/** Named ports of one server, TCP and UDP numbers given by the host: `udp`, `tcp`, `http` … */
export type Ports = Readonly<Record<string, number>>

export type ServerFile = { readonly path: string; readonly bytes: Uint8Array }

export type GameServer = {
  /**
   * Every configuration file of one server. Throws `UnwritableText` where a text cannot stand in the format. `existing` holds the files of
   * `keeps` as an operator left them: keys that are not ours stay as they are. Throws `UnreadableFile` for one that is broken.
   */
  readonly writeFiles: (order: ServerOrder, existing?: readonly ServerFile[]) => readonly ServerFile[]
  /** Files in which an operator may have keys of his own; none where left out. */
  readonly keeps?: readonly string[]
  /** Reads the files back: for what the writer wrote, `readFiles(writeFiles(x))` equals `x` but for what the format cannot hold (listed at each game). */
  readonly readFiles: (files: readonly ServerFile[]) => ServerOrder
  readonly launch: Launch
  /** A stand-in for the real server: reads only the files written for it and tells what the real one would log and write. */
  readonly emulate: (files: readonly ServerFile[], chance: () => number, troubles?: readonly Trouble[], begunAt?: Date) => EmulatedServer
}

export type Launch = {
  /** Name of the server's program inside its folder, per platform of the host. */
  readonly binary: { readonly win32: string; readonly linux: string }
  readonly args: (ports: Ports) => readonly string[]
  /** Ports one server needs, with the number the game's own documents name. */
  readonly ports: readonly { readonly name: string; readonly protocol: 'udp' | 'tcp'; readonly usual: number }[]
  /** Folders that must exist before the start, relative to the server's folder. */
  readonly folders: readonly string[]
  /** Where the server logs: its standard output, or a file of its folder. `encoding` counts where the file itself does not tell it. */
  readonly log: { readonly from: 'stdout' } | { readonly from: 'file'; readonly path: string; readonly encoding: 'utf-8' | 'latin1' }
  readonly status?: HttpStatus
  /** What one log line says of the phase; `null` when nothing. */
  readonly signal: (line: string) => PhaseSignal | null
  /** What a log line says of clock and cars, where its server tells of them. */
  readonly timing?: (line: string) => TimingSignal | null
  /** Folder of the result files, and whether a file name in it is one. */
  readonly results: {
    readonly folder: string
    readonly isResult: (name: string) => boolean
    /** How long after the event's end the last race may still be missing in the files; soon where it is not said. */
    readonly lateMs?: number
    /** No line tells when the last race is over: it is when the files hold all of them. */
    readonly tellOver?: boolean
  }
  /** The segments a server plays one after the other, where they are more than those of the event. */
  readonly plays?: (order: ServerOrder) => readonly SegmentType[]
  /** How long the server shows the last result before it ends or begins anew. */
  readonly aftercareMs?: (order: ServerOrder) => number
  /** Options a Windows server needs under Wine, whatever the event says. */
  readonly underWine?: Readonly<Record<string, OptionValue>>
  /** What ends the server cleanly. */
  readonly stop: { readonly by: 'signal'; readonly signal: 'SIGTERM' | 'SIGINT' } | { readonly by: 'stdin'; readonly text: string }
}

// Results

export type ResultFile = { readonly name: string; readonly bytes: Uint8Array }

export type ReadResults =
  | { readonly ok: true; readonly segments: readonly SegmentResults[] }
  | { readonly ok: false; readonly code: ReadFailure; readonly reason: string }

export const READ_FAILURES = ['FILE_UNRECOGNIZED', 'FILE_TOO_LARGE', 'IMPORT_UNREADABLE', 'IMPORT_NO_DATA'] as const
export type ReadFailure = (typeof READ_FAILURES)[number]

/** One segment as its server wrote it (product.md §3 "Session results"). All times are whole milliseconds; `null` means none. */
export type SegmentResults = {
  readonly type: SegmentType | 'WARMUP'
  readonly nativeType: string
  readonly trackId: string
  readonly layoutId: string | null
  readonly serverName: string | null
  /** What `ServerOrder.tag` became, where the format carries it. */
  readonly tag: string | null
  readonly segmentIndex: number | null
  readonly startedAt: string | null
  readonly isWet: boolean | null
  readonly results: readonly ResultRow[]
  /** Facts of the file that have no place of their own. */
  readonly facts: Readonly<Record<string, unknown>>
  /** Sentences for the admin: an implausible order, laps of unknown cars … */
  readonly warnings: readonly string[]
  /** What its reader noted besides: contacts, penalties, who left. `logOf` adds what the laps tell. */
  readonly log?: readonly LogEntry[]
}

/** One row of a result (product.md §3 "Result row"). */
export type ResultRow = {
  /** 1-based, dense, unique. */
  readonly position: number
  readonly startPosition: number | null
  readonly participant: { readonly type: 'DRIVER' | 'TEAM'; readonly name: string }
  /** The driver shown, or the team's name. */
  readonly name: string
  readonly drivers: readonly ResultDriver[]
  readonly raceNumber: number | null
  readonly carModelId: string | null
  readonly carClassId: string | null
  readonly skin: string | null
  readonly lapCount: number
  /** The time that ranks: a race's official time, in other segments informative only. */
  readonly totalTime: number | null
  readonly bestLapTime: number | null
  readonly bestCleanLapTime: number | null
  /** FINISHED, DNF, DSQ or DNS; `statusStated` says whether the file says so itself or section 9.3 derived it. */
  readonly status: 'FINISHED' | 'DNF' | 'DSQ' | 'DNS'
  readonly statusStated: boolean
  readonly timeRetired: { readonly type: 'TIME' | 'TIMEDIFF' | 'LAPS' | 'DNF' | 'SKIPPED'; readonly value: number | null }
  /** The six keys, only those the file knows; `null` where the game writes none. */
  readonly incidents: Partial<Readonly<Record<IncidentKey, number>>> | null
  readonly pitStops: number | null
  readonly penalties: readonly { readonly penalty: string; readonly reason: string; readonly value: number; readonly lap: number | null }[]
  readonly ballastKg: number | null
  readonly restrictor: number | null
  readonly laps: readonly Lap[]
  readonly facts: Readonly<Record<string, unknown>>
}

export const INCIDENT_KEYS = ['collisionsWithCar', 'collisionsWithEnv', 'collisionsUnclassified', 'spins', 'offTracks', 'pitSpeeding'] as const
export type IncidentKey = (typeof INCIDENT_KEYS)[number]

export type ResultDriver = {
  readonly name: string
  /** Account id without the game's prefix, so that it equals `OrderDriver.platformId`; `null` where the file has none. */
  readonly platformId: string | null
  readonly drivingTimeMs: number | null
}

export type Lap = {
  /** 1-based. */
  readonly lapNumber: number
  /** `null` for a lap that was not completed or not timed. */
  readonly time: number | null
  readonly sectors: readonly number[]
  readonly valid: boolean
  readonly position: number | null
  /** Index into `ResultRow.drivers`. */
  readonly driverIndex: number
  readonly pit: boolean | null
  readonly incidents: number | null
}
