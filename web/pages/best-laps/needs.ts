import type { SentOf } from '#core/contract.ts'
import { lapsContract } from '#modules/laps/contract.ts'
import { lapsAsked, placesAsked, publicly } from '#modules/laps/screens/list-params.ts'
import { need, type Need } from '#web/kit/ask.ts'
import type { Search } from '#web/kit/navigation.ts'

type PlacesCall = typeof lapsContract.lapPlaces

/** Tracks with laps: to visitors those of communities that have opened their results. */
export const placesCall = (signedIn: boolean): PlacesCall => (signedIn ? lapsContract.memberLapPlaces : lapsContract.lapPlaces)

/** The list of a track, or the tracks; whoever has the full list is told of it once the page stands. */
export function bestLapsNeeds(search: Search, signedIn: boolean): readonly Need[] {
  const asked = lapsAsked(search)
  if (!asked) return [need(placesCall(signedIn), placesAsked(search))]
  const places: SentOf<PlacesCall> = { gameId: asked.gameId }
  return [need(placesCall(signedIn), places), signedIn ? need(lapsContract.bestLaps, asked) : need(lapsContract.publicBestLaps, publicly(asked))]
}
