import type { TournamentId, UserId } from '#core/ids.ts'
import { allowed } from '#core/result.ts'
import type { Reader } from '#server/db/connect.ts'
import { maySee } from '../policy.ts'
import type { TournamentStatus } from '../rules.ts'
import { findView, type ViewRow } from './views.ts'

/** The season, when the asker may see it. */
export async function findSeen(db: Reader, id: TournamentId, who: UserId | null): Promise<ViewRow | null> {
  const row = await findView(db, id, who)
  return row && allowed(maySee(row, row.status as TournamentStatus)) ? row : null
}
