import { fillGrid } from '#modules/results/door.ts'
import type { SessionFacts } from '#modules/sessions/door.ts'
import type { Tx } from '#server/db/connect.ts'
import { gridSource, plannedSegments, reversedPositions } from '../rules.ts'

/** The segments that the servers of an event write, and how many places of a grid they turn. */
export function planOf(event: SessionFacts): { readonly planned: SessionFacts['segments']; readonly reversed: number } {
  const reversed = reversedPositions(event.game, event.options)
  return { planned: plannedSegments(event.segments, reversed), reversed }
}

/** What a segment that was written changes of grids: its own, and that of the race after it, where their files name none. */
export async function fillGrids(tx: Tx, event: SessionFacts, splitNo: number, index: number): Promise<void> {
  const { planned, reversed } = planOf(event)
  for (const race of [index, index + 1]) {
    const source = gridSource(planned, race, reversed)
    if (source && (race === index || source.index === index))
      await fillGrid(tx, { sessionId: event.id, splitNo, race, source: source.index, reversed: source.reversed })
  }
}
