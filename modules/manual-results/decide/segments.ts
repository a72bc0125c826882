import { plannedSegment, unplannedSegment, plannedOfType, type SegmentNo, type FileToAssign } from '#modules/result-files/rules/segments.ts'

type Planned = { readonly type: string }

/**
 * Where the sessions of a file come in a manual session: its races from the `first` on, in order; the rest belongs to the first file of the
 * night where the plan has it, else behind the plan. `null`: the event has no such race, or nobody drove.
 */
export function draftSegments(sessions: FileToAssign['segments'], planned: readonly Planned[], first: number): readonly (SegmentNo | null)[] {
  const races = plannedOfType('RACE', planned)
  const taken = new Map<string, number>()
  return sessions.map(({ type, results }) => {
    if (results.length === 0) return null
    const nth = (taken.get(type) ?? 0) + first - 1
    taken.set(type, nth - first + 2)
    const indexes = type === 'RACE' ? races : plannedOfType(type, planned)
    const index = indexes[nth]
    if (index !== undefined) return plannedSegment(index, planned)
    return type === 'RACE' ? null : unplannedSegment(type, nth, indexes.length, planned)
  })
}
