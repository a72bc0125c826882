import { leaguesContract } from '#modules/leagues/contract.ts'
import { protestsContract } from '#modules/protests/contract.ts'
import { roundsContract } from '#modules/rounds/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { tournamentsContract } from '#modules/tournaments/contract.ts'
import { startLocalHost } from '#server/local-host.ts'
import { buildWorld } from '#testing/build-world.ts'
import { knownPerson, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { PEOPLE } from '#testing/world.ts'

const SPEED = 15_000

/** The people whom the demo's login page offers. */
export type DemoRole = 'owner' | 'admin' | 'steward' | 'driver' | 'visitor'
type Place =
  | 'ended'
  | 'open'
  | 'full'
  | 'soon'
  | 'team'
  | 'splits'
  | 'apex'
  | 'mixed'
  | 'night'
  | 'profile'
  | 'judged'
  | 'rival'
  | 'season'
  | 'special'
  | 'round'
  | 'case'
export type DemoWorld = {
  readonly server: TestServer
  readonly people: ReadonlyMap<string, Person>
  /** Addresses of what stands in it. */
  readonly places: Readonly<Record<Place, string>>
  readonly stop: () => Promise<void>
}

/** The world of the demo on a platform of its own, its past races driven. */
export async function demoWorld(): Promise<DemoWorld> {
  const server = await testServer()
  const host = await startLocalHost(server.running, { speed: SPEED })
  const clock = { now: server.clock.now, set: (to: Date) => server.clock.set(to) }
  await buildWorld(server.running, clock, 'past')
  await host.stop()
  await buildWorld(server.running, clock, 'coming')
  const people = new Map<string, Person>()
  for (const { name, demoRole } of PEOPLE.filter((one) => one.demoRole)) people.set(demoRole!, await knownPerson(server, name))
  const { events } = (await server.visitor.ask(sessionsContract.publicEvents, { status: 'ALL', limit: 50 })).body
  const { leagues } = (await server.visitor.ask(leaguesContract.publicLeagues, {})).body
  const event = (name: string) => `/events/${events.find((one) => one.sessionName.startsWith(name))!.id}`
  const mixed = leagues.find((one) => one.shortName === 'MIXED')!.id
  const [season] = (await server.visitor.ask(tournamentsContract.publicTournamentsOfLeague, { leagueId: mixed })).body.tournaments
  const apex = leagues.find((one) => one.shortName === 'APEX')!.id
  const [heats] = (await server.visitor.ask(roundsContract.publicRoundsOfLeague, { leagueId: apex })).body.rounds
  const spa = events.find((one) => one.sessionName.startsWith('Spa-'))!.id
  const { reports } = (await people.get('owner')!.as.ask(protestsContract.sessionReports, { sessionId: spa })).body
  const league = (shortName: string) => `/communities/${leagues.find((one) => one.shortName === shortName)!.id}`
  return {
    server,
    people,
    places: {
      ended: event('Spa'),
      open: event('Nürburgring'),
      full: event('Barcelona'),
      soon: event('Monza Sprint'),
      team: event('Suzuka Team'),
      splits: event('Paul Ricard'),
      apex: league('APEX'),
      mixed: league('MIXED'),
      night: league('NIGHT'),
      season: `/championships/${season!.id}`,
      special: league('APEX').replace('communities', 'special-events'),
      round: `/rounds/${heats!.id}`,
      case: `/protests/${reports[0]!.id}`,
      profile: `/profile/${people.get('driver')!.id}`,
      judged: `/profile/${(reports.find(({ status }) => status === 'ACCEPTED') ?? reports[0]!).reportee.id}`,
      rival: `/profile/${people.get('owner')!.id}`,
    },
    stop: () => server.stop(),
  }
}
