import { createHash } from 'node:crypto'
import type { SegmentResults } from '#games/game.ts'

/** The same session is the same in every version of its file, once it is over; another one is not, wherever a server begins to count anew. */
export const fingerprintOf = ({ nativeType, startedAt, facts, results }: SegmentResults): string =>
  createHash('sha256')
    .update(
      JSON.stringify([facts['historyIndex'], nativeType, startedAt, results.map((row) => [row.name, row.lapCount, row.totalTime, row.bestLapTime])]),
    )
    .digest('hex')

/** All that a file says of who came where in a session, as a text. */
export const saidOf = ({ type, results }: SegmentResults): string => JSON.stringify([type, results])

/** Two files with the same hold the same result. */
export const digestOf = (said: string): string => createHash('sha256').update(said).digest('hex')
