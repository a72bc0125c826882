import type { SentOf } from '#core/contract.ts'
import { LOCALES } from '#core/locale.ts'
import { searchWords } from '#core/search-words.ts'
import { GAMES_OF_LEAGUE, type leaguesContract } from '../contract.ts'

export const DIRECTORY_STEP = 20

/** What an address asks the directory for; anything that is no filter of ours is left out rather than refused. */
export function directoryParams(search: Readonly<Record<string, string | undefined>>): SentOf<typeof leaguesContract.publicLeagues> {
  const shown = Number(search['shown'])
  return {
    limit: shown > DIRECTORY_STEP && shown <= 100 ? Math.floor(shown) : DIRECTORY_STEP,
    search: searchWords(search['search']?.slice(0, 100) ?? '') || undefined,
    game: GAMES_OF_LEAGUE.find((game) => game === search['game']),
    language: LOCALES.find((locale) => locale === search['language']),
  }
}

/** The part of an address that the directory looks at, in one way of writing. */
export function directorySearch(search: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string | undefined>> {
  const { limit, search: words, game, language } = directoryParams(search)
  return { shown: limit === DIRECTORY_STEP ? undefined : String(limit), search: words, game, language }
}
