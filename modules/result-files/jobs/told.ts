import type { SessionId } from '#core/ids.ts'
import type { SegmentResults } from '#games/game.ts'
import { FILE_KEY } from '#modules/results/rules/standing.ts'
import { keysInFile } from '../rules/match.ts'
import { digestOf } from './fingerprint.ts'

/** What its file alone tells each row of a session by, as a hash that is of this split alone: the same whoever has linked an account since. */
export const fileKeysOf = (
  rows: SegmentResults['results'],
  { sessionId, splitNo }: { readonly sessionId: SessionId; readonly splitNo: number },
): readonly string[] => keysInFile(rows).map((told) => `${FILE_KEY}${digestOf(JSON.stringify([{ sessionId, splitNo }, told]))}`)
