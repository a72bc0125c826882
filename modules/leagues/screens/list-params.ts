import type { SentOf } from '#core/contract.ts'
import type { leaguesContract } from '../contract.ts'

export const DIRECTORY_STEP = 20

/** What an address asks the directory for; anything that is no filter of ours is left out rather than refused. */
export function directoryParams(search: Readonly<Record<string, string | undefined>>): SentOf<typeof leaguesContract.publicLeagues> {
  const shown = Number(search['shown'])
  return {
    limit: shown > DIRECTORY_STEP && shown <= 100 ? Math.floor(shown) : DIRECTORY_STEP,
    search: search['search']?.slice(0, 100) || undefined,
    game: search['game']?.slice(0, 30) || undefined,
    language: search['language']?.slice(0, 5) || undefined,
  }
}
