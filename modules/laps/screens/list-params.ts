import { DAY, ID, known } from '#core/search/address.ts'
import type { SentOf } from '#core/contract.ts'
import type { LeagueId, TournamentId, UserId } from '#core/ids.ts'
import { GAME_IDS } from '#games/game.ts'
import type { lapsContract } from '../contract.ts'
import { SEGMENT_TYPES } from '../rules.ts'

type Search = Readonly<Record<string, string | undefined>>
export type Asked = SentOf<typeof lapsContract.bestLaps>

// Every browser loads this file with the route table: it is written short.

const NAME = /^.{1,100}$/
const IDS = RegExp(`^${ID}(?:,${ID}){0,19}$`)
const FORMS = {
  track: NAME,
  layout: NAME,
  segment: /^[a-z]+$/,
  cars: /^[^,]{1,100}(?:,[^,]{1,100}){0,59}$/,
  tracks: /^[^,]{1,100}(?:,[^,]{1,100}){0,8}$/,
  community: IDS,
  season: RegExp(`^${ID}$`),
  drivers: IDS,
  from: DAY,
  to: DAY,
}

/** The part of an address that the page looks at; what is no filter of ours is left out. */
export function lapsSearch(search: Search): Search {
  const game = GAME_IDS.find((one) => one === search['game'])
  const all = known(search, FORMS)
  return !game || !search['track'] ? { game, season: all['season'] } : { game, ...all }
}

/** The list that the address asks for; `null`: it names no track. */
export function lapsAsked(search: Search): Asked | null {
  const { game, track, layout, tracks, segment, cars, community, season, drivers, from, to } = lapsSearch(search)
  const segmentType = SEGMENT_TYPES.find((type) => type === segment?.toUpperCase())
  return track === undefined
    ? null
    : {
        gameId: game as Asked['gameId'],
        // the only layout of a track has no name; of several tracks all they have
        ...(tracks ? { trackIds: [track, ...tracks.split(',')] } : { trackIds: [track], layoutId: layout ?? '' }),
        ...(segmentType && { segmentType }),
        ...(cars && { carModelIds: cars.split(',') }),
        ...(community && { communityIds: community.split(',') as LeagueId[] }),
        ...(season && { tournamentId: season as TournamentId }),
        ...(drivers && { driverIds: drivers.split(',') as UserId[] }),
        ...(from && { dateFrom: from }),
        ...(to && { dateTo: to }),
      }
}

/** Of which game, and of which season, the places are listed. */
export const placesAsked = (search: Search): SentOf<typeof lapsContract.lapPlaces> => {
  const { game, season } = lapsSearch(search)
  return { ...(game && { gameId: game as Asked['gameId'] }), ...(season && { tournamentId: season as TournamentId }) }
}
