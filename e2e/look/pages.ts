import { readFileSync } from 'node:fs'
import type { DemoWorld } from './demo-world.ts'
import type { EventStates } from './states.ts'

export const SIZES = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
  { width: 844, height: 390 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const
export const THEMES = ['dark', 'light'] as const
/** Nobody signed in, people of the demo, somebody whose first login is not finished, and who drives in the states that are made beside the demo. */
export type Reader = 'nobody' | 'driver' | 'owner' | 'admin' | 'steward' | 'visitor' | 'newcomer' | 'racer' | 'early'
export type Shot = { readonly page: string; readonly as: Reader; readonly path: string }
type Places = DemoWorld['places']
/** An address for the usual readers of its page, or for those who find something else there than others. */
type State = string | readonly [path: string, ...readers: readonly Reader[]]

/** Where each page of the route table is seen, in the states worth looking at; the name of a state is that of its picture. */
const STATES: Readonly<Record<string, (places: Places) => Readonly<Record<string, State>>>> = {
  home: () => ({ home: ['/', 'nobody', 'driver', 'newcomer', 'racer', 'early'] }),
  events: () => ({ events: ['/events', 'nobody', 'driver'], 'events-ended': ['/events?status=ENDED', 'nobody'] }),
  event: ({ open, full, ended, soon, team, splits }) => ({
    'event-open': open,
    'event-participants': [`${open}#participants`, 'nobody', 'driver', 'owner'],
    'event-configuration': [`${open}#configuration`, 'nobody'],
    'event-admin': [`${open}#admin`, 'owner', 'admin'],
    'event-full': [full, 'nobody', 'driver'],
    'event-night': [soon, 'nobody', 'driver', 'owner'],
    'event-team': [team, 'nobody', 'driver'],
    'event-my-team': [`${team}#my-team`, 'driver'],
    'event-splits': [splits, 'driver'],
    'event-ended': ended,
    'event-qualifying': [`${ended}#qualify-1`, 'driver'],
    'event-best-laps': [`${ended}#best-laps`, 'driver'],
    'event-protests': [`${ended}#protests`, 'driver', 'steward'],
  }),
  'best-laps': () => ({ 'best-laps': ['/best-laps', 'nobody', 'driver'], 'best-laps-track': ['/best-laps?game=acc&track=spa', 'nobody', 'driver'] }),
  communities: () => ({ communities: ['/communities', 'nobody', 'driver'] }),
  'new-community': () => ({ 'new-community': ['/communities/new', 'driver'] }),
  community: ({ apex, mixed, night }) => ({
    community: apex,
    'community-members': [`${apex}#members`, 'nobody', 'owner'],
    'community-results': [`${apex}#results`, 'nobody'],
    'community-championships': [`${mixed}#championships`, 'nobody', 'driver'],
    'community-protests': [`${apex}#protests`, 'driver', 'steward'],
    'community-manage': [`${apex}#manage`, 'owner', 'admin'],
    'community-applications': [`${night}#manage-applications`, 'admin'],
    'community-pictures': [`${apex}#manage-pictures`, 'owner'],
    'community-terms': [`${apex}#manage-terms`, 'owner'],
    'community-ownership': [`${apex}#manage-ownership`, 'owner'],
    'community-ends': [`${apex}#manage-ends`, 'owner'],
    'community-bans': [`${apex}#manage-bans`, 'owner'],
    'community-history': [`${apex}#manage-history`, 'owner'],
    'community-edit': [`${apex}#manage-community`, 'owner'],
    'community-night': [night, 'nobody', 'driver'],
  }),
  'new-event': ({ apex }) => ({ 'new-event': [`${apex}/new-event`, 'owner'] }),
  'event-edit': ({ apex, open }) => ({ 'event-edit': [`${apex}/acc/event-edit/${open.split('/').at(-1)}`, 'owner'] }),
  season: ({ season }) => ({
    season: [season, 'nobody', 'driver', 'owner'],
    'season-events': [`${season}#events`, 'nobody', 'driver', 'owner'],
    'season-entries': [`${season}#registration`, 'driver', 'owner'],
    'season-rules': [`${season}#rules`, 'nobody'],
    'season-protests': [`${season}#protests`, 'nobody', 'visitor', 'driver', 'owner'],
  }),
  'special-event': ({ special }) => ({ 'special-event': [special, 'nobody', 'owner'] }),
  round: ({ round }) => ({ round: [round, 'nobody', 'owner'], 'round-result': [`${round}#result`, 'nobody'] }),
  protests: ({ apex, case: report }) => ({
    'stewards-desk': [`${apex}/stewards`, 'driver', 'steward'],
    'penalty-pool': [`${apex}/stewards#pool`, 'owner', 'steward'],
    'stewards-decided': [`${apex}/stewards#decided`, 'steward'],
    case: [report, 'driver', 'steward'],
  }),
  profile: ({ profile, judged, rival }) => ({
    profile,
    'profile-seasons': `${profile}#seasons`,
    'profile-verdicts': `${judged}#verdicts`,
    'profile-compare': [`${profile}/compare/${rival.split('/').at(-1)}`, 'nobody', 'driver'],
  }),
  settings: () => ({
    settings: ['/settings', 'driver'],
    'settings-preferences': ['/settings#preferences', 'driver'],
    'settings-links': ['/settings#social-settings', 'driver'],
    'settings-sessions': ['/settings#sessions', 'driver'],
    'settings-privacy': ['/settings#privacy', 'driver'],
  }),
  notifications: () => ({ notifications: ['/notifications', 'driver', 'owner'] }),
  welcome: () => ({ welcome: ['/welcome', 'newcomer'] }),
  terms: () => ({ terms: ['/terms', 'nobody'] }),
  privacy: () => ({ privacy: ['/privacy', 'nobody'] }),
  login: () => ({ login: ['/login', 'nobody'] }),
}
/** Those of events that the demo has not by itself. */
const EVENT_STATES = ({ up, running, watched, mods, daily, declined, barred, ...more }: EventStates['places']): Readonly<Record<string, State>> => ({
  'event-up': [up, 'nobody', 'early', 'owner'],
  'event-running': [running, 'nobody', 'racer', 'owner'],
  'event-spectators': [`${watched}#spectators`, 'racer', 'owner'],
  'event-mods': [`${mods}#mods`, 'nobody', 'racer'],
  'event-daily': [`${daily}#daily`, 'owner'],
  'event-declined': [declined, 'nobody', 'racer', 'owner'],
  'event-barred': [barred, 'racer'],
  'event-failed': [more.failed, 'racer', 'owner'],
  'event-by-hand': [more.byHand, 'nobody', 'racer', 'owner'],
  'event-ams2': [more.ams2, 'racer'],
  'event-locked': [more.locked, 'racer', 'owner'],
})
const USUAL: readonly Reader[] = ['nobody', 'driver', 'owner']

/** Every page of the route table; one that nobody has said a state of stops the run. */
export function shots(places: Places, states: EventStates['places'] | null = null): readonly Shot[] {
  const table = readFileSync(new URL('../../web/routes.tsx', import.meta.url), 'utf8')
  const pages = [...table.matchAll(/\bpage: '([\w-]+)'/g)].map(([, page]) => page!)
  const missing = pages.filter((page) => !STATES[page])
  if (pages.length === 0 || missing.length > 0) throw new Error(`e2e/look/pages.ts knows no address of ${missing.join(', ')}`)
  const all = [...new Set(pages)].flatMap((page) =>
    Object.entries({ ...STATES[page]!(places), ...(page === 'event' && states ? EVENT_STATES(states) : {}) }).flatMap(([name, state]) => {
      const [path, ...readers] = typeof state === 'string' ? [state, ...USUAL] : state
      return readers.map((as) => ({ page: name, as, path }))
    }),
  )
  return [...all, { page: 'not-found', as: 'nobody', path: '/nothing-here' }]
}
