import type { LeagueId, TournamentId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import { lockLeague, roleIn, type LockedLeague } from '#modules/leagues/door.ts'
import type { CommandContext } from '#server/room.ts'
import { takes, type Order } from '../decide.ts'
import { mayChange, mayManage } from '../policy.ts'
import type { TournamentStatus } from '../rules.ts'
import { lockRow, placeOf, type TournamentRow } from '../store.ts'

/** The community, locked, when the actor may make seasons in it. */
export async function administered({ tx, actor, now }: CommandContext, leagueId: LeagueId): Promise<Result<LockedLeague>> {
  const league = await lockLeague(tx, leagueId, now)
  const may = league ? mayManage({ ...league, role: await roleIn(tx, leagueId, actor.userId) }) : refuse('NOT_FOUND')
  return may === true ? ok(league!) : may
}

/** Community and season, both locked, when the actor is an admin and its state takes the order. What must be locked between them is, by `between`. */
export async function ordered(
  context: CommandContext,
  id: TournamentId,
  order: Order,
  between: () => Promise<unknown> = async () => undefined,
): Promise<Result<{ readonly league: LockedLeague; readonly season: TournamentRow }>> {
  const { tx, actor, now } = context
  const place = await placeOf(tx, id)
  const league = place && (await lockLeague(tx, place.league_id, now))
  if (!place || !league) return refuse('NOT_FOUND')
  const may = mayChange({ ...league, role: await roleIn(tx, league.id, actor.userId) }, place.status as TournamentStatus)
  if (may !== true) return may
  await between()
  const season = await lockRow(tx, id)
  if (!season) return refuse('NOT_FOUND')
  const taken = takes(season.status as TournamentStatus, order)
  return taken === true ? ok({ league, season }) : taken
}

/** As what is told of it names it. */
export const named = (season: Pick<TournamentRow, 'id' | 'league_id' | 'name'>) => ({ ...at(season), name: season.name })
export const at = ({ id, league_id }: Pick<TournamentRow, 'id' | 'league_id'>) => ({ tournamentId: id, leagueId: league_id })
