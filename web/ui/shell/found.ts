import { useDeferredValue, useEffect, useState } from 'react'
import { accountsContract } from '#modules/accounts/contract.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { gameShort } from '#web/kit/games.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { hasPage } from '#web/routes.tsx'
import { PLACES } from './nav-items.ts'

export type Found = {
  readonly kind: 'places' | 'events' | 'communities' | 'drivers'
  readonly to: string
  readonly name: string
  readonly more: string
}

const PAUSE_MS = 180
const EACH = 6

/** What the words of the search lead to: places of ours at once, communities after a pause in typing. */
export function useFound(words: string): { readonly found: readonly Found[]; readonly isAsking: boolean } {
  const text = useTexts('web')
  const search = useSettled(words.trim())
  const isLong = search.length >= 2
  const leagues = useAsk(leaguesContract.publicLeagues, { search, limit: EACH }, { when: isLong, keepLast: true })
  const events = useAsk(sessionsContract.publicEvents, { search, limit: EACH, status: 'ALL' }, { when: isLong, keepLast: true })
  const users = useAsk(accountsContract.searchUsers, { search, limit: EACH }, { when: isLong, keepLast: true })
  const wanted = useDeferredValue(words.trim().toLowerCase())
  const places = PLACES.filter((place) => hasPage(place.path) && text(place.text).toLowerCase().includes(wanted)).map((place): Found => ({
    kind: 'places',
    to: place.path,
    name: text(place.text),
    more: '',
  }))
  const communities = (isLong ? (leagues.data?.leagues ?? []) : []).map((league): Found => ({
    kind: 'communities',
    to: `/communities/${league.id}`,
    name: league.name,
    more: league.games.map(gameShort).join(', '),
  }))
  const races = (isLong ? (events.data?.events ?? []) : []).map((race): Found => ({
    kind: 'events',
    to: `/events/${race.id}`,
    name: race.sessionName,
    more: `${race.leagueName} · ${race.trackName}`,
  }))
  const drivers = (isLong ? (users.data?.users ?? []) : []).map((user): Found => ({
    kind: 'drivers',
    to: `/profile/${user.id}`,
    name: user.name,
    more: user.country ?? '',
  }))
  const isAsking = leagues.isFetching || events.isFetching || users.isFetching || search !== words.trim()
  return { found: [...places, ...races, ...communities, ...drivers], isAsking }
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
