import type { ResultFileLayout, SegmentResults } from '#games/game.ts'

/** A result file of ours as far as the places of others depend on it, in the order they arrived. */
export type Arrived = { readonly id: string; readonly serverId: string | null; readonly types: readonly string[] }

/** A file that is to be placed, with the sessions of it that belong to the event. */
export type FileToAssign = {
  readonly id: string
  readonly serverId: string | null
  readonly layout: ResultFileLayout
  /** Which race of the event its first one is, where a person has said so. */
  readonly firstRace?: number | null
  readonly segments: readonly Pick<SegmentResults, 'type' | 'nativeType' | 'segmentIndex' | 'results'>[]
}

/** A segment: its index in the event, and its number among those of its type. */
export type SegmentNo = { readonly index: number; readonly no: number }

type Planned = { readonly type: string }

/** Which segment of the event each one of a file is; `null`: it is kept and shows nothing. */
export function segmentsOfFile(file: FileToAssign, arrived: readonly Arrived[], planned: readonly Planned[]): readonly (SegmentNo | null)[] {
  const numbers = segmentsAsWritten(file, arrived, planned)
  if (file.firstRace == null) return numbers
  const races = plannedOfType('RACE', planned)
    .slice(file.firstRace - 1)
    .values()
  return file.segments.map(({ type, results }, i) => {
    if (type !== 'RACE' || results.length === 0) return numbers[i]!
    const index = races.next().value
    return index === undefined ? null : plannedSegment(index, planned)
  })
}

function segmentsAsWritten(file: FileToAssign, arrived: readonly Arrived[], planned: readonly Planned[]): readonly (SegmentNo | null)[] {
  if (file.layout === 'WHOLE') return segmentsInEvent(file, planned)
  return file.segments.map(({ type, segmentIndex, results }, i) => {
    if (file.layout === 'COUNTED' && segmentIndex !== null && planned[segmentIndex]?.type === type) return plannedSegment(segmentIndex, planned)
    const before = file.segments.slice(0, i).filter((one) => one.type === type).length
    return nextOf({ type, isEmpty: results.length === 0 }, earlier(file, type, arrived) + before, planned)
  })
}

/**
 * A file that tells the whole event says itself which of its type a session is (Race2), or by its order. What nobody planned stands behind
 * the plan, each for itself. Its sessions begin before anybody has a result: until then they show nothing.
 */
function segmentsInEvent({ segments: numbers }: FileToAssign, planned: readonly Planned[]): readonly (SegmentNo | null)[] {
  const taken = new Map<string, number>()
  return numbers.map(({ type, nativeType, results }) => {
    if (results.length === 0) return null
    const nth = Math.max(taken.get(type) ?? 0, Number(/[2-9]$/.exec(nativeType)?.[0] ?? 1) - 1)
    taken.set(type, nth + 1)
    const numbers = plannedOfType(type, planned)
    const index = numbers[nth]
    return index === undefined ? unplannedSegment(type, nth, numbers.length, planned) : plannedSegment(index, planned)
  })
}

/** How many of a type came from the same server before this file, which is the last one when it is not there yet. */
function earlier(file: FileToAssign, type: string, arrived: readonly Arrived[]): number {
  const own = arrived.findIndex(({ id }) => id === file.id)
  const before = own < 0 ? arrived : arrived.slice(0, own)
  return before.filter(({ serverId }) => serverId === file.serverId).reduce((sum, { types }) => sum + types.filter((one) => one === type).length, 0)
}

/**
 * The nth session of a type from one server is the nth segment of that type. One too many is the last of its type driven again, and counts
 * unless nobody drove; a type nobody planned stands behind the plan.
 */
function nextOf({ type, isEmpty }: { type: string; isEmpty: boolean }, nth: number, planned: readonly Planned[]): SegmentNo | null {
  const numbers = plannedOfType(type, planned)
  const index = numbers[nth]
  if (index !== undefined) return plannedSegment(index, planned)
  if (isEmpty) return null
  const last = numbers.at(-1)
  return last === undefined ? { index: planned.length + UNPLANNED.indexOf(type), no: 1 } : plannedSegment(last, planned)
}

/** The planned segments of a type, in order. */
export const plannedOfType = (type: string, planned: readonly Planned[]): readonly number[] =>
  planned.flatMap((segment, index) => (segment.type === type ? [index] : []))

/** A planned segment with its number. */
export const plannedSegment = (index: number, planned: readonly Planned[]): SegmentNo => ({
  index,
  no: planned.slice(0, index + 1).filter(({ type }) => type === planned[index]?.type).length,
})

/** What nobody planned stands behind the plan. */
export const unplannedSegment = (type: string, nth: number, inPlan: number, planned: readonly Planned[]): SegmentNo => ({
  index: planned.length + UNPLANNED.length * (nth - inPlan) + UNPLANNED.indexOf(type),
  no: nth + 1,
})

const UNPLANNED: readonly string[] = ['PRACTICE', 'QUALIFY', 'WARMUP', 'RACE']

type Split = { readonly splitNo: number; readonly status: string }
type Held = { readonly splitNo: number; readonly segmentIndex: number; readonly fileId: string | null }

/** Whether the last segment of every split has been read; a split whose server failed for good is waited for only once a file was handed in for it. */
export const isComplete = (splits: readonly Split[], held: readonly Held[], handedIn: ReadonlySet<string>, lastSegment: number): boolean =>
  splits.every(({ splitNo, status }) => {
    const own = held.filter((one) => one.splitNo === splitNo)
    const isWaitedFor = status !== 'FAILED' || own.some(({ fileId }) => fileId !== null && handedIn.has(fileId))
    return !isWaitedFor || own.some(({ segmentIndex }) => segmentIndex === lastSegment)
  })
