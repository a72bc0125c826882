import type { SessionId, TournamentId } from '#core/ids.ts'
import type { PointsFields } from '#modules/sessions/contract.ts'
import type { SeasonPoints } from '#modules/sessions/rules/points.ts'
import type { Reader } from '#server/db/connect.ts'
import { pointSystem } from '../contract/shapes.ts'
import { eventPointsOf } from '../decide/defaults.ts'
import type { Scoring } from '../store.ts'

/** How an event scores in its season. */
export async function scoringIn(db: Reader, id: TournamentId, sessionId: SessionId): Promise<PointsFields & SeasonPoints> {
  const row = await db
    .selectFrom('tournament_sessions')
    .innerJoin('tournaments', 'tournaments.id', 'tournament_sessions.tournament_id')
    .select(['tournaments.point_system', 'multiplier', 'point_table', 'race_tables', 'fastest_lap'])
    .where('tournament_sessions.tournament_id', '=', id)
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow()
  const { multiplier, point_table: table, race_tables: raceTables, fastest_lap: fastestLap } = row
  return eventPointsOf(pointSystem.parse(row.point_system), { multiplier: Number(multiplier), table, raceTables, fastestLap } as Scoring)
}
