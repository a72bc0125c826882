import { lapsContract, type LapPlace } from '#modules/laps/contract.ts'
import { lapsAsked, placesAsked } from '#modules/laps/screens/list-params.ts'
import { need, type Need } from '#web/kit/ask.ts'
import type { Search } from '#web/kit/navigation.ts'

type PlacesCall = typeof lapsContract.lapPlaces

/** Tracks with laps: to visitors those of communities that have opened their results. */
export const placesCall = (signedIn: boolean): PlacesCall => (signedIn ? lapsContract.memberLapPlaces : lapsContract.lapPlaces)

/** The list of a track, or the tracks; whoever has the full list is told of it once the page stands. */
export function bestLapsNeeds(search: Search, signedIn: boolean): readonly Need[] {
  const asked = lapsAsked(search)
  if (!asked) return [need(placesCall(signedIn), placesAsked(search))]
  return [need(placesCall(signedIn), placesAsked(search)), need(signedIn ? lapsContract.bestLaps : lapsContract.publicBestLaps, asked)]
}

/** What the place of a list is called, where there are laps. */
export const placeName = (search: Search, places: readonly LapPlace[] | undefined): string | undefined => {
  const asked = lapsAsked(search)
  const place = asked && places?.find(({ trackId, layoutId }) => trackId === asked.trackIds?.[0] && layoutId === asked.layoutId)
  return place ? [place.name, place.layoutName].filter(Boolean).join(', ') : undefined
}
