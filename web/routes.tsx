import type { ComponentType } from 'react'
import { directoryParams, directorySearch } from '#modules/leagues/screens/list-params.ts'
import { communityHead, communityNeeds, leagueCall } from './pages/community/needs.ts'
import { need, type Need } from './kit/ask.ts'
import { returnPath } from '#core/return-path.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { FIRST_NOTIFICATIONS } from '#modules/notifications/rules.ts'
import { profileSearch } from '#modules/profile/screens/list-params.ts'
import { sharedIn } from '#modules/results/rules/own-result.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { listParams, listSearch } from '#modules/sessions/screens/list-params.ts'
import { lapsSearch, placesAsked } from '#modules/laps/screens/list-params.ts'
import type { PageProps, Search } from './kit/navigation.ts'
import { bestLapsNeeds, placeName, placesCall } from './pages/best-laps/needs.ts'
import { eventHead, eventNeeds } from './pages/event/head.ts'
import { pastEventsCall } from './pages/events/needs.ts'
import { homeNeeds } from './pages/home/needs.ts'
import { compareAsked, compareCall, profileNeeds } from './pages/profile/needs.ts'
import { roundCall, roundHead } from './pages/round/needs.ts'
import { seasonCall, seasonHead, seasonNeeds } from './pages/season/needs.ts'
import type { Text } from './kit/texts.tsx'
import type { QueryContract, ReplyOf, SentOf } from '#core/contract.ts'
import type { RoundId, SessionId, TournamentId } from '#core/ids.ts'

/**
 * The whole route table. A row is a path and the name of its page.
 *
 * To add a page: write `web/pages/<name>.tsx` exporting `<Name>Page` (`new-event` → `NewEventPage`) with `PageProps`, which composes
 * screens of rooms. Its row stands below already or is added here; a row whose file does not exist answers "not found".
 *  - `load` lists the queries without which the page cannot be drawn, for a visitor and for somebody signed in: the server runs them
 *    for its html, the browser before it shows the page. Get them in the page with `useLoaded(contract, params)`; what may come later
 *    (a tab, a dialog) is asked with `useAsk` where it is shown.
 *  - `head` makes title, description and preview picture from the loaded answers (`read(contract, params)`).
 *  - `login: true` sends visitors to the login page and back afterwards.
 *  - `forMany: true` is drawn once for all who are signed in and kept, what is each one's own standing in islands (`kit/island/island.tsx`).
 *  - `newcomers: true` lets in who has not finished the first login: all other pages lead them there.
 *  - `search` gives the part of the query string that the page looks at, in one way of writing; nothing else of it reaches the page, and a
 *    page is kept by this. Left out: the page looks at none of it.
 * A fixed path stands above one with a parameter in the same place.
 */
export const ROUTES: readonly Row[] = [
  {
    path: '/',
    page: 'home',
    forMany: true,
    load: ({ signedIn }) => [
      ...(signedIn ? homeNeeds : []),
      need(sessionsContract.trendingRaces, {}),
      need(sessionsContract.publicEvents, {}),
      need(leaguesContract.publicLeagues, { limit: 5 }),
    ],
  },
  {
    path: '/events',
    page: 'events',
    search: listSearch,
    load: ({ search, signedIn }) => {
      const { status, ...params } = listParams(search)
      return status === 'ENDED'
        ? [need(pastEventsCall(signedIn), params)]
        : [need(sessionsContract.publicEvents, { status, ...params }), ...(signedIn ? [need(entriesContract.myEntries, {})] : [])]
    },
    head: ({ text }) => ({ title: text('head.events') }),
  },
  {
    path: '/events/$id',
    page: 'event',
    // the first login is finished there, on the way into the event
    newcomers: true,
    forMany: true,
    // for its preview; in the browser the results look at the address themselves
    ...(import.meta.env.SSR && { search: (given: Search) => ({ ...sharedIn(given) }) }),
    load: ({ params, signedIn }) => eventNeeds(params, signedIn),
    head: eventHead,
  },
  {
    path: '/best-laps',
    page: 'best-laps',
    search: lapsSearch,
    load: ({ search, signedIn }) => bestLapsNeeds(search, signedIn),
    head: ({ search, signedIn, read, text }) => {
      const name = placeName(search, read(placesCall(signedIn), placesAsked(search))?.places)
      return {
        title: name ? `${text('head.bestLaps')}: ${name}` : text('head.bestLaps'),
        ...(import.meta.env.SSR && { description: text('head.bestLapsWords') }),
      }
    },
  },
  {
    path: '/communities',
    page: 'communities',
    search: directorySearch,
    load: ({ search }) => [need(leaguesContract.publicLeagues, directoryParams(search))],
    head: ({ text }) => ({ title: text('head.communities') }),
  },
  { path: '/communities/new', page: 'new-community', login: true, head: ({ text }) => ({ title: text('head.newCommunity') }) },
  {
    path: '/communities/$id',
    page: 'community',
    forMany: true,
    load: ({ params, signedIn }) => communityNeeds(params, signedIn),
    head: ({ params, signedIn, read, text }) => communityHead(read(leagueCall(signedIn), { id: params['id'] ?? '' }), text),
  },
  {
    path: '/communities/$id/new-event',
    page: 'new-event',
    login: true,
    search: ({ season }) => ({ season }),
    head: ({ text }) => ({ title: text('head.newEvent') }),
  },
  // of a community, a season, or with its round of a special event (product.md §2)
  ...['', '/$round'].map((of): Row => ({
    path: `/$place/$id/$game${of}/event-edit/$sessionId`,
    page: 'event-edit',
    login: true,
    load: ({ params, signedIn }) => (signedIn ? [need(sessionsContract.race, { id: params['sessionId'] as SessionId })] : []),
    head: ({ text }) => ({ title: text('head.eventEdit') }),
  })),
  ...(['/championships/$id', '/series/$id'] as const).map((path): Row => ({
    path,
    page: 'season',
    load: ({ params, signedIn }) => seasonNeeds(params, signedIn),
    head: ({ params, signedIn, read }) => seasonHead(read(seasonCall(signedIn), { id: params['id'] as TournamentId })),
  })),
  {
    path: '/special-events/$id',
    page: 'special-event',
    load: ({ params, signedIn }) => communityNeeds(params, signedIn),
    head: ({ params, signedIn, read, text }) => communityHead(read(leagueCall(signedIn), { id: params['id'] ?? '' }), text),
  },
  {
    path: '/rounds/$id',
    page: 'round',
    load: ({ params, signedIn }) => [need(roundCall(signedIn), { id: (params['id'] ?? '') as RoundId })],
    head: ({ params, signedIn, read }) => roundHead(read(roundCall(signedIn), { id: params['id'] as RoundId })),
  },
  ...['/protests/$protestId', '/communities/$id/stewards'].map((path): Row => ({
    path,
    page: 'protests',
    login: true,
    head: ({ text }) => ({ title: text('head.protests') }),
  })),
  {
    path: '/profile/$id',
    page: 'profile',
    search: profileSearch,
    load: ({ params: { id = '' }, search, signedIn }) => profileNeeds(id, search, signedIn),
    head: ({ params: { id = '' }, read, text }) => {
      const profile = read(accountsContract.profile, { id })
      if (!profile) return {}
      const name = profile.name ?? ''
      const image = import.meta.env.SSR ? { image: `/public/users/${profile.id}/card.png`, imageAlt: name } : {}
      return { title: name, description: text('head.profileWords', { name }), ...image }
    },
  },
  {
    path: '/profile/$id/compare/$other',
    page: 'profile',
    search: profileSearch,
    load: ({ params, search, signedIn }) => [need(compareCall(signedIn), compareAsked(params, search))],
    head: ({ params, search, signedIn, read }) => {
      const both = read(compareCall(signedIn), compareAsked(params, search))
      if (!both) return {}
      const title = `${both.first.name} – ${both.second.name}`
      const address = `/public/users/${both.first.id}/compare/${both.second.id}/card.png`
      return { title, ...(import.meta.env.SSR && { image: address, imageAlt: title }) }
    },
  },
  { path: '/settings', page: 'settings', login: true, search: tripSearch, head: ({ text }) => ({ title: text('head.settings') }) },
  {
    path: '/notifications',
    page: 'notifications',
    login: true,
    load: () => [need(notificationsContract.unread, {}), need(notificationsContract.notifications, FIRST_NOTIFICATIONS)],
    head: ({ text }) => ({ title: text('head.notifications') }),
  },
  { path: '/welcome', page: 'welcome', login: true, newcomers: true, search: tripSearch, head: ({ text }) => ({ title: text('head.welcome') }) },
  { path: '/terms', page: 'terms', newcomers: true, head: ({ text }) => ({ title: text('head.terms') }) },
  { path: '/privacy', page: 'privacy', newcomers: true, head: ({ text }) => ({ title: text('head.privacy') }) },
  {
    path: '/login',
    page: 'login',
    search: (given) => ({ ...tripSearch(given), new: given.new === undefined ? undefined : '1' }),
    head: ({ text }) => ({ title: text('head.login') }),
  },
]

export type Row = {
  readonly path: string
  readonly page: string
  readonly login?: true
  readonly newcomers?: true
  readonly forMany?: true
  readonly search?: (given: Search) => Search
  readonly load?: (at: At) => readonly Need[]
  readonly head?: (at: At & { readonly text: Text<'web'>; readonly read: Read }) => Head
}
export type At = { readonly params: Readonly<Record<string, string>>; readonly search: Search; readonly signedIn: boolean }
export type Read = <C extends QueryContract>(contract: C, params: SentOf<C>) => ReplyOf<C> | undefined
export type Head = {
  readonly title?: string
  readonly description?: string
  /** Its link preview: 1200×630, with what it shows in words. */
  readonly image?: string
  readonly imageAlt?: string
  /** Where its preview belongs to more than its path: chats ask that address. */
  readonly address?: string
  readonly jsonLd?: Readonly<Record<string, unknown>>
}

type PageFile = Readonly<Record<string, ComponentType<PageProps>>>
const files = import.meta.glob<PageFile>('./pages/*.tsx')
/** The pages there are, by name. */
export const pageFiles: Readonly<Record<string, () => Promise<PageFile>>> = Object.fromEntries(
  Object.entries(files).map(([path, load]) => [path.slice('./pages/'.length, -'.tsx'.length), load]),
)
export const componentName = (page: string): string => `${page.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}Page`

/** Whether an address leads to a page that exists: navigation shows no dead ends. */
export const hasPage = (path: string): boolean => matchRow(path) !== null

/** Where somebody came from to a page on the way in, and how a way elsewhere ended. */
function tripSearch({ returnTo, error, done }: Search): Search {
  return {
    returnTo: returnTo === undefined ? undefined : returnPath(returnTo),
    error: /^[A-Z_]{1,40}$/.exec(error ?? '')?.[0],
    done: done === undefined ? undefined : '1',
  }
}

/** One address for all that lead to the same page: its own path, ids as we write them, and what it knows of the query string. `null`: no page. */
export function cacheKeyOf(url: string): string | null {
  const [pathname = '', query = ''] = url.split(/\?(.*)/s, 2)
  const matched = matchRow(pathname)
  if (!matched) return null
  const path = matched.row.path.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(matched.params[name]!.toLowerCase()))
  const known = Object.entries(matched.row.search?.(Object.fromEntries(new URLSearchParams(query))) ?? {}).filter(([, value]) => value !== undefined)
  return known.length === 0 ? path : `${path}?${new URLSearchParams(known as [string, string][])}`
}

/** Whether an address is drawn once for many who are signed in. */
export const isForMany = (url: string): boolean => matchRow(url.split('?', 1)[0]!)?.row.forMany === true

export type Matched = { readonly row: Row; readonly params: Readonly<Record<string, string>> }

const partsOf = (path: string): readonly string[] => path.split('/').filter(Boolean)
/** Those that have a page, their paths taken apart once. */
const ROWS = ROUTES.flatMap((row) => (pageFiles[row.page] ? [{ row, names: partsOf(row.path) }] : []))

/** The row of a path with its parameters, on the server and in the browser. */
export function matchRow(path: string): Matched | null {
  const parts = partsOf(path)
  for (const { row, names } of ROWS) {
    const params = names.length === parts.length && paramsOf(names, parts)
    if (params) return { row, params }
  }
  return null
}

function paramsOf(names: readonly string[], parts: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {}
  for (let at = 0; at < names.length; at++) {
    const [name, part] = [names[at]!, parts[at]!]
    if (name.startsWith('$')) params[name.slice(1)] = decode(part)
    else if (name !== part) return null
  }
  return params
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export const loginPath = (returnTo: string): string => `/login?returnTo=${encodeURIComponent(returnTo)}`
/** The same page: whoever types an address that nobody has gets an account. */
export const newAccountPath = (returnTo: string): string => `${loginPath(returnTo)}&new=1`

/**
 * Where somebody must go before a page: a visitor to the login where it needs one, a newcomer to finish the first login. Both come back
 * to `href`. `null`: nowhere.
 */
export function detour(row: Row, href: string, me: { readonly onboarded: boolean } | null): string | null {
  if (!me) return row.login ? loginPath(href) : null
  return me.onboarded || row.newcomers ? null : `/welcome?returnTo=${encodeURIComponent(href)}`
}
