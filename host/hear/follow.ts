import type { PhaseSignal, SegmentType } from '#games/game.ts'

/** How far a server says it is. */
export type Course = {
  readonly started: boolean
  /** The segment it is in, −1 before the first. */
  readonly segment: number
  readonly segmentOver: boolean
  readonly lastSegmentOver: boolean
  readonly over: boolean
  /** In its last segment it said that it is over, while nothing else told so yet: a driver's name can say it too. */
  readonly saidOver: boolean
  /** How many races were over when the event was, driven again or not: each has its file. */
  readonly races: number
  /** `null` while nobody can tell. */
  readonly drivers: number | null
  /** Somebody was there at some time. */
  readonly hadDrivers: boolean
  readonly failed: string | null
}

export const AT_START: Course = {
  started: false,
  segment: -1,
  segmentOver: false,
  lastSegmentOver: false,
  over: false,
  saidOver: false,
  races: 0,
  drivers: null,
  hadDrivers: false,
  failed: null,
}

/**
 * What one signal changes. `plan` holds the segments in the order they are played. A server that returns to its first one ends the event
 * only after the last one was over; before, its drivers begin the event anew.
 */
export function advance(course: Course, signal: PhaseSignal, plan: readonly SegmentType[]): Course {
  switch (signal.kind) {
    case 'started':
      return { ...course, started: true, drivers: signal.drivers ?? course.drivers }
    case 'segment': {
      const index = signal.index ?? indexOf(plan, course, signal.type)
      if (course.lastSegmentOver) return index === 0 ? { ...course, over: true } : course
      return index === course.segment ? course : { ...course, segment: index, segmentOver: false }
    }
    case 'drivers':
      return { ...course, drivers: signal.count, hadDrivers: course.hadDrivers || (signal.count ?? 0) > 0 }
    case 'segmentOver': {
      if (signal.type !== undefined && signal.type !== plan[course.segment]) return course
      if (course.segmentOver || course.lastSegmentOver) return course
      const races = course.races + (plan[course.segment] === 'RACE' ? 1 : 0)
      return { ...course, races, segmentOver: true, lastSegmentOver: course.segment >= plan.length - 1 }
    }
    case 'restarted':
      return course.lastSegmentOver ? { ...course, over: true } : { ...course, segment: Math.min(course.segment, 0), segmentOver: false }
    case 'over':
      return course.lastSegmentOver ? { ...course, over: true } : { ...course, saidOver: course.saidOver || plan[course.segment] === plan.at(-1) }
    case 'failed':
      return { ...course, failed: signal.reason }
  }
}

/**
 * Which segment a type stands for. The current one goes on until it is over, told twice or driven again; then comes the next of its type,
 * else the first: the server has returned to it.
 */
function indexOf(plan: readonly SegmentType[], { segment, segmentOver }: Course, type: SegmentType): number {
  if (plan[segment] === type && !segmentOver) return segment
  const next = plan.indexOf(type, segment + 1)
  return next >= 0 ? next : Math.max(plan.indexOf(type), 0)
}

export type End = { readonly phase: 'OVER' } | { readonly phase: 'FAILED'; readonly reason: string }

/**
 * What the end of the process means. `code` is `null` when nobody of us saw it end: the host was away, or a signal of ours ended it. A starter
 * script may have its own; so files tell first whether there was a race.
 */
export function endOf(course: Course, facts: { readonly code: number | null; readonly stopped: boolean; readonly isRaced: boolean }): End {
  if (facts.stopped || course.over || course.lastSegmentOver || facts.isRaced) return { phase: 'OVER' }
  if (course.failed) return { phase: 'FAILED', reason: course.failed }
  if (facts.code === null) return { phase: 'FAILED', reason: 'the server ended unexpectedly' }
  if (facts.code !== 0) return { phase: 'FAILED', reason: `the server ended with code ${facts.code}` }
  if (course.started && !course.hadDrivers) return { phase: 'OVER' }
  return { phase: 'FAILED', reason: course.started ? 'the server ended before its race was over' : 'the server ended before it was up' }
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
  // a server that is up may have failed or not: a driver's name can say so
  if (course.failed !== null && !course.started) return true
  if (!course.over) return facts.wanted === 'stop'
  return !facts.isPending && facts.overMs >= (facts.isMissing ? facts.lateMs : CALM_MS)
}

/** What is written right at the end of an event is still taken along. */
const CALM_MS = 1000
