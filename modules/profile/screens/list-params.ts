import { DAY, ID, known } from '#core/search/address.ts'
import type { SentOf } from '#core/contract.ts'
import type { UserId } from '#core/ids.ts'
import { GAME_IDS } from '#games/game.ts'
import type { resultsContract } from '#modules/results/contract.ts'

type Search = Readonly<Record<string, string | undefined>>
export type Asked = SentOf<typeof resultsContract.driverResults>

// Every browser loads this file with the route table: it is written short.

export const PAGE_ROWS = 10
const FORMS = {
  type: /^(qualify|practice)$/,
  game: { test: (said: string) => GAME_IDS.includes(said as never) },
  community: RegExp(`^${ID}$`),
  from: DAY,
  to: DAY,
  zone: /^[a-z][\w/+-]{1,63}$/i,
  page: /^[1-9]\d{0,2}$/,
}

/** The part of an address that a profile looks at; what is no filter of ours is left out. */
export const profileSearch = (search: Search): Search => known(search, FORMS)

export const pageOf = (search: Search): number => +(known(search, FORMS)['page'] ?? 1)

/** The page of a driver's results that an address asks for. */
export function resultsAsked(id: UserId, search: Search): Asked {
  const { community, page = 1, type, ...own } = known(search, FORMS)
  return { id, limit: PAGE_ROWS, offset: (+page - 1) * PAGE_ROWS, leagueId: community, type: type?.toUpperCase(), ...own } as Asked
}
