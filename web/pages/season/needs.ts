import type { TournamentId } from '#core/ids.ts'
import { publicStandings, publicTournament, standings, tournament } from '#modules/tournaments/contract/page.ts'
import type { TournamentView } from '#modules/tournaments/contract/shapes.ts'
import { need, type Need } from '#web/kit/ask.ts'
import type { Head } from '#web/routes.tsx'

type Call = typeof publicTournament
type TableCall = typeof publicStandings

/** Visitors get the kept public answer, the signed-in their own, which holds all of the first. */
export const seasonCall = (signedIn: boolean): Call => (signedIn ? (tournament as unknown as Call) : publicTournament)
export const tableCall = (signedIn: boolean): TableCall => (signedIn ? standings : publicStandings)

export function seasonNeeds(params: Readonly<Record<string, string>>, signedIn: boolean): readonly Need[] {
  const id = (params['id'] ?? '') as TournamentId
  return [need(seasonCall(signedIn), { id }), need(tableCall(signedIn), { id })]
}

/** Title and preview of a season; in the browser a head is its title. */
export const seasonHead = (season: TournamentView | undefined): Head => ({
  title: season?.name,
  ...(import.meta.env.SSR &&
    season && {
      description: `${season.name}, ${season.leagueName}`,
      image: `/public/tournaments/${season.id}/card.png`,
      imageAlt: season.name,
    }),
})
