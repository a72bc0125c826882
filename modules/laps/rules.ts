import type { Catalogue, Layout, Track } from '#games/game.ts'

/** What best laps are told of (product.md §3 "Best lap"). */
export const SEGMENT_TYPES = ['PRACTICE', 'QUALIFY', 'RACE'] as const
export type LapSegment = (typeof SEGMENT_TYPES)[number]

/** The order the choice stands in. */
export const SEGMENT_CHOICES = ['RACE', 'QUALIFY', 'PRACTICE'] as const satisfies readonly LapSegment[]

/** Who sees everybody's best laps: the permission VIEW_FULL_BEST_LAPS. */
export const seesAllBestLaps = (plan: string): boolean => plan === 'PREMIUM' || plan === 'SPORT'

/** Of the first page so many are told to those without the permission, beside their own. */
export const FREE_ROWS = 3

/** A row of a list: whose it is, and where it stands. */
type Placed = { readonly position: number | null; readonly mine: boolean }

/** What asks for few drivers or few days would be told one by one what is not told together. */
export const isNarrow = (asked: {
  readonly driverIds?: readonly string[]
  readonly dateFrom?: string
  readonly dateTo?: string
  readonly eventDriversOf?: string
}): boolean => Boolean(asked.driverIds?.length || asked.dateFrom || asked.dateTo || asked.eventDriversOf)

/**
 * What a reader without VIEW_FULL_BEST_LAPS is given of the first page: the fastest and their own, and how many more there are. Everything else
 * is not in the answer at all (decisions.md §6; security.md Q3).
 */
export function freeTier<Row extends Placed>(rows: readonly Row[], narrow: boolean): { readonly laps: readonly Row[]; readonly hidden: number } {
  const laps = rows.filter(({ position, mine }) => mine || (!narrow && position !== null && position <= FREE_ROWS))
  return { laps, hidden: rows.length - laps.length }
}

const DAY_MS = 86_400_000
const isDay = (said: string): boolean => said.length === 10

/**
 * The time between two dates: product.md §4 "Date range swaps if first later than second". A day counts whole, in UTC; `until` is the first moment
 * after. `null`: no bound.
 */
export function dateRange(first?: string, second?: string): { readonly from: Date | null; readonly until: Date | null } {
  const [from, to] = first !== undefined && second !== undefined && new Date(first) > new Date(second) ? [second, first] : [first, second]
  const until = to === undefined ? null : new Date(new Date(to).getTime() + (isDay(to) ? DAY_MS : 1))
  return { from: from === undefined ? null : new Date(from), until }
}

/** How far a list goes on: nobody reads further, and the last page would cost most. */
export const MOST_OFFSET = 2000

/** Where laps of a track may stand: those of a layout, or of all it has. */
export function layoutsOf(catalogue: Catalogue | undefined, trackId: string, layoutId?: string): readonly string[] {
  if (layoutId !== undefined) return [layoutId]
  const track = catalogue?.tracks.find(({ id }) => id === trackId)
  return ['', ...(track?.layouts ?? []).map(({ id }) => id)]
}

const spelled = (words: string): string => words.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** The layout that a result file names, by its id or its name. */
export const layoutNamed = (track: Track, named: string): Layout | undefined =>
  track.layouts.find(({ id }) => id === named) ?? track.layouts.find(({ name }) => spelled(name) === spelled(named))
