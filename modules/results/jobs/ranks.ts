import type { SessionId } from '#core/ids.ts'
import { lapLengthM } from '#games/catalogue.ts'
import type { GameId } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { racesOf, rankRace, revertRace } from '#modules/ranking/door.ts'
import type { ChangeContext } from '#server/room.ts'
import { type DrivenCar, rankedRaces } from '../decide/ranked.ts'
import { drivenCars, rateableEvent } from '../queries/ranked.ts'

/**
 * Rates the races of an event as its results say them now, and takes back what is no race any more. The same again changes nothing. All events
 * of the change are locked already: the locks of ratings come after those (docs/decisions/0022).
 */
export async function rankEvent(context: Pick<ChangeContext, 'tx' | 'tell'>, { sessionId }: { readonly sessionId: SessionId }): Promise<void> {
  const { tx } = context
  const [event, rated] = await Promise.all([rateableEvent(tx, sessionId), racesOf(tx, sessionId)])
  if (!event) return
  const catalogue = gameOf(event.game as GameId)?.catalogue
  const lapM = ({ trackId, layoutId }: Pick<DrivenCar, 'trackId' | 'layoutId'>): number | null =>
    catalogue ? lapLengthM(catalogue, trackId ?? event.trackId, trackId === null ? event.layoutId : layoutId) : null
  const races = event.counts ? rankedRaces(event, await drivenCars(tx, sessionId), lapM) : []
  const numbers = new Set(races.map(({ no }) => no))
  for (const { raceNo } of rated) if (!numbers.has(raceNo)) await revertRace(context, sessionId, raceNo)
  for (const race of races) await rankRace(context, race)
}
