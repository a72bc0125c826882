import type { SentOf } from '#core/contract.ts'
import type { LeagueId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { leaguesContract, type LeagueView } from '#modules/leagues/contract.ts'
import { oneLeague } from '#modules/members/contract/one.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { need, type Need } from '#web/kit/ask.ts'
import type { Text } from '#web/kit/texts.tsx'
import type { Narrowed } from './event-kinds.tsx'
import type { Head } from '#web/routes.tsx'

type Call = typeof leaguesContract.publicLeague

/** Visitors get the kept public answer, the signed-in their own, which holds all of the first; hidden communities have only the second. */
export const leagueCall = (signedIn: boolean): Call => (signedIn ? (oneLeague as unknown as Call) : leaguesContract.publicLeague)

type ListCall = typeof sessionsContract.publicEvents
type PastCall = typeof resultsContract.pastEvents

/** A community's coming events: the kept public list, for the signed-in their own, which holds those of hidden and closed communities too. */
export const eventsCall = (signedIn: boolean): ListCall =>
  signedIn ? (sessionsContract.eventsOfLeague as unknown as ListCall) : sessionsContract.publicEvents
export const eventsOf = (signedIn: boolean, leagueId: LeagueId, narrowed: Narrowed = {}): SentOf<ListCall> =>
  signedIn ? ({ id: leagueId, limit: COMING_SHOWN, ...narrowed } as SentOf<ListCall>) : { leagueId, limit: COMING_SHOWN, ...narrowed }
/** As `eventsCall`, of those that were driven. */
export const pastCall = (signedIn: boolean): PastCall =>
  signedIn ? (resultsContract.pastEventsOfLeague as unknown as PastCall) : resultsContract.pastEvents
export const pastOf = (signedIn: boolean, leagueId: LeagueId, limit: number, narrowed: Narrowed = {}): SentOf<PastCall> =>
  signedIn ? ({ id: leagueId, limit, ...narrowed } as SentOf<PastCall>) : { leagueId, limit, ...narrowed }
const COMING_SHOWN = 50
export const PAST_SHOWN = 5

/** The community, its coming events and the last few: the first paint shows them all. */
export function communityNeeds(params: Readonly<Record<string, string>>, signedIn: boolean): readonly Need[] {
  const id = (params['id'] ?? '') as LeagueId
  return [
    need(leagueCall(signedIn), { id }),
    need(eventsCall(signedIn), eventsOf(signedIn, id)),
    need(pastCall(signedIn), pastOf(signedIn, id, PAST_SHOWN)),
    ...(signedIn ? [need(entriesContract.myEntries, {})] : []),
  ]
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
