import type { SegmentType } from './game.ts'

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
