import type { LeagueId, UserId } from '#core/ids.ts'
import { memberOf } from '#modules/leagues/door.ts'
import type { Role } from '#modules/leagues/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import { banOf } from './store.ts'

export type InLeague = { readonly role: Role | null; readonly banned: boolean; readonly tosVersion: number | null }

/**
 * How somebody stands in a community: their role, whether a ban holds, which terms they accepted. Who changes something because of it holds the
 * league's lock (`lockLeague` of leagues), or a ban could come in between.
 */
export async function standingIn(db: Reader, leagueId: LeagueId, userId: UserId, now: Date): Promise<InLeague> {
  const [member, ban] = [await memberOf(db, leagueId, userId), await banOf(db, leagueId, userId, now)]
  return { role: member?.role ?? null, banned: ban !== null, tosVersion: member?.tosVersion ?? null }
}
