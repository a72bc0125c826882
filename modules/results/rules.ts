import { formatGap, formatLapTime } from '#core/lap-time.ts'
import { lapsKnown } from './rules/known.ts'

export * from './rules/known.ts'

/** Laps of one chunk of the driver's lap table. */
export const LAPS_AT_ONCE = 50
export const SEGMENT_KEY = /^(race|qualify|practice|warmup)-[1-9]\d?$/
/** The order results stand in (calls-and-constants.md §9). */
export const SEGMENT_ORDER = ['RACE', 'QUALIFY', 'PRACTICE', 'WARMUP'] as const
export type SegmentKind = (typeof SEGMENT_ORDER)[number]

export const segmentKey = (type: SegmentKind, no: number): string => `${type.toLowerCase()}-${no}`
/** Type and number of a key. */
export function segmentOfKey(key: string): { readonly type: SegmentKind; readonly no: string } {
  const [type = '', no = '1'] = key.toUpperCase().split('-')
  return { type: SEGMENT_ORDER.find((one) => one === type) ?? 'RACE', no }
}

/** What lists of a driver are of. */
export const DRIVEN_TYPES = ['RACE', 'QUALIFY', 'PRACTICE'] as const satisfies readonly SegmentKind[]
export type DrivenType = (typeof DRIVEN_TYPES)[number]

/** Who sees everybody's laps: the permission VIEW_FULL_RACE_LAP_TIMES. */
export const seesAllLaps = (plan: string): boolean => plan === 'PREMIUM' || plan === 'SPORT'

// Words of a table

type Timed = {
  readonly status: string
  readonly totalTime: number | null
  readonly timeRetired: { readonly type: string; readonly value: number | null }
}

/**
 * Time or gap of a row (product.md §4 "Time retired type"); `lapsDown` writes +N LAPS in the reader's language, `skipped` what is said of who skipped
 * the race. Nothing known: an empty text.
 */
export function gapText(row: Timed, lapsDown: (count: number) => string, skipped = 'SKIPPED'): string {
  const { type, value } = row.timeRetired
  if (type === 'SKIPPED') return skipped
  if (row.status !== 'FINISHED' || type === 'DNF') return row.status === 'FINISHED' ? type : row.status
  if (value === null) return ''
  if (type === 'LAPS') return lapsDown(value)
  return type === 'TIMEDIFF' ? formatGap(value) : formatLapTime(value)
}

type Ranked = Timed & {
  readonly finalRaceTime: number | null
  readonly position: number
  readonly classPosition: number
  readonly lapCount: number
  readonly bestCleanLapTime: number | null
  readonly raw: { readonly position: number; readonly status: string } | null
}

/** What counts as the time of a race: with penalties where there are any. */
export const raceTime = ({ finalRaceTime, totalTime }: Pick<Ranked, 'finalRaceTime' | 'totalTime'>): number | null => finalRaceTime ?? totalTime

/** The rows of one class as a table of their own: places and gaps count from the class's first (game-formats.md §9.4). */
export function asOwnTable<Row extends Ranked>(rows: readonly Row[], isRace: boolean): readonly Row[] {
  const leader = isRace ? rows.find(({ status }) => status === 'FINISHED') : rows[0]
  const rawPlace = (row: Row): number => row.raw?.position ?? row.position
  const rawOrder = rows.toSorted((a, b) => rawPlace(a) - rawPlace(b))
  return rows.map((row) => {
    const raw = { position: rawOrder.indexOf(row) + 1, status: row.raw?.status ?? row.status } as NonNullable<Row['raw']>
    return {
      ...row,
      position: row.classPosition,
      timeRetired: isRace ? raceGap(row, leader) : lapGap(row, leader),
      raw: raw.position === row.classPosition && raw.status === row.status ? null : raw,
    }
  })
}

function raceGap<Row extends Ranked>(row: Row, leader: Row | undefined): Row['timeRetired'] {
  if (row.status !== 'FINISHED' || !leader) return row.timeRetired
  const [own, first] = [raceTime(row), raceTime(leader)]
  if (row === leader) return { type: 'TIME', value: own }
  if (row.lapCount < leader.lapCount) return { type: 'LAPS', value: leader.lapCount - row.lapCount }
  if (own === null || first === null) return { type: 'TIMEDIFF', value: null }
  // whoever lost places may have taken less time than who is ahead now
  return own < first ? { type: 'TIME', value: own } : { type: 'TIMEDIFF', value: own - first }
}

function lapGap<Row extends Ranked>(row: Row, leader: Row | undefined): Row['timeRetired'] {
  const [own, best] = [row.bestCleanLapTime, leader?.bestCleanLapTime ?? null]
  return row === leader || own === null || best === null ? { type: 'TIME', value: own } : { type: 'TIMEDIFF', value: own - best }
}

export const CSV_COLUMNS = [
  'pos',
  'startPos',
  'participant',
  'car',
  'class',
  'totalTime',
  'bestLapTime',
  'bestCleanLapTime',
  'calculatedPoints',
  'finalPoints',
  'laps',
] as const

type CsvRow = Timed & {
  readonly finalRaceTime: number | null
  readonly position: number
  readonly startPosition: number | null
  readonly name: string | null
  readonly carName: string | null
  readonly carClassId: string | null
  readonly bestLapTime: number | null
  readonly bestCleanLapTime: number | null
  readonly calculatedPoints: number
  readonly finalPoints: number
  readonly lapCount: number
}

/** The position as it is shown; product.md §5: a DNF shows none in manual events, nor does who was skipped. */
export const shownPosition = (row: Timed & { readonly position: number }, isManual: boolean): number | null =>
  isManual && row.status !== 'FINISHED' ? null : row.position

const CSV_POINTS: ReadonlySet<string> = new Set(['calculatedPoints', 'finalPoints'])

/** Whether a race gives points at all: of a season that counts best times none does, and its tables have no columns for them (product.md §2). */
export const givesPoints = ({ scoring }: { readonly scoring: { readonly table: readonly number[] } | null }): boolean =>
  scoring === null || scoring.table.some((points) => points !== 0)

/** The table as the specification's columns, its head first; who did not finish has that word in place of a time. Laps nobody counted are none. */
export const csvRows = (
  rows: readonly CsvRow[],
  classes: readonly { readonly id: string; readonly name: string }[],
  isManual = false,
  hasPoints = true,
): readonly (readonly (string | number | null)[])[] => [
  CSV_COLUMNS.filter((name) => hasPoints || !CSV_POINTS.has(name)),
  ...rows.map((row) => [
    shownPosition(row, isManual),
    row.startPosition,
    row.name ?? '',
    row.carName,
    classes.find(({ id }) => id === row.carClassId)?.name ?? '',
    row.timeRetired.type === 'SKIPPED' ? 'SKIPPED' : row.status === 'FINISHED' ? formatLapTime(raceTime(row)) : row.status,
    formatLapTime(row.bestLapTime),
    formatLapTime(row.bestCleanLapTime),
    ...(hasPoints ? [row.calculatedPoints, row.finalPoints] : []),
    isManual && !lapsKnown({ results: rows }) ? null : row.lapCount,
  ]),
]
