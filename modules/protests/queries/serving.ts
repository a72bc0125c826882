import { sql } from 'kysely'
import type { LeagueId, PenaltyId, SessionId, UserId } from '#core/ids.ts'
import { VERDICT_BURDENS } from '#modules/burdens/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import type { PenaltyKind } from '../rules/penalty.ts'
import type { Counted, Driven, Outcome } from '../rules/serving.ts'

export type CarriedPenalty = Counted &
  Driven & {
    readonly id: PenaltyId
    readonly leagueId: LeagueId
    /** Where it was given. */
    readonly sessionId: SessionId
    readonly userId: UserId
    readonly kind: PenaltyKind
    /** What this race came to for it by now. */
    readonly before: Outcome | null
  }

/** Penalties that their drivers carried into an event that is over and has results of a race; without those that an admin has settled, or an appeal has taken back. */
export async function carriedInto(db: Reader, sessionId: SessionId): Promise<readonly CarriedPenalty[]> {
  const { rows } = await sql<CarriedPenalty>`
    select g.id, g.league_id as "leagueId", g.session_id as "sessionId", g.user_id as "userId", g.kind, g.races_left as "racesLeft",
      g.carried_over as "carriedOver", o.outcome as before,
      exists (select from results r join result_rows x on x.result_id = r.id where r.session_id = s.id and r.state = 'STANDS' and r.type = 'RACE'
        and x.user_ids @> array[g.user_id] and x.status <> 'DNS') as "hasRaced",
      exists (select from results r join result_rows x on x.result_id = r.id where r.session_id = s.id and r.state = 'STANDS' and r.type = 'QUALIFY'
        and x.user_ids @> array[g.user_id] and x.lap_count > 0) as "hasQualified"
    from sessions s
    join race_burdens b on b.session_id = s.id and b.kind = any (${[...VERDICT_BURDENS]})
    join protest_penalties g on g.league_id = s.league_id and g.user_id = b.user_id and g.kind = b.kind and g.session_id <> s.id and g.created_at < s.starts_at
    join protest_reports p on p.id = g.report_id and p.status <> 'APPEAL_ACCEPTED'
    left join protest_penalty_races o on o.penalty_id = g.id and o.session_id = s.id
    where s.id = ${sessionId} and s.status = 'ENDED' and s.deleted_at is null and not coalesce(o.by_hand, false)
      and (g.state = 'DUE' or (g.state = 'SERVED' and o.outcome is not null))
      and exists (select from results r where r.session_id = s.id and r.state = 'STANDS' and r.type = 'RACE')
    order by g.id`.execute(db)
  return rows
}

/**
 * The race of which an admin speaks who says what came of a penalty: the first that it was carried into of which nothing is noted, nor told by
 * results. Those say nothing more of it then; of one that has not begun they will, and count it no second time.
 */
export async function raceMeant(
  db: Reader,
  { penaltyId, userId, kind }: { readonly penaltyId: PenaltyId; readonly userId: UserId; readonly kind: string },
  now: Date,
): Promise<{ readonly sessionId: SessionId; readonly hasBegun: boolean } | null> {
  const { rows } = await sql<{ sessionId: SessionId; hasBegun: boolean }>`
    select s.id as "sessionId", s.starts_at <= ${now} as "hasBegun"
    from protest_penalties g join race_burdens b on b.user_id = ${userId} and b.kind = ${kind}
    join sessions s on s.id = b.session_id and s.league_id = g.league_id and s.deleted_at is null and s.status not in ('FAILED', 'DECLINED')
    where g.id = ${penaltyId} and s.id <> g.session_id and s.starts_at > g.created_at
      and not exists (select from protest_penalty_races o where o.penalty_id = g.id and o.session_id = s.id)
      and not (s.status = 'ENDED' and exists (select from results r where r.session_id = s.id and r.state = 'STANDS' and r.type = 'RACE'))
    order by s.starts_at, s.id limit 1`.execute(db)
  return rows[0] ?? null
}
