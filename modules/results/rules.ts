import { formatGap, formatLapTime } from '#core/lap-time.ts'

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

/** Who sees everybody's laps: the permission VIEW_FULL_RACE_LAP_TIMES. */
export const seesAllLaps = (plan: string): boolean => plan === 'PREMIUM' || plan === 'SPORT'

// Points

export const DEFAULT_POINTS = [25, 18, 15, 12, 10, 8, 6, 4, 2, 1] as const
export const MINIMUM_DISTANCE_PERCENT = 75
export const GRID_POINTS = { base: 20, multiplier: 0.5, baseRange: [2, 100], multiplierRange: [0, 5] } as const

export type PointsRules = {
  readonly table: readonly number[]
  readonly minimumDistancePercent: number
  /** Whether the place in the class or in the whole field earns the points. */
  readonly scope: 'OVERALL' | 'CLASS'
  /** `null`: the table as it stands, whatever the size of the grid. */
  readonly gridSize: { readonly base: number; readonly multiplier: number } | null
}

/** What a session's own points say, the rest from the defaults. */
export function pointsRulesOf(own: unknown): PointsRules {
  const { table, minimumDistancePercent, scope, gridSize } = (own ?? {}) as Readonly<Record<string, unknown>>
  return {
    table: Array.isArray(table) && table.every((points) => typeof points === 'number' && Number.isFinite(points)) ? table : DEFAULT_POINTS,
    minimumDistancePercent: within(minimumDistancePercent, [0, 100], MINIMUM_DISTANCE_PERCENT),
    scope: scope === 'CLASS' ? 'CLASS' : 'OVERALL',
    gridSize: typeof gridSize === 'object' && gridSize !== null ? gridSizeOf(gridSize as Readonly<Record<string, unknown>>) : null,
  }
}

const gridSizeOf = ({ base, multiplier }: Readonly<Record<string, unknown>>) => ({
  base: within(base, GRID_POINTS.baseRange, GRID_POINTS.base),
  multiplier: within(multiplier, GRID_POINTS.multiplierRange, GRID_POINTS.multiplier),
})
const within = (value: unknown, [min, max]: readonly [number, number], otherwise: number): number =>
  typeof value === 'number' && value >= min && value <= max ? value : otherwise

/** Points by grid size (decisions.md §3): round(table × N/B + max(0, N − B) × m), half up, for a finisher of a grid of N. */
export const gridSizePoints = (
  tablePoints: number,
  gridSize: number,
  { base, multiplier }: { readonly base: number; readonly multiplier: number },
): number => Math.floor((tablePoints * gridSize) / base + Math.max(0, gridSize - base) * multiplier + 0.5)

type Scored = { readonly position: number; readonly status: string; readonly lapCount: number }

/** Points of one row of a race; place, `winnerLaps` and `starters` are those of its split, or of its class there. Only finishers over the minimum distance get any. */
export function racePoints(row: Scored, winnerLaps: number, starters: number, rules: PointsRules): number {
  const drovenEnough = row.lapCount * 100 >= winnerLaps * rules.minimumDistancePercent
  if (row.status !== 'FINISHED' || row.lapCount === 0 || !drovenEnough) return 0
  const points = rules.table[row.position - 1] ?? 0
  return rules.gridSize ? gridSizePoints(points, starters, rules.gridSize) : points
}

// Words of a table

type Timed = {
  readonly status: string
  readonly totalTime: number | null
  readonly timeRetired: { readonly type: string; readonly value: number | null }
}

/** Time or gap of a row (product.md §4 "Time retired type"); `lapsDown` writes +N LAPS in the reader's language. Nothing known: an empty text. */
export function gapText(row: Timed, lapsDown: (count: number) => string): string {
  const { type, value } = row.timeRetired
  if (type === 'SKIPPED') return type
  if (row.status !== 'FINISHED' || type === 'DNF') return row.status === 'FINISHED' ? type : row.status
  if (value === null) return ''
  if (type === 'LAPS') return lapsDown(value)
  return type === 'TIMEDIFF' ? formatGap(value) : formatLapTime(value)
}

type Ranked = Timed & {
  readonly position: number
  readonly classPosition: number
  readonly lapCount: number
  readonly bestCleanLapTime: number | null
}

/** The rows of one class as a table of their own: places and gaps count from the class's first (game-formats.md §9.4). */
export function asOwnTable<Row extends Ranked>(rows: readonly Row[], isRace: boolean): readonly Row[] {
  const [leader] = rows
  return rows.map((row) => ({ ...row, position: row.classPosition, timeRetired: isRace ? raceGap(row, leader) : lapGap(row, leader) }))
}

function raceGap<Row extends Ranked>(row: Row, leader: Row | undefined): Row['timeRetired'] {
  if (row.status !== 'FINISHED' || !leader) return row.timeRetired
  if (row === leader) return { type: 'TIME', value: row.totalTime }
  if (row.lapCount < leader.lapCount) return { type: 'LAPS', value: leader.lapCount - row.lapCount }
  return { type: 'TIMEDIFF', value: row.totalTime === null || leader.totalTime === null ? null : row.totalTime - leader.totalTime }
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

/** Whether laps of anybody are known: of a race kept by hand only the order and the times may be. */
export const lapsKnown = ({ results }: { readonly results: readonly { readonly lapCount: number }[] }): boolean =>
  results.some(({ lapCount }) => lapCount > 0)

/** The position as it is shown; product.md §5: a DNF shows none in manual events, nor does who was skipped. */
export const shownPosition = (row: Timed & { readonly position: number }, isManual: boolean): number | null =>
  isManual && row.status !== 'FINISHED' ? null : row.position

/** The table as the specification's columns, its head first; who did not finish has that word in place of a time. */
export const csvRows = (
  rows: readonly CsvRow[],
  classes: readonly { readonly id: string; readonly name: string }[],
  isManual = false,
): readonly (readonly (string | number | null)[])[] => [
  [...CSV_COLUMNS],
  ...rows.map((row) => [
    shownPosition(row, isManual),
    row.startPosition,
    row.name ?? '',
    row.carName,
    classes.find(({ id }) => id === row.carClassId)?.name ?? '',
    row.timeRetired.type === 'SKIPPED' ? 'SKIPPED' : row.status === 'FINISHED' ? formatLapTime(row.totalTime) : row.status,
    formatLapTime(row.bestLapTime),
    formatLapTime(row.bestCleanLapTime),
    row.calculatedPoints,
    row.finalPoints,
    row.lapCount,
  ]),
]
