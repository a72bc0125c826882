import type { PhaseSignal } from '#games/game.ts'

/** How far a server's log says it is. */
export type Course = {
  readonly started: boolean
  /** The furthest segment, −1 before the first. */
  readonly segment: number
  readonly lastSegmentOver: boolean
  readonly over: boolean
  readonly drivers: number
  readonly failed: string | null
}

export const AT_START: Course = { started: false, segment: -1, lastSegmentOver: false, over: false, drivers: 0, failed: null }

/** What one signal of the log changes. A server that returns to its first segment is over only after its last one was. */
export function advance(course: Course, signal: PhaseSignal, segments: number): Course {
  switch (signal.kind) {
    case 'started':
      return { ...course, started: true }
    case 'segment': {
      const index = signal.index ?? course.segment + 1
      return course.lastSegmentOver && index === 0 ? { ...course, over: true } : { ...course, segment: Math.max(course.segment, index) }
    }
    case 'drivers':
      return { ...course, drivers: signal.count }
    case 'segmentOver':
      return { ...course, lastSegmentOver: course.lastSegmentOver || course.segment >= segments - 1 }
    case 'over':
      return { ...course, over: course.lastSegmentOver }
    case 'failed':
      return { ...course, failed: signal.reason }
  }
}

export type End = { readonly phase: 'OVER' } | { readonly phase: 'FAILED'; readonly reason: string }

/**
 * What the end of the process means. `code` is `null` when nobody of us saw it end: the host was away, or a signal ended it; then
 * result files tell that there was a race.
 */
export function endOf(course: Course, facts: { readonly code: number | null; readonly stopped: boolean; readonly hasResults: boolean }): End {
  if (facts.stopped || course.over) return { phase: 'OVER' }
  if (course.failed) return { phase: 'FAILED', reason: course.failed }
  // a race so short that nobody could ask how it stands has its files
  if (facts.code === 0 && (course.started || facts.hasResults)) return { phase: 'OVER' }
  if (facts.code === null && facts.hasResults) return { phase: 'OVER' }
  return { phase: 'FAILED', reason: facts.code === null ? 'the server ended unexpectedly' : `the server ended with code ${facts.code}` }
}

/**
 * Whether a running server is to be ended. After the event it goes on until its files are here, for `lateMs` at most where the last race is
 * missing in them: also when the platform wants it stopped meanwhile because everybody has left.
 */
export function isDue(
  course: Course,
  facts: {
    readonly wanted: 'run' | 'stop'
    readonly overMs: number
    readonly lateMs: number
    readonly isMissing: boolean
    readonly isPending: boolean
  },
): boolean {
  if (course.failed !== null) return true
  if (!course.over) return facts.wanted === 'stop'
  return !facts.isPending && facts.overMs >= (facts.isMissing ? facts.lateMs : CALM_MS)
}

/** What is written right at the end of an event is still taken along. */
const CALM_MS = 1000
