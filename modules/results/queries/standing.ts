import { sql } from 'kysely'
import type { LeagueId, SessionId, UserId } from '#core/ids.ts'
import type { Role } from '#modules/leagues/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import type { Standing } from '../policy.ts'

export type EventStanding = Standing & {
  readonly sessionId: SessionId
  readonly leagueId: LeagueId
  readonly game: string
  readonly classes: readonly { readonly id: string; readonly name: string; readonly color: string }[]
}

/** The event with its classes and how somebody stands there, in one statement; `null` when there is none. */
export async function standingOf(db: Reader, sessionId: SessionId, userId: UserId | null): Promise<EventStanding | null> {
  const { rows } = await sql<{ leagueId: LeagueId; game: string; isPublic: boolean; role: Role | null; classes: EventStanding['classes'] }>`
    select s.league_id as "leagueId", s.game, l.visibility = 'PUBLIC' and l.closed_at is null as "isPublic",
      (select m.role from memberships m where m.league_id = l.id and m.user_id = ${userId}::uuid) as role,
      coalesce((select jsonb_agg(jsonb_build_object('id', c.class_id, 'name', c.name, 'color', c.color) order by c.position)
        from session_classes c where c.session_id = s.id), '[]') as classes
    from sessions s join leagues l on l.id = s.league_id
    where s.id = ${sessionId} and s.deleted_at is null and s.status not in ('DRAFT', 'RECURRING')`.execute(db)
  return rows[0] ? { sessionId, ...rows[0] } : null
}
