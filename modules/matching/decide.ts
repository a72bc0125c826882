import type { UserId } from '#core/ids.ts'
import { refuse, type Verdict } from '#core/result.ts'
import type { Named, StoredDriver } from '#modules/results/rules/participant.ts'
import { segmentKey, type SegmentKind } from '#modules/results/rules.ts'
import { strangerKey } from './rules.ts'

type Row = {
  readonly userIds: readonly UserId[]
  readonly drivers: readonly StoredDriver[]
  readonly unmatched: { readonly drivers: readonly StoredDriver[] } | null
}
export type Segment = { readonly type: SegmentKind; readonly no: number; readonly source: string; readonly rows: readonly Row[] }

/** Strangers of a row as the file names them, also those who are named since; the rest is `null`. */
export const strangersIn = (row: Row, source: string): readonly (string | null)[] =>
  (row.unmatched ?? row).drivers.map((driver) => strangerKey(source, driver))

/** Whether somebody may be a stranger: they have no other car in a segment where that one drove. Refuses DRIVER_TWICE_IN_SEGMENT with its tab. */
export function mayBe(key: string, { matchId, userId }: Named, name: string, segments: readonly Segment[]): Verdict {
  const drove = segments.filter(({ rows, source }) => rows.some((row) => strangersIn(row, source).includes(key)))
  const isOther = ({ drivers }: Row): boolean => drivers.some((driver) => driver.userId === userId && driver.matchId !== matchId)
  const twice = drove.find(({ rows }) => rows.some(isOther))
  return twice ? refuse('DRIVER_TWICE_IN_SEGMENT', { field: 'userId', name, segment: segmentKey(twice.type, twice.no) }) : true
}
