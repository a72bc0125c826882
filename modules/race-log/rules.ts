import { PAGE } from '#core/page.ts'

/** For everybody. */
export const ALL = 'all'

/** Whose log is shown: whose was chosen, before that the reader's own; of a row that is there no more, since the results are others, everybody's. */
export const shownOf = (chosen: string | null, mine: string | null, rows: readonly { readonly participantId: string }[]): string =>
  [chosen ?? mine ?? ALL].find((one) => rows.some(({ participantId }) => participantId === one)) ?? ALL

/** Entries that come at a time. */
export const CHUNK = PAGE.LARGE

/** Where the chunks after the first begin in a list of so many. */
export const offsetsOf = (total: number, chunk: number): readonly number[] =>
  Array.from({ length: Math.max(0, Math.ceil(total / chunk) - 1) }, (_, i) => (i + 1) * chunk)

/** The chunks that follow one another without a gap: one on its way holds back those after it. */
export function inRow<Chunk>(chunks: readonly (Chunk | undefined)[]): readonly Chunk[] {
  const missing = chunks.indexOf(undefined)
  return (missing < 0 ? chunks : chunks.slice(0, missing)) as readonly Chunk[]
}

/** Entries in their order under the laps in which they happened; those of no lap last. */
export function entriesByLap<Entry extends { readonly lap: number | null }>(
  entries: readonly Entry[],
): readonly { readonly lap: number | null; readonly entries: readonly Entry[] }[] {
  return [...Map.groupBy(entries, ({ lap }) => lap)].map(([lap, all]) => ({ lap, entries: all }))
}

/** A moment of a segment as people say it: `1:05`, `1:02:03`. */
export function clockText(atMs: number): string {
  const seconds = Math.floor(atMs / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = String(seconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}

export type Stint = {
  readonly from: number
  readonly to: number
  /** Who of the row's drivers drove it, and on what, where the file says so. */
  readonly driver: number
  readonly tyre: string | null
}

type Told = { readonly kind: string; readonly lap: number | null; readonly driverIndex: number | null; readonly detail: string | null }

/**
 * The laps of a car between stops: a stop ends the lap in which it was made, another driver or another tyre begins one.
 */
export function stintsOf(lapCount: number, log: readonly Told[]): readonly Stint[] {
  const begins = new Map<number, { driver?: number; tyre?: string }>([[1, {}]])
  const at = (lap: number) => begins.get(lap) ?? begins.set(lap, {}).get(lap)!
  for (const { kind, lap, driverIndex, detail } of log) {
    if (lap === null || lap > lapCount) continue
    if (kind === 'PIT_STOP' && lap < lapCount) at(lap + 1)
    if (kind === 'DRIVER_SWAP' && driverIndex !== null) at(lap).driver = driverIndex
    if (kind === 'TYRES' && detail !== null) at(lap).tyre = detail
  }
  const starts = [...begins].toSorted(([a], [b]) => a - b)
  let [driver, tyre] = [0, null as string | null]
  return lapCount < 1
    ? []
    : starts.map(([from, told], i) => {
        driver = told.driver ?? driver
        tyre = told.tyre ?? tyre
        return { from, to: (starts[i + 1]?.[0] ?? lapCount + 1) - 1, driver, tyre }
      })
}
