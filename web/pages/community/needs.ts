import type { SentOf } from '#core/contract.ts'
import type { LeagueId } from '#core/ids.ts'
import { leaguesContract, type LeagueView } from '#modules/leagues/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { need, type Need } from '#web/kit/ask.ts'
import type { Text } from '#web/kit/texts.tsx'
import type { Head } from '#web/routes.tsx'

type Call = typeof leaguesContract.publicLeague

/** Visitors get the kept public answer, the signed-in their own, which holds all of the first; hidden communities have only the second. */
export const leagueCall = (signedIn: boolean): Call => (signedIn ? (membersContract.league as unknown as Call) : leaguesContract.publicLeague)

type ListCall = typeof sessionsContract.publicEvents
type Status = 'COMING' | 'ENDED'

/** A community's events: the kept public list, for the signed-in their own, which holds those of hidden and closed communities too. */
export const eventsCall = (signedIn: boolean): ListCall =>
  signedIn ? (sessionsContract.eventsOfLeague as unknown as ListCall) : sessionsContract.publicEvents
export const eventsOf = (signedIn: boolean, leagueId: LeagueId, status: Status, limit: number): SentOf<ListCall> =>
  signedIn ? ({ id: leagueId, status, limit } as SentOf<ListCall>) : { leagueId, status, limit }
export const COMING_SHOWN = 50
export const PAST_SHOWN = 5

/** The community, its coming events and the last few: the first paint shows them all. */
export function communityNeeds(params: Readonly<Record<string, string>>, signedIn: boolean): readonly Need[] {
  const id = (params['id'] ?? '') as LeagueId
  const events = (status: Status, limit: number): Need => need(eventsCall(signedIn), eventsOf(signedIn, id, status, limit))
  return [need(leagueCall(signedIn), { id }), events('COMING', COMING_SHOWN), events('ENDED', PAST_SHOWN)]
}

/** Title and preview of a community. */
export function communityHead(league: LeagueView | undefined, text: Text<'web'>): Head {
  if (!league) return {}
  return {
    title: league.name,
    description: league.description.split('\n')[0]?.slice(0, 160) || text('head.communityWords', { name: league.name }),
    image: `/public/leagues/${league.id}/card.png`,
    imageAlt: league.name,
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'SportsOrganization',
      name: league.name,
      sport: 'Sim racing',
      url: `/communities/${league.id}`,
    },
  }
}
