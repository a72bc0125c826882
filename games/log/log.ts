import type { GameId } from '../facts/game-facts.ts'
import type { ResultRow, SegmentResults } from '../game.ts'

/** What happened in a segment besides laps and places, as far as a game's files tell it. */
export const LOG_KINDS = [
  'CONTACT_CAR',
  'CONTACT_ENV',
  'OFF_TRACK',
  'SPIN',
  'INVALID_LAP',
  'PENALTY',
  'PENALTY_SERVED',
  'WRONG_WAY',
  'STATIONARY',
  'MISSED_START',
  'PIT_STOP',
  'TYRES',
  'DRIVER_SWAP',
  'JOIN',
  'LEAVE',
] as const
export type LogKind = (typeof LOG_KINDS)[number]

export type LogEntry = {
  readonly kind: LogKind
  /** Index of the row it happened to, and of the one it happened with. */
  readonly row: number
  readonly other: number | null
  /** Counted from 1; `null` where the file does not say in which lap. */
  readonly lap: number | null
  /** Milliseconds of the segment's own clock. */
  readonly atMs: number | null
  /** Index into the row's drivers: who took over. */
  readonly driver: number | null
  /** Of a contact its km/h, which one game alone writes in a unit anybody knows; of a penalty its seconds; of a lap that does not count how often it was cut. */
  readonly value: number | null
  /** What the file calls it: a penalty with its reason, a tyre. */
  readonly detail: string | null
}

/** What the files of each game can tell; what is missing here nobody knows, whatever happened. */
export const LOG_TELLS: Readonly<Record<GameId, readonly LogKind[]>> = {
  assetto_corsa: ['CONTACT_CAR', 'CONTACT_ENV', 'INVALID_LAP', 'TYRES', 'DRIVER_SWAP'],
  acc: ['PENALTY', 'INVALID_LAP', 'DRIVER_SWAP'],
  r3e: [
    ...(['CONTACT_CAR', 'CONTACT_ENV', 'OFF_TRACK', 'SPIN', 'INVALID_LAP', 'PENALTY', 'WRONG_WAY'] as const),
    ...(['STATIONARY', 'MISSED_START', 'PIT_STOP', 'LEAVE'] as const),
  ],
  ams2: ['CONTACT_CAR', 'CONTACT_ENV', 'OFF_TRACK', 'INVALID_LAP', 'PIT_STOP', 'JOIN', 'LEAVE'],
  lmu: ['CONTACT_CAR', 'CONTACT_ENV', 'OFF_TRACK', 'PENALTY', 'PENALTY_SERVED', 'PIT_STOP', 'TYRES', 'DRIVER_SWAP', 'LEAVE'],
  iracing: [],
  manual: [],
}

/** An entry with what it does not say left open. */
export const logged = (kind: LogKind, row: number, more: Partial<Omit<LogEntry, 'kind' | 'row'>> = {}): LogEntry => ({
  kind,
  row,
  other: null,
  lap: null,
  atMs: null,
  driver: null,
  value: null,
  detail: null,
  ...more,
})

/** A file may name as many things as it likes; nobody reads more. */
const MOST_ENTRIES = 5000

/**
 * All that is known of a segment in the order it happened: what its reader noted, and what its laps tell: stops, changes of drivers, laps that do not
 * count, penalties. Where the reader noted a kind itself the laps are not asked for it.
 */
export function logOf({ results, log = [] }: Pick<SegmentResults, 'results' | 'log'>): readonly LogEntry[] {
  const noted = new Set(log.map(({ kind }) => kind))
  const told = results.flatMap((row, at) => toldByLaps(row, at).filter(({ kind }) => !noted.has(kind)))
  return [...withoutEchoes(log), ...told]
    .map((entry, no) => ({ entry, no }))
    .toSorted(
      (a, b) => (a.entry.lap ?? Infinity) - (b.entry.lap ?? Infinity) || (a.entry.atMs ?? Infinity) - (b.entry.atMs ?? Infinity) || a.no - b.no,
    )
    .slice(0, MOST_ENTRIES)
    .map(({ entry }) => entry)
}

/** Of two cars that touched both report it, some servers several times within a moment: that is one contact. */
const ECHO_MS = 300
function withoutEchoes(log: readonly LogEntry[]): readonly LogEntry[] {
  const lastBetween = new Map<string, number>()
  return log.filter((entry) => {
    if (entry.kind !== 'CONTACT_CAR' || entry.other === null || entry.atMs === null) return true
    const pair = [entry.row, entry.other].toSorted((a, b) => a - b).join(' ')
    const before = lastBetween.get(pair)
    lastBetween.set(pair, entry.atMs)
    return before === undefined || entry.atMs - before > ECHO_MS
  })
}

function toldByLaps({ laps, penalties }: ResultRow, row: number): readonly LogEntry[] {
  return [
    ...laps.flatMap((lap, i): readonly LogEntry[] => [
      ...(lap.pit ? [logged('PIT_STOP', row, { lap: lap.lapNumber })] : []),
      // a lap without a time is one that the file does not count at all
      ...(lap.valid || lap.time === null ? [] : [logged('INVALID_LAP', row, { lap: lap.lapNumber, value: lap.incidents })]),
      ...(i > 0 && laps[i - 1]!.driverIndex !== lap.driverIndex ? [logged('DRIVER_SWAP', row, { lap: lap.lapNumber, driver: lap.driverIndex })] : []),
    ]),
    ...penalties.map(({ penalty, reason, value, lap }) =>
      logged('PENALTY', row, { lap, value: value > 0 ? value : null, detail: [penalty, reason].filter(Boolean).join(': ') }),
    ),
  ]
}
