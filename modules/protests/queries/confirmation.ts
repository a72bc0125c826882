import { sql } from 'kysely'
import type { LeagueId, SessionId, TournamentId } from '#core/ids.ts'
import type { Reader } from '#server/db/connect.ts'
import { WINDOW_MOST_MS, type ProtestRules } from '../rules.ts'
import { isOpenIn } from './parts.ts'

/** What of an event stewards have still to decide, and until when the last verdict may be appealed. */
export async function undecided(db: Reader, sessionId: SessionId): Promise<{ readonly open: number; readonly appealUntil: Date | null }> {
  const { open, until } = await db
    .selectFrom('protest_reports')
    .select(sql<number>`(count(*) filter (where ${isOpenIn('protest_reports')}))::int`.as('open'))
    .select(sql<Date | null>`max(appeal_until) filter (where appealed_at is null)`.as('until'))
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return { open, appealUntil: until }
}

/** Ended events whose reports may have time still, or are being decided, or of which other rules say whether any are taken; in the order in which everybody locks several. */
export async function endedIn(
  db: Reader,
  of: { readonly leagueId: LeagueId } | { readonly tournamentId: TournamentId },
  now: Date,
  rules?: Pick<ProtestRules, 'isEnabled'>,
): Promise<readonly SessionId[]> {
  const rows = await db
    .selectFrom('sessions')
    .leftJoin('tournament_sessions', 'tournament_sessions.session_id', 'sessions.id')
    .leftJoin('result_confirmations', 'result_confirmations.session_id', 'sessions.id')
    .select('sessions.id')
    .where('sessions.status', '=', 'ENDED')
    .where('sessions.deleted_at', 'is', null)
    .where('leagueId' in of ? 'sessions.league_id' : 'tournament_sessions.tournament_id', '=', 'leagueId' in of ? of.leagueId : of.tournamentId)
    .where(({ or, and, eb }) =>
      or([
        eb('sessions.ended_at', '>', new Date(now.getTime() - WINDOW_MOST_MS)),
        and([eb('result_confirmations.session_id', 'is not', null), eb('result_confirmations.confirmed_at', 'is', null)]),
        ...(rules ? [eb('result_confirmations.takes_protests', '<>', rules.isEnabled)] : []),
      ]),
    )
    .orderBy('sessions.id')
    .execute()
  return rows.map(({ id }) => id)
}
