import { MINUTE_MS } from '#core/duration.ts'

type Segment = { readonly durationMin: number; readonly laps?: number | null }

/** Which segment a server is in, as it told, and how long it goes on from then; `null` where its game does not tell. */
export type SegmentNow = { readonly index: number; readonly leftMs: number | null; readonly atMs: number }

export type SegmentTime = { readonly fromMs: number | null; readonly untilMs: number | null }

/**
 * When each segment begins and ends: as planned, or from what the server told. What nobody knows is `null`: nobody can say when a race by
 * laps ends, nor, once the server has told where it is, when what is over began.
 */
export function segmentTimes(startsAtMs: number, segments: readonly Segment[], now: SegmentNow | null = null): readonly SegmentTime[] {
  let fromMs: number | null = now ? null : startsAtMs
  return segments.map((segment, index) => {
    const isNow = now?.index === index
    const lastsMs = segment.laps ? null : segment.durationMin * MINUTE_MS
    if (isNow && now.leftMs !== null && lastsMs !== null) fromMs = now.atMs + now.leftMs - lastsMs
    const untilMs: number | null = fromMs === null || lastsMs === null ? null : fromMs + lastsMs
    const time = { fromMs, untilMs }
    fromMs = untilMs
    return time
  })
}

/** How far into its segment a server is, from 0 to 1; `null` where nobody can say. */
export function segmentShare(segment: Segment | undefined, now: SegmentNow, nowMs: number): number | null {
  if (!segment || segment.laps || now.leftMs === null) return null
  const leftMs = Math.max(0, now.atMs + now.leftMs - nowMs)
  return Math.max(0, 1 - leftMs / (segment.durationMin * MINUTE_MS))
}
