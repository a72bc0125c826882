import { useDeferredValue, useEffect, useState } from 'react'
import { searchWords } from '#core/search-words.ts'
import { find, folded } from '#core/search/finding.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { tournamentPath } from '#modules/sessions/rules/season.ts'
import { foundContract } from '#modules/tournaments/contract/found.ts'
import { useAsk } from '#web/kit/ask.ts'
import { gameShort } from '#web/kit/games.ts'
import { useLocale } from '#web/kit/texts.tsx'
import { countryName } from '#web/ui/mark/flag.tsx'
import type { DriverRating } from '#web/ui/mark/licence-badge.tsx'
import { useCommands } from './commands.ts'

export type Found = {
  readonly kind: 'places' | 'actions' | 'events' | 'seasons' | 'communities' | 'drivers'
  readonly name: string
  readonly more: string
  /** Of a driver who was ever rated. */
  readonly rating?: DriverRating | null
  readonly does: { readonly to: string } | { readonly run: () => void }
}

const PAUSE_MS = 180
const EACH = 6

/** What the words of the search lead to: places and actions of ours at once, the rest after a pause in typing. */
export function useFound(words: string): { readonly found: readonly Found[]; readonly isAsking: boolean } {
  const locale = useLocale()
  const commands = useCommands()
  const search = useSettled(searchWords(words))
  const isLong = search.length >= 2
  const leagues = useAsk(leaguesContract.publicLeagues, { search, limit: EACH }, { when: isLong, keepLast: true })
  const events = useAsk(sessionsContract.publicEvents, { search, limit: EACH, status: 'ALL', order: 'NEAREST' }, { when: isLong, keepLast: true })
  const users = useAsk(accountsContract.searchUsers, { search, limit: EACH }, { when: isLong, keepLast: true })
  const tournaments = useAsk(foundContract.publicTournaments, { search, limit: EACH }, { when: isLong, keepLast: true })
  const wanted = useDeferredValue(words)
  const offered = commands.filter(({ typed }) => !typed || wanted.trim() !== '')
  const own = find(offered, wanted, ({ name, also }) => ({ names: [name, ...also] }))
  const communities = (isLong ? (leagues.data?.leagues ?? []) : []).map((league): Found => ({
    kind: 'communities',
    name: league.name,
    more: league.games.map(gameShort).join(', '),
    does: { to: `/communities/${league.id}` },
  }))
  const races = (isLong ? (events.data?.events ?? []) : []).map((race): Found => ({
    kind: 'events',
    name: race.sessionName,
    more: `${race.leagueName} · ${race.trackName}`,
    does: { to: `/events/${race.id}` },
  }))
  const seasons = (isLong ? (tournaments.data?.tournaments ?? []) : []).map((season): Found => ({
    kind: 'seasons',
    name: season.name,
    more: `${season.leagueName} · ${gameShort(season.game)}`,
    does: { to: tournamentPath(season) },
  }))
  const drivers = (isLong ? (users.data?.users ?? []) : []).map((user): Found => ({
    kind: 'drivers',
    name: user.name,
    more: user.country ? countryName(user.country, locale) : '',
    rating: user.rating,
    does: { to: `/profile/${user.id}` },
  }))
  const isAsking = leagues.isFetching || events.isFetching || tournaments.isFetching || users.isFetching || search !== searchWords(words)
  // whom or what somebody names in full is what they want
  const isNamed = ({ name }: Found): boolean => folded(name) === folded(wanted)
  const named = [...communities, ...seasons, ...drivers].filter(isNamed)
  const all: readonly Found[] = [...named, ...own, ...races, ...[...communities, ...seasons, ...drivers].filter((one) => !isNamed(one))]
  // a community of one's own is found as such, too
  const isFirst = (one: Found, at: number): boolean =>
    !('to' in one.does) || all.findIndex(({ does }) => 'to' in does && 'to' in one.does && does.to === one.does.to) === at
  return { found: all.filter(isFirst), isAsking }
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
