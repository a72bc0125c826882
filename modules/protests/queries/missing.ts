import { sql } from 'kysely'
import type { SessionId } from '#core/ids.ts'
import type { Reader } from '#server/db/connect.ts'
import type { PenaltyKind } from '../rules/penalty.ts'
import { isMissing } from './parts.ts'

/** Of an event's verdicts the penalties of this race that found nobody in its results, with the reason they were given for. */
export async function uncorrected(db: Reader, sessionId: SessionId) {
  return db
    .selectFrom('protest_penalties as g')
    .innerJoin('protest_reports as p', 'p.id', 'g.report_id')
    .innerJoin('protest_reviews as v', (on) => on.onRef('v.report_id', '=', 'p.id').on('v.round', '=', 1))
    .select([
      'g.id',
      'g.league_id as leagueId',
      'g.amount',
      'g.user_id as driverId',
      'p.reportee_keys as carKeys',
      'p.split_no as splitNo',
      'v.note as reason',
    ])
    .select(sql<PenaltyKind>`g.kind`.as('kind'))
    .select(sql<number>`case p.segment_type when 'RACE' then p.segment_no else 1 end`.as('raceNo'))
    .distinctOn('g.id')
    .where('g.session_id', '=', sessionId)
    .where(isMissing('g'))
    .orderBy('g.id')
    .orderBy('v.no', 'desc')
    .execute()
}
