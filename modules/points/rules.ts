/** How races score, for every room that gives or shows points (decisions.md §3). A room of rules alone: no tables, no calls. */
export const DEFAULT_POINTS = [25, 18, 15, 12, 10, 8, 6, 4, 2, 1] as const
export const MINIMUM_DISTANCE_PERCENT = 75
export const GRID_POINTS = { base: 20, multiplier: 0.5, baseRange: [2, 100], multiplierRange: [0, 5] } as const

/** Points of places. */
export type PlaceRules = {
  readonly table: readonly number[]
  readonly minimumDistancePercent: number
  /** Whether the place in the class or in the whole field earns the points. */
  readonly scope: 'OVERALL' | 'CLASS'
  /** `null`: the table as it stands, whatever the size of the grid. */
  readonly gridSize: { readonly base: number; readonly multiplier: number } | null
}
export type PointsRules = PlaceRules & {
  /** Points besides, for the first of the qualifying and for the fastest lap of the race: of the field, or of each class. */
  readonly bonus: Bonus
  /** Up to which place the fastest lap earns its bonus; null: whoever drove it. */
  readonly fastestLapWithin: number | null
  /** How often the points of a place count. */
  readonly multiplier: number
  /** Of the first race, the second …; null, and those after them: the table. */
  readonly raceTables: readonly (readonly number[] | null)[]
}
export type Bonus = { readonly pole: number; readonly fastestLap: number }
export const NO_BONUS: Bonus = { pole: 0, fastestLap: 0 }
export const BONUS_RANGE = [0, 100] as const

/** To a hundredth, half up, as points are kept: sums of fractions, thirds and sevenths of shared cars add up to what people read. */
export const rounded = (points: number): number => Math.round((points + Number.EPSILON) * 100) / 100 + 0

/** What a session's own points say, the rest from the defaults. */
export function pointsRulesOf(own: unknown): PointsRules {
  const { table, minimumDistancePercent, scope, gridSize, bonus, ...more } = (own ?? {}) as Readonly<Record<string, unknown>>
  return {
    table: isTable(table) ? table : DEFAULT_POINTS,
    minimumDistancePercent: within(minimumDistancePercent, [0, 100], MINIMUM_DISTANCE_PERCENT),
    scope: scope === 'CLASS' ? 'CLASS' : 'OVERALL',
    gridSize: typeof gridSize === 'object' && gridSize !== null ? gridSizeOf(gridSize as Readonly<Record<string, unknown>>) : null,
    bonus: typeof bonus === 'object' && bonus !== null ? bonusOf(bonus as Readonly<Record<string, unknown>>) : NO_BONUS,
    fastestLapWithin: typeof more['fastestLapWithin'] === 'number' ? more['fastestLapWithin'] : null,
    multiplier: within(more['multiplier'], [0, Infinity], 1),
    raceTables: Array.isArray(more['raceTables']) ? more['raceTables'].map((one: unknown) => (isTable(one) ? one : null)) : [],
  }
}
const isTable = (table: unknown): table is readonly number[] =>
  Array.isArray(table) && table.every((points) => typeof points === 'number' && Number.isFinite(points))

/** As they are for one race of an event, by its number among them. */
export const pointsOfRace = (rules: PointsRules, no: number): PointsRules => ({ ...rules, table: rules.raceTables[no - 1] ?? rules.table })

const gridSizeOf = ({ base, multiplier }: Readonly<Record<string, unknown>>) => ({
  base: within(base, GRID_POINTS.baseRange, GRID_POINTS.base),
  multiplier: within(multiplier, GRID_POINTS.multiplierRange, GRID_POINTS.multiplier),
})
const bonusOf = ({ pole, fastestLap }: Readonly<Record<string, unknown>>): Bonus => ({
  pole: within(pole, BONUS_RANGE, 0),
  fastestLap: within(fastestLap, BONUS_RANGE, 0),
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
export function racePoints(row: Scored, winnerLaps: number, starters: number, rules: PlaceRules): number {
  const drovenEnough = row.lapCount * 100 >= winnerLaps * rules.minimumDistancePercent
  if (row.status !== 'FINISHED' || row.lapCount === 0 || !drovenEnough) return 0
  const points = rules.table[row.position - 1] ?? 0
  return rules.gridSize ? gridSizePoints(points, starters, rules.gridSize) : points
}

/** What the points of a place come to where they count so often: each race has points as people read them, and sums are of those. */
export const multiplied = (points: number, multiplier: number): number => rounded(points * multiplier)

type Bonused = {
  readonly id: string
  readonly status: string
  readonly classId: string | null
  readonly bestLapMs: number | null
  /** Of a finisher, in what its points are given for. */
  readonly place?: number | null
}

/**
 * Points besides those of the place, row by row: for the first of the qualifying (`poles`, by their ids in the race), and for the fastest lap, the earlier in the order where two drove the
 * same. Who is disqualified or did not start gets neither.
 */
export function bonusesOf(
  rows: readonly Bonused[],
  poles: ReadonlySet<string>,
  { bonus, scope, fastestLapWithin }: Pick<PointsRules, 'bonus' | 'scope' | 'fastestLapWithin'>,
): readonly Bonus[] {
  const counts = ({ status }: Bonused): boolean => status !== 'DSQ' && status !== 'DNS'
  const fastest = new Map<string | null, number>()
  for (const row of rows.filter(counts)) {
    const contest = scope === 'CLASS' ? row.classId : null
    if (row.bestLapMs !== null && row.bestLapMs < (fastest.get(contest) ?? Infinity)) fastest.set(contest, row.bestLapMs)
  }
  return rows.map((row) => {
    const contest = scope === 'CLASS' ? row.classId : null
    const isFastest = counts(row) && row.bestLapMs !== null && row.bestLapMs === fastest.get(contest)
    // of two who drove the same the earlier one alone
    if (isFastest) fastest.delete(contest)
    const isPole = counts(row) && poles.has(row.id)
    const isWithin = fastestLapWithin === null || (row.place ?? Infinity) <= fastestLapWithin
    return { pole: isPole ? bonus.pole : 0, fastestLap: isFastest && isWithin ? bonus.fastestLap : 0 }
  })
}

type Qualified = Pick<Bonused, 'status' | 'classId' | 'bestLapMs'>
type GridSegment<Row> = { readonly type: string; readonly index: number; readonly splitNo: number; readonly rows: readonly Row[] }

/** The rows of the qualifying right before a race, in its split; of a race after another one there is none. */
export function qualifyingOf<Row>(race: Pick<GridSegment<Row>, 'index' | 'splitNo'>, segments: readonly GridSegment<Row>[]): readonly Row[] {
  const before = segments.filter(({ splitNo, index }) => splitNo === race.splitNo && index < race.index).toSorted((a, b) => b.index - a.index)
  const source = before.find(({ type }) => type === 'QUALIFY' || type === 'RACE')
  return source?.type === 'QUALIFY' ? source.rows : []
}

/** Who was first of a qualifying with a time, of the field or of each class (docs/decisions/0050); where they did not start the race nobody else has the pole. */
export function polesIn<Row extends Qualified>(rows: readonly Row[], scope: PlaceRules['scope']): readonly Row[] {
  const able = rows.filter(({ status, bestLapMs }) => bestLapMs !== null && status !== 'DSQ' && status !== 'DNS')
  const contests = Map.groupBy(able, ({ classId }) => (scope === 'CLASS' ? classId : null))
  return [...contests.values()].map(([first]) => first!)
}

/** Tables to start from (decisions.md §3 "Points tables"). */
export const POINTS_PRESETS = {
  usual: DEFAULT_POINTS,
  short: [10, 8, 6, 5, 4, 3, 2, 1],
  twenty: [40, 35, 32, 30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 3, 2, 1],
  endurance: [50, 36, 30, 24, 20, 16, 12, 8, 4, 2],
  linear: Array.from({ length: 20 }, (_, index) => 20 - index),
} as const satisfies Readonly<Record<string, readonly number[]>>
export type PointsPreset = keyof typeof POINTS_PRESETS

/** The preset that is this table; `null` for one of somebody's own. */
export const presetOf = (table: readonly number[]): PointsPreset | null =>
  (Object.keys(POINTS_PRESETS) as PointsPreset[]).find((name) => POINTS_PRESETS[name].join(' ') === table.join(' ')) ?? null

/** Reads `25 18 15`, with commas or blanks between; `null` when something else stands there. */
export function readTable(typed: string): readonly number[] | null {
  const parts = typed.split(/[\s,;]+/).filter(Boolean)
  const table = parts.map(Number)
  return parts.length > 0 && table.every((points) => Number.isFinite(points) && points >= 0) ? table : null
}
