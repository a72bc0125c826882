import type { SessionId, TournamentId, UserId } from '#core/ids.ts'
import type { CommandContext } from '#server/room.ts'
import type { RoundView } from './contract/shapes.ts'
import { TournamentSessionAdded } from './contract/facts.ts'
import { atLeast } from '#modules/leagues/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import { findSeen } from './queries/seen.ts'
import { roundsOf } from './queries/views.ts'
import { addSession, lockRow } from './store.ts'
import { keepStandings } from './store/standings.ts'

export type { KeptTable } from './decide/tables.ts'
export { tournamentOf as seasonOfEvent } from './store.ts'
export { enterInSeason, lookAtSeason } from './door/picked.ts'
export { openSeasons, seasonTarget } from './queries/picked.ts'
export { tablesWith, type Counting } from './store/standings.ts'

/** The events of a season that somebody may see; null: they see no such season. */
export async function eventsOfSeason(db: Reader, id: TournamentId, asker: UserId): Promise<readonly RoundView[] | null> {
  const row = await findSeen(db, id, asker)
  return row && roundsOf(row, atLeast(row.role, 'admin'))
}

/** Makes an event one of a series. Community and event are locked, the actor is an admin. */
export async function addToSeries({ tx, now, record }: CommandContext, id: TournamentId, sessionId: SessionId): Promise<void> {
  const season = await lockRow(tx, id)
  if (!season || !(await addSession(tx, id, sessionId))) return
  await keepStandings(tx, id, now)
  record(TournamentSessionAdded, { tournamentId: id, leagueId: season.league_id, sessionId, name: season.name })
}
