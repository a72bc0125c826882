import { ADMINS, type Asker } from './askers.ts'
import type { LeagueWorld, State } from './world.fixture.ts'

/** A word nobody but those named may read, and in which answers. */
export type Secret = { readonly what: string; readonly text: string; readonly seen: readonly string[] }

const inCalls = (askers: readonly Asker[], ...calls: readonly string[]): readonly string[] =>
  askers.flatMap((asker) => calls.map((call) => `${asker} ${call}`))

/** product.md §4: secret server info shows in these. */
const LIVE: ReadonlySet<string> = new Set<State>(['scheduling', 'started', 'progress'])
const DRIVERS: readonly Asker[] = ['participant', ...ADMINS]
const PANEL = ['hosting.raceServer', 'hosting.raceNight']
const OWN_DATA = ['accounts.exportData']

/** `isOwn`: the askers' own community; of the foreign one only its race host is among them. */
export function secretsOf(place: LeagueWorld, isOwn: boolean): readonly Secret[] {
  const own = (seen: readonly string[]): readonly string[] => (isOwn ? seen : [])
  const toHost = inCalls([isOwn ? 'host' : 'otherHost'], 'hosting.hostJobs')
  const forForm = own(inCalls(ADMINS, 'sessions.race'))
  const events = Object.entries(place.events).flatMap(([state, { name, passwords, server }]): Secret[] => {
    const isLive = LIVE.has(state)
    const isUp = state === 'started' || state === 'progress'
    const panel = (askers: readonly Asker[]): readonly string[] => (isLive ? [...own(inCalls(askers, ...PANEL)), ...toHost] : [])
    return [
      { what: `server password, ${state}`, text: passwords.server, seen: [...forForm, ...panel(DRIVERS)] },
      { what: `admin password, ${state}`, text: passwords.admin, seen: [...forForm, ...panel(ADMINS)] },
      { what: `spectator password, ${state}`, text: passwords.spectator, seen: [...forForm, ...panel(['spectator', ...ADMINS])] },
      { what: `entry password, ${state}`, text: passwords.entry, seen: forForm },
      // the manager's of each team, of which two are looked at
      ...(state === 'draft'
        ? []
        : [{ what: `team password, ${state}`, text: passwords.team, seen: own(inCalls(['participant', 'waiting'], 'entries.teamPassword')) }]),
      ...(server
        ? [
            {
              what: `server address, ${state}`,
              text: server.address,
              seen: isUp ? own(inCalls(['spectator', ...DRIVERS], ...PANEL)) : [],
            },
            { what: `log, ${state}`, text: server.logTail, seen: state === 'failed' ? own(inCalls(ADMINS, ...PANEL)) : [] },
          ]
        : []),
      // who made it keeps a record of it
      ...(state === 'draft'
        ? [
            {
              what: 'draft',
              text: name,
              seen: own([...inCalls(ADMINS, 'sessions.race', 'sessions.drafts', 'members.history'), ...inCalls(['owner'], ...OWN_DATA)]),
            },
          ]
        : []),
    ]
  })
  const [ownLap, strangersLap] = place.results.laps.map(String) as [string, string]
  const LAPS = ['results.lapChart', 'results.driverLaps']
  return [
    ...events,
    { what: 'community password', text: place.password, seen: [] },
    { what: 'host token', text: place.host.token, seen: [] },
    // by which admins tell who it is
    { what: 'account of a stranger', text: place.results.strangersAccount, seen: own(inCalls(ADMINS, 'matching.matchingDesk')) },
    // told to whom it is about; who decided finds it among the own deeds
    {
      what: 'reason of a ban',
      text: place.banReason,
      seen: own([
        ...inCalls(['banned'], 'members.league', 'notifications.notifications', 'notifications.unread', ...OWN_DATA),
        ...inCalls(ADMINS, 'members.bans', 'members.history'),
        ...inCalls(['admin'], ...OWN_DATA),
      ]),
    },
    {
      what: 'reason of a removal',
      text: place.removalReason,
      seen: own([
        ...inCalls(['left'], 'notifications.notifications', 'notifications.unread', ...OWN_DATA),
        ...inCalls(ADMINS, 'members.history'),
        ...inCalls(['admin'], ...OWN_DATA),
      ]),
    },
    // VIEW_FULL_RACE_LAP_TIMES: a plan, and everybody their own
    {
      what: 'lap of the participant',
      text: ownLap,
      seen: [...inCalls(['supporter'], ...LAPS), ...own(inCalls(['participant'], ...LAPS, ...OWN_DATA))],
    },
    { what: 'lap of a stranger', text: strangersLap, seen: inCalls(['supporter'], ...LAPS) },
  ]
}

export type PersonFacts = {
  readonly email: string
  readonly steamId: string
  readonly birthDate: string
  readonly browser: string
  readonly token: string
}

/** What an account keeps for itself; its Steam id also stands in the entry list that the game server reads (product.md §6 Admin). */
export function personSecrets(name: string, facts: PersonFacts, asker: Asker | null, drives: 'own' | 'foreign' | null): readonly Secret[] {
  const self = (...calls: readonly string[]): readonly string[] => (asker === null ? [] : inCalls([asker], ...calls, ...OWN_DATA))
  const entryList = drives === 'own' ? inCalls(ADMINS, 'entries.downloadEntryList') : []
  const orders = drives === null ? [] : inCalls([drives === 'own' ? 'host' : 'otherHost'], 'hosting.hostJobs')
  return [
    { what: `e-mail of ${name}`, text: facts.email, seen: self('accounts.me') },
    { what: `Steam id of ${name}`, text: facts.steamId, seen: [...self('accounts.me'), ...entryList, ...orders] },
    { what: `birth date of ${name}`, text: facts.birthDate, seen: self() },
    { what: `browser of ${name}`, text: facts.browser, seen: self('accounts.loginSessions') },
    { what: `login of ${name}`, text: facts.token, seen: [] },
  ]
}
