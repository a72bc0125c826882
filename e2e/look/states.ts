import { DAY_MS, MINUTE_MS } from '#core/duration.ts'
import type { SessionId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import type { ServerReport } from '#modules/hosting/contract.ts'
import { host, race, VENUES, work, type HostedGame } from '#modules/hosting/hosting.fixture.ts'
import { modsContract } from '#modules/mods/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { entryBody, event, type WrittenEvent } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import type { DemoWorld } from './demo-world.ts'

const CARS = ['34', '16', '30'] as const
const NAMES = ['Rosa Racer', 'Earl Early', 'Ivo Blanc', 'Jana Vesely', 'Paulo Reis', 'Nils Ek', 'Aoife Byrne'] as const
const LAP_MS = 108_114
/** A server of ACC as two calls to a race host have it. */
const ADDRESS = '203.0.113.7'

export type EventStates = {
  readonly racer: Person
  readonly early: Person
  readonly places: Readonly<
    Record<'up' | 'running' | 'watched' | 'mods' | 'daily' | 'declined' | 'barred' | 'failed' | 'byHand' | 'ams2' | 'locked', string>
  >
}

/** States of events that the demo’s world comes to by itself only in its own time, in a community beside it; `racer` drives, but where they are barred, and `early` where the server is up. */
export async function eventStates({ server, people }: Pick<DemoWorld, 'server' | 'people'>): Promise<EventStates> {
  const { db } = server.running.machine
  const owner = people.get('owner')!
  const [racer, early, ...others] = (await Promise.all(NAMES.map((name) => person(server, name)))) as [Person, Person, ...Person[]]
  const drivers = [racer, early, ...others]
  const leagueId = await league(server, owner, { name: 'Pit Wall Racing', shortName: 'PITWALL', openResults: true, members: drivers })
  const enter = async (id: SessionId, who: readonly Person[], cars: readonly string[] = CARS): Promise<void> => {
    for (const [at, one] of who.entries()) await one.as.done(entriesContract.AddEntry, { id }, entryBody(cars[at % cars.length]!))
  }
  const planned = (more: Partial<WrittenEvent>): Promise<SessionId> => event(server, owner, leagueId, { trackId: 'monza', cars: [...CARS], ...more })
  const on = await host(server, { address: ADDRESS })
  const before = server.clock.now()
  /** An event whose server is set up, as its host tells it. */
  const driven = async (
    minutesAgo: number,
    sessionName: string,
    who: readonly Person[],
    game: HostedGame = 'acc',
    more: Partial<WrittenEvent> = {},
  ) => {
    server.clock.set(new Date(before.getTime() - minutesAgo * MINUTE_MS))
    const cars = game === 'acc' ? [...CARS] : [...VENUES[game].cars]
    const { id, startsAt } = await race(server, owner, leagueId, game, { sessionName, cars, ...more })
    await enter(id, who, cars)
    server.clock.set(new Date(startsAt.getTime() - 5 * MINUTE_MS))
    await on.jobs()
    await work(server, 'hosting.schedule', { sessionId: id })
    const { serverId, fence } = (await on.jobs()).body.servers.at(-1)!
    const tell = async (more: Partial<Pick<ServerReport, 'phase' | 'drivers' | 'live'>>): Promise<void> => {
      const { status } = await on.report(serverId, { fence, phase: 'STARTED', ...more })
      if (status !== 200) throw new Error(`the report of ${sessionName} was answered with ${status}`)
    }
    await tell({ drivers: 0 })
    return { id, startsAt, tell }
  }
  const running = await driven(25, 'Monza under the Lights', [racer, ...others])
  server.clock.set(running.startsAt)
  await on.jobs()
  await work(server, 'hosting.begin', { sessionId: running.id })
  const up = await driven(10, 'Monza Late Show', [early, ...others])
  const ams2 = await driven(10, 'Adelaide Late Show', [racer, ...others], 'ams2')
  const locked = await driven(10, 'Monza behind Doors', [racer, ...others], 'acc', { enableServerProtection: true })
  const failed = await driven(10, 'Monza in the Dark', [racer, ...others])
  await failed.tell({ phase: 'FAILED', drivers: 0 })
  server.clock.set(before)
  const { entries } = (await racer.as.ask(entriesContract.entryList, { refId: running.id })).body
  const inOrder = [...entries.slice(1), entries[0]!].slice(0, -1)
  const order = inOrder.map(({ raceNumber }, place) => ({
    raceNumber,
    laps: 6,
    bestMs: LAP_MS + ((place * 3) % 4) * 131,
    gapMs: place === 0 ? null : place * 1_843,
  }))
  await running.tell({ drivers: order.length, live: { type: 'RACE', no: 1, isOver: false, left: { ms: 612_000, exact: 'SECOND' }, order } })
  await up.tell({ drivers: 3 })

  const watched = await planned({ sessionName: 'Monza with an Audience' })
  await enter(watched, others)
  await racer.as.done(entriesContract.AddSpectator, { refId: watched }, { driverId: racer.id })
  const mods = await planned({ sessionName: 'Spa with Mods', trackId: 'spa', cars: ['20', '25'] })
  const mod = { leagueId, game: 'acc' } as const
  await owner.as.done(
    modsContract.AddMod,
    {},
    { ...mod, name: 'Liveries of Pit Wall', version: '7', url: 'https://files.example/pit-wall', cars: ['34', '16'] },
  )
  const trackMod = { ...mod, name: 'Spa, new kerbs', version: '1.3', url: 'https://mods.example/spa', tracks: ['spa'] }
  await owner.as.done(modsContract.AddMod, {}, { ...trackMod, onlyFor: 'MEMBERS' })
  const daily = await planned({ sessionName: 'Evening Sprint', publish: false })
  const until = new Date(before.getTime() + 10 * DAY_MS).toISOString().slice(0, 10)
  await owner.as.done(
    sessionsContract.SetSchedule,
    { id: daily },
    { timeZone: 'Europe/Berlin', days: [1, 2, 3, 4, 5], times: ['19:00', '21:00'], until },
  )
  const declined = await planned({ sessionName: 'Monza That Was Not' })
  await enter(declined, drivers)
  // as a plan that ended does it
  await db.updateTable('sessions').set({ status: 'DECLINED', status_at: before }).where('id', '=', declined).execute()
  const byHand = await planned({
    sessionName: 'Sunday on Our Own',
    game: 'manual',
    gameName: 'Gran Turismo 7',
    trackId: 'Trial Mountain',
    cars: ['Mazda Roadster'],
    segments: [{ type: 'RACE', durationMin: 30 }],
    serverName: 'Pit Wall lobby',
    passwords: { server: 'pit-wall' },
  })
  await enter(byHand, [racer, ...others], ['Mazda Roadster'])
  // as its start does it
  const isOn = { status: 'IN_PROGRESS', status_at: before } as const
  await db
    .updateTable('sessions')
    .set({ ...isOn, starts_at: before })
    .where('id', '=', byHand)
    .execute()
  await db.updateTable('splits').set(isOn).where('session_id', '=', byHand).execute()
  const barred = await planned({ sessionName: 'Monza without Rosa' })
  await enter(barred, drivers)
  const { mine } = (await racer.as.ask(entriesContract.entryList, { refId: barred })).body
  const reason = 'Three warnings this month: sit this one out.'
  await owner.as.done(entriesContract.RemoveEntry, { refId: barred, v: mine!.v }, { entryId: mine!.id, type: 'DISQUALIFIED', reason })
  server.running.machine.answers.dropAll()
  const places = {
    up: up.id,
    running: running.id,
    watched,
    mods,
    daily,
    declined,
    barred,
    byHand,
    ams2: ams2.id,
    locked: locked.id,
    failed: failed.id,
  }
  return { racer, early, places: Object.fromEntries(Object.entries(places).map(([name, id]) => [name, `/events/${id}`])) as EventStates['places'] }
}
