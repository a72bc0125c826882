import { createHash } from 'node:crypto'
import type { SessionResults } from '#games/game.ts'

/** The same session is the same in every version of its file, once it is over; another one is not, wherever a server begins to count anew. */
export const fingerprintOf = ({ nativeType, startedAt, facts, results }: SessionResults): string =>
  createHash('sha256')
    .update(
      JSON.stringify([facts['historyIndex'], nativeType, startedAt, results.map((row) => [row.name, row.lapCount, row.totalTime, row.bestLapTime])]),
    )
    .digest('hex')
