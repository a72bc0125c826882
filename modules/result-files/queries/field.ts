import type { GameId, SegmentResults } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { erasedOf } from '#modules/accounts/door.ts'
import { erasedRows, fieldEntries, type ErasedRow } from '#modules/results/door.ts'
import { plain } from '#modules/results/rules/plain.ts'
import type { SessionFacts } from '#modules/sessions/door.ts'
import type { Reader } from '#server/db/connect.ts'
import type { Field } from '../rules/match.ts'
import { findOwners } from '../store.ts'

export type FieldOfFile = Field & {
  /** Accounts in it whose owners have erased theirs. */
  readonly erased: ReadonlySet<string>
  /** Rows that were theirs before. */
  readonly gone: readonly ErasedRow[]
}

/** Whom the rows of a file can be: entries of the split, owners of its accounts, those who erased theirs. */
export async function fieldOf(
  tx: Reader,
  event: Pick<SessionFacts, 'id' | 'game'>,
  splitNo: number,
  sessions: readonly SegmentResults[],
  matches: Field['matches'],
  game: GameId = event.game,
): Promise<FieldOfFile> {
  const provider = gameOf(game)?.platform ?? 'none'
  const rows = sessions.flatMap(({ results }) => results)
  // what no database can hold is nobody's account
  const accounts = [...new Set(rows.flatMap((row) => row.drivers.flatMap(({ platformId }) => platformId || [])))].filter((id) => plain(id) === id)
  const [users, erased, entries] = await Promise.all([
    findOwners(tx, event.id, provider, accounts),
    erasedOf(tx, provider, accounts),
    fieldEntries(tx, event.id, splitNo, provider),
  ])
  const gone = erased.size > 0 ? await erasedRows(tx, event.id, splitNo) : []
  return { users, erased, gone, byName: provider === 'none', matches, entries }
}
