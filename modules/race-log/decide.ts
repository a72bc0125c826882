import type { ResultRow, SegmentResults } from '#games/game.ts'
import { logOf } from '#games/log/log.ts'
import { plain } from '#modules/results/rules/plain.ts'

/** A row of a result as it is stored, with what its file said of it. */
export type StoredRow = {
  readonly id: string
  readonly carId: string | null
  readonly totalMs: number | null
  readonly times: readonly (number | null)[]
}

export type KeptEntry = {
  readonly no: number
  readonly kind: string
  readonly row_id: string
  readonly other_row_id: string | null
  readonly lap: number | null
  readonly at_ms: number | null
  readonly driver_no: number | null
  readonly value: number | null
  readonly detail: string | null
}

/** The log of a segment by the rows of its result; what happened to a row that is there no more is left out. */
export function keptLog(segment: Pick<SegmentResults, 'results' | 'log'>, stored: readonly StoredRow[]): readonly KeptEntry[] {
  const ids = rowIds(segment.results, stored)
  return logOf(segment)
    .flatMap((entry): readonly Omit<KeptEntry, 'no'>[] => {
      const rowId = ids[entry.row]
      if (!rowId) return []
      return [
        {
          kind: entry.kind,
          row_id: rowId,
          other_row_id: entry.other === null ? null : (ids[entry.other] ?? null),
          lap: entry.lap,
          at_ms: entry.atMs,
          driver_no: entry.driver,
          value: entry.value,
          detail: entry.detail === null ? null : plain(entry.detail),
        },
      ]
    })
    .map((entry, i) => ({ no: i + 1, ...entry }))
}

/**
 * Which stored row each row of a file is: the one with its car, its laps and its time. A correction may have changed their order, and names are
 * not unique; those that are alike in all of this, who never drove, stand in the file's order.
 */
function rowIds(rows: readonly ResultRow[], stored: readonly StoredRow[]): readonly (string | undefined)[] {
  const open = Map.groupBy(stored, ({ carId, totalMs, times }) => JSON.stringify([carId, totalMs, times]))
  return rows.map(({ carModelId, totalTime, laps }) => {
    const key = JSON.stringify([carModelId === null ? null : plain(carModelId), totalTime, laps.map(({ time }) => time)])
    const [first, ...rest] = open.get(key) ?? []
    open.set(key, rest)
    return first?.id
  })
}
