import { leaguesContract } from '#modules/leagues/contract.ts'
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
export type DemoWorld = {
  readonly server: TestServer
  readonly people: ReadonlyMap<string, Person>
  /** Addresses of what stands in it. */
  readonly places: Readonly<Record<'ended' | 'open' | 'full' | 'apex' | 'night' | 'profile' | 'rival' | 'season' | 'special' | 'round', string>>
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
  const league = (shortName: string) => `/communities/${leagues.find((one) => one.shortName === shortName)!.id}`
  return {
    server,
    people,
    places: {
      ended: event('Spa'),
      open: event('Nürburgring'),
      full: event('Barcelona'),
      apex: league('APEX'),
      night: league('NIGHT'),
      season: `/championships/${season!.id}`,
      special: league('APEX').replace('communities', 'special-events'),
      round: `/rounds/${heats!.id}`,
      profile: `/profile/${people.get('driver')!.id}`,
      rival: `/profile/${people.get('owner')!.id}`,
    },
    stop: () => server.stop(),
  }
}
