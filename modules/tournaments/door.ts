import type { SessionId, TournamentId } from '#core/ids.ts'
import type { CommandContext } from '#server/room.ts'
import { TournamentSessionAdded } from './contract/facts.ts'
import { addSession, lockRow } from './store.ts'
import { keepStandings } from './store/standings.ts'

export type { KeptTable } from './decide/tables.ts'
export { tournamentOf as seasonOfEvent } from './store.ts'
export { tablesWith, type Counting } from './store/standings.ts'

/** Makes an event one of a series. Community and event are locked, the actor is an admin. */
export async function addToSeries({ tx, now, record }: CommandContext, id: TournamentId, sessionId: SessionId): Promise<void> {
  const season = await lockRow(tx, id)
  if (!season || !(await addSession(tx, id, sessionId))) return
  await keepStandings(tx, id, now)
  record(TournamentSessionAdded, { tournamentId: id, leagueId: season.league_id, sessionId })
}
