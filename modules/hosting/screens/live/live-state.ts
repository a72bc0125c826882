import { MINUTE_MS, SECOND_MS } from '#core/duration.ts'
import type { LiveView } from '../../contract.ts'

type Last = NonNullable<LiveView['last']>

/** Longer after a server's last word nobody knows where it is any more: then only the time of that word is said. */
export const SILENT_MS = MINUTE_MS

/** How long a segment still lasts: `clock` counts down, `minutes` are whole ones. */
export type LeftNow = { readonly clock: number } | { readonly minutes: number } | null
export type LiveState = { readonly isSilent: boolean; readonly ageS: number; readonly left: LeftNow }

/** What a server's last word means at `nowMs`. */
export function liveState({ at, left }: Pick<Last, 'at' | 'left'>, nowMs: number): LiveState {
  const ageMs = Math.max(0, nowMs - Date.parse(at))
  const isSilent = ageMs > SILENT_MS
  return { isSilent, ageS: Math.floor(ageMs / SECOND_MS), left: isSilent || !left ? null : leftNow(left, ageMs) }
}

const leftNow = ({ ms, exact }: NonNullable<Last['left']>, ageMs: number): LeftNow =>
  // what is told in whole minutes is told anew with each of them
  exact === 'MINUTE' ? { minutes: Math.floor(ms / MINUTE_MS) } : { clock: Math.max(0, ms - ageMs) }

type Planned = { readonly type: Last['type'] }

/** Which of the planned segments a server is in; a second race on a turned grid is driven within the plan's race. */
export function plannedIndex(segments: readonly Planned[], { type, no }: Pick<Last, 'type' | 'no'>): number {
  const places = segments.flatMap((segment, index) => (segment.type === type ? [index] : []))
  return places[no - 1] ?? places.at(-1) ?? -1
}
