import type { ResultRowView, SegmentView } from '../contract.ts'
import { SEGMENT_KEY } from '../rules.ts'

export type OwnResult = { readonly segment: SegmentView; readonly row: ResultRowView }

/** How a driver fared in the segment that was asked for, else in their last race. */
export function ownResult(results: readonly SegmentView[], userId: string, key?: string): OwnResult | null {
  const all = results.flatMap((segment) => segment.results.filter(isOf(userId)).map((row) => ({ segment, row })))
  return (key ? all.find(({ segment }) => segment.key === key) : all.findLast(({ segment }) => segment.type === 'RACE')) ?? null
}

/** How many a place is among: who did not start is none of them, as in lists of a driver's results. */
export const startersIn = (rows: readonly Pick<ResultRowView, 'status'>[]): number => rows.filter(({ status }) => status !== 'DNS').length

export const isOf =
  (driver: string | undefined) =>
  ({ drivers }: Pick<ResultRowView, 'drivers'>): boolean =>
    drivers.some(({ userId }) => userId === driver)

/** Whose result an event's address shows first, and in which segment. */
export type Shared = { readonly driver: string; readonly segment?: string }

export function sharedIn({ driver = '', segment = '' }: Readonly<Record<string, string | undefined>>): Shared | null {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(driver)) return null
  return { driver: driver.toLowerCase(), ...(SEGMENT_KEY.test(segment) && { segment }) }
}
