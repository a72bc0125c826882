import { sql } from 'kysely'
import type { SessionId, UserId } from '#core/ids.ts'
import type { Reader } from '#server/db/connect.ts'

export { bestLapsOf, lapsOfBoth, type StoredOwnLap } from './queries/of-driver.ts'
export { driverLapView, type LapReader } from './queries/view.ts'

export type OwnBest = {
  /** The row of a result, and who of those in the car. */
  readonly rowId: string
  readonly userId: UserId
  readonly lapMs: number
  /** Their fastest clean lap with this track, layout and car before, in whatever segment or event; `null`: they had none. */
  readonly beforeMs: number | null
}

/** The best laps of an event, each with what its driver had before on that track and in that car. */
export async function ownBestBefore(db: Reader, sessionId: SessionId): Promise<readonly OwnBest[]> {
  const { rows } = await sql<OwnBest>`
    select b.row_id as "rowId", b.user_id as "userId", b.lap_ms as "lapMs", b.before_ms as "beforeMs"
    from lap_bests b where b.session_id = ${sessionId}`.execute(db)
  return rows
}
