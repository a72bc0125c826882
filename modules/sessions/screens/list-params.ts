import { GAME_IDS, type GameId } from '#games/game.ts'
import type { SentOf } from '#core/contract.ts'
import { searchWords } from '#core/search-words.ts'
import type { sessionsContract } from '../contract.ts'
import { LIST_STATUSES, REGIONS } from '../rules.ts'

type Params = SentOf<typeof sessionsContract.publicEvents>
export const LIST_STEP = 20

/** What an address asks the event list for; anything that is no filter of ours is left out rather than refused. */
export function listParams(search: Readonly<Record<string, string | undefined>>): Params {
  const shown = Number(search['shown'])
  return {
    limit: shown > LIST_STEP && shown <= 100 ? Math.floor(shown) : LIST_STEP,
    game: GAME_IDS.find((game) => game === search['game']) as GameId | undefined,
    status: LIST_STATUSES.find((status) => status === search['status']),
    region: REGIONS.find((region) => region === search['region']),
    search: searchWords(search['search']?.slice(0, 100) ?? '') || undefined,
  }
}

/** The part of an address that the list looks at, in one way of writing. */
export function listSearch(search: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string | undefined>> {
  const { limit, game, status, region, search: words } = listParams(search)
  return { shown: limit === LIST_STEP ? undefined : String(limit), game, status, region, search: words }
}
