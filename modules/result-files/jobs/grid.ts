import { fillGrid } from '#modules/results/door.ts'
import type { SessionFacts } from '#modules/sessions/door.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import { gridSource, plannedSegments, reversedPlaces } from '../rules.ts'
import { findOptions } from '../store.ts'

/** The segments that the servers of an event write, and how many places of a grid they turn. */
export async function planOf(db: Reader, event: SessionFacts): Promise<{ readonly planned: SessionFacts['segments']; readonly reversed: number }> {
  const reversed = reversedPlaces(event.game, await findOptions(db, event.id))
  return { planned: plannedSegments(event.segments, reversed), reversed }
}

/** What a segment that was written changes of grids: its own, and that of the race after it, where their files name none. */
export async function fillGrids(tx: Tx, event: SessionFacts, splitNo: number, index: number): Promise<void> {
  const { planned, reversed } = await planOf(tx, event)
  for (const race of [index, index + 1]) {
    const source = gridSource(planned, race, reversed)
    if (source && (race === index || source.index === index))
      await fillGrid(tx, { sessionId: event.id, splitNo, race, source: source.index, reversed: source.reversed })
  }
}
