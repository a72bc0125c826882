import type { LeagueId } from '#core/ids.ts'
import { refuse, type Result, type Verdict } from '#core/result.ts'
import type { CommandContext } from '#server/room.ts'
import { roleIn } from '../door.ts'
import type { LeagueFacts } from '../policy.ts'
import { lockLeague, type LeagueRow } from '../store.ts'

/** Locks the community, asks the policy, then acts: how every command on one begins. */
export async function onLeague<T>(
  { tx, actor }: CommandContext,
  id: string,
  may: (facts: LeagueFacts, league: LeagueRow) => Verdict,
  act: (league: LeagueRow) => Promise<Result<T>>,
): Promise<Result<T>> {
  const league = await lockLeague(tx, id as LeagueId)
  if (!league) return refuse('NOT_FOUND')
  const verdict = may({ ...league, role: await roleIn(tx, league.id, actor.userId) }, league)
  return verdict === true ? act(league) : verdict
}
