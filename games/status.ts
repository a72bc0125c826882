import type { EmulatedStep } from './emulated.ts'
import type { SegmentType } from './game.ts'
import type { Left } from './timing/timing.ts'

/** What a server tells of how far it is, by one line of its log or of its answers. */
export type PhaseSignal =
  /** `drivers` where the server tells of every join from now on; otherwise their number is not known yet. */
  | { readonly kind: 'started'; readonly drivers?: number }
  /** `index` counts the segments of the event from 0; `null` where the line does not tell it: then the types tell, in their planned order. */
  | { readonly kind: 'segment'; readonly type: SegmentType; readonly index: number | null }
  /** `null`: nobody can tell any more. */
  | { readonly kind: 'drivers'; readonly count: number | null }
  /** `type` where the line names what is over: anything but the current segment is not. */
  | { readonly kind: 'segmentOver'; readonly type?: SegmentType }
  /** Back before the first segment: the end of an event whose last one is over, a new beginning of any other. */
  | { readonly kind: 'restarted' }
  | { readonly kind: 'over' }
  | { readonly kind: 'failed'; readonly reason: string }

/**
 * Some servers tell their phase only when asked. The host gets `path` from `127.0.0.1` at the named port every `everyMs` and gives every
 * line of `linesOf` to `signal`; the emulated server answers the same call as the real one does. What a server of this kind prints itself
 * is not given to `signal`: a driver's name could speak there.
 */
export type HttpStatus = {
  readonly from: 'http'
  /** Name of one of `ports`. */
  readonly port: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly everyMs: number
  /** Lines for what is new in `body` since `before`, the last answer that could be read; `null` for one that cannot be. Never throws. */
  readonly linesOf: (body: string, before: string | null) => readonly string[] | null
  /**
   * Where the log tells the phase all the same: what the lines of these answers say beside it. While such a server does not answer, nobody
   * knows how many drivers it has.
   */
  readonly beside?: (line: string) => PhaseSignal | null
  /** How long the segment that is on still lasts, where the answer tells. */
  readonly left?: (body: string) => { readonly type: SegmentType; readonly left: Left } | null
}

/** The answers of an emulated server whose facts change: each change at its time, each answer from all that changed so far. */
export function answers<Facts extends object>(
  start: Facts,
  changes: readonly (readonly [atMs: number, change: Partial<Facts>])[],
  bodyOf: (facts: Facts) => object,
): readonly (EmulatedStep & { readonly status: string })[] {
  let facts = start
  return changes
    .toSorted(([a], [b]) => a - b)
    .map(([atMs, change]) => {
      facts = { ...facts, ...change }
      return { atMs, status: JSON.stringify(bodyOf(facts)) }
    })
}
