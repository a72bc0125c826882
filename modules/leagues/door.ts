import type { LeagueId, UserId } from '#core/ids.ts'
import type { Reader } from '#server/db/connect.ts'
import type { Role } from './rules.ts'

/** The actor's role in a league; `null` for a stranger, a visitor, an applicant. */
export async function roleIn(db: Reader, leagueId: LeagueId, userId: UserId | null): Promise<Role | null> {
  if (!userId) return null
  const row = await db.selectFrom('memberships').select('role').where('league_id', '=', leagueId).where('user_id', '=', userId).executeTakeFirst()
  return (row?.role as Role | undefined) ?? null
}
