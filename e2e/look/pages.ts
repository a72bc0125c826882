import { readFileSync } from 'node:fs'
import type { DemoWorld } from './demo-world.ts'

export const SIZES = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
  { width: 844, height: 390 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const
export const THEMES = ['dark', 'light'] as const
/** Nobody signed in, two of the demo's people, and somebody whose first login is not finished. */
export type Reader = 'nobody' | 'driver' | 'owner' | 'newcomer'
export type Shot = { readonly page: string; readonly as: Reader; readonly path: string }
type Places = DemoWorld['places']

/** Where each page of the route table is seen, in the states worth looking at; the name of a state is that of its picture. */
const STATES: Readonly<Record<string, (places: Places) => Readonly<Record<string, string>>>> = {
  home: () => ({ home: '/' }),
  events: () => ({ events: '/events', 'events-ended': '/events?status=ENDED' }),
  event: ({ open, full, ended }) => ({
    'event-open': open,
    'event-participants': `${open}#participants`,
    'event-configuration': `${open}#configuration`,
    'event-full': full,
    'event-ended': ended,
    'event-qualifying': `${ended}#qualify-1`,
    'event-best-laps': `${ended}#best-laps`,
  }),
  'best-laps': () => ({ 'best-laps': '/best-laps', 'best-laps-track': '/best-laps?game=acc&track=spa' }),
  communities: () => ({ communities: '/communities' }),
  'new-community': () => ({ 'new-community': '/communities/new' }),
  community: ({ apex, night }) => ({
    community: apex,
    'community-members': `${apex}#members`,
    'community-results': `${apex}#results`,
    'community-manage': `${apex}#manage`,
    'community-bans': `${apex}#manage-bans`,
    'community-history': `${apex}#manage-history`,
    'community-edit': `${apex}#manage-community`,
    'community-night': night,
  }),
  'new-event': ({ apex }) => ({ 'new-event': `${apex}/new-event` }),
  'event-edit': ({ apex, open }) => ({ 'event-edit': `${apex}/acc/event-edit/${open.split('/').at(-1)}` }),
  season: ({ season }) => ({
    season,
    'season-events': `${season}#events`,
    'season-entries': `${season}#registration`,
    'season-rules': `${season}#rules`,
  }),
  'special-event': ({ special }) => ({ 'special-event': special }),
  round: ({ round }) => ({ round, 'round-result': `${round}#result` }),
  protests: ({ apex }) => ({ 'stewards-desk': `${apex}/stewards` }),
  profile: ({ profile, rival }) => ({ profile, 'profile-compare': `${profile}/compare/${rival.split('/').at(-1)}` }),
  settings: () => ({ settings: '/settings', 'settings-preferences': '/settings#sessions', 'settings-links': '/settings#social-settings' }),
  notifications: () => ({ notifications: '/notifications' }),
  welcome: () => ({ welcome: '/welcome' }),
  terms: () => ({ terms: '/terms' }),
  privacy: () => ({ privacy: '/privacy' }),
  login: () => ({ login: '/login' }),
}
/** Pages of the signed-in, which lead everybody else to the login. */
const SIGNED_IN = new Set(['new-community', 'new-event', 'event-edit', 'protests', 'settings', 'notifications'])

/** Every page of the route table; one that nobody has said a state of stops the run. */
export function shots(places: Places): readonly Shot[] {
  const table = readFileSync(new URL('../../web/routes.tsx', import.meta.url), 'utf8')
  const pages = [...table.matchAll(/\bpage: '([\w-]+)'/g)].map(([, page]) => page!)
  const missing = pages.filter((page) => !STATES[page])
  if (pages.length === 0 || missing.length > 0) throw new Error(`e2e/look/pages.ts knows no address of ${missing.join(', ')}`)
  const all = pages.flatMap((page) =>
    Object.entries(STATES[page]!(places)).flatMap(([name, path]) => readersOf(page).map((as) => ({ page: name, as, path }))),
  )
  return [...all, { page: 'not-found', as: 'nobody', path: '/nothing-here' }]
}

const readersOf = (page: string): readonly Reader[] =>
  page === 'welcome' ? ['newcomer'] : SIGNED_IN.has(page) ? ['driver', 'owner'] : ['nobody', 'driver', 'owner']
