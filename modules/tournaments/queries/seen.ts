import type { TournamentId, UserId } from '#core/ids.ts'
import { allowed } from '#core/result.ts'
import type { Reader } from '#server/db/connect.ts'
import { maySee } from '../policy.ts'
import type { TournamentStatus } from '../rules.ts'
import { findFrame, findView, type Frame, type ViewRow } from './views.ts'

/** The season, when the asker may see it. */
export async function findSeen(db: Reader, id: TournamentId, who: UserId | null): Promise<ViewRow | null> {
  return inSight(await findView(db, id, who))
}

/** What its tables need of it, when the asker may see it. */
export async function findSeenFrame(db: Reader, id: TournamentId, who: UserId | null): Promise<Frame | null> {
  return inSight(await findFrame(db, id, who))
}

const inSight = <Season extends Frame>(row: Season | undefined): Season | null =>
  row && allowed(maySee(row, row.status as TournamentStatus)) ? row : null
