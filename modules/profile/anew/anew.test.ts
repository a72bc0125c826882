import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import * as fc from 'fast-check'
import type { LeagueId, SessionId, TournamentId } from '#core/ids.ts'
import { seeded } from '#games/emulate.fixture.ts'
import { lapsContract } from '#modules/laps/contract.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { tournamentsContract } from '#modules/tournaments/contract.ts'
import { addRound, seasonWith } from '#modules/tournaments/queries/season.fixture.ts'
import { enter, runningEvent, type Event } from '#modules/results/results.fixture.ts'
import { allDone, anew, kept, ratedOtherwise } from './anew.fixture.ts'
import { KINDS, turn, type World } from './turns.fixture.ts'

/** `ANEW_RUNS=300` looks longer. */
const RUNS = Number(process.env['ANEW_RUNS'] ?? 12)
const SEED = Number(process.env['ANEW_SEED'] ?? 7)

/** Whatever becomes of results, in whatever order: what is kept of them is what comes of them counted anew, and every page tells it at once. */
describe(`what hangs on results (ANEW_SEED=${SEED})`, () => {
  let server: TestServer
  let [owner, drivers, late, leagueId] = [] as unknown as [Person, readonly Person[], readonly Person[], LeagueId]
  let [tournamentId, next] = [] as unknown as [TournamentId, Event]
  let world: World
  before(async () => {
    server = await testServer({ breaks: ['weekly-limit', 'seats-counted'] })
    owner = await person(server, 'Olga Owner', { plan: 'SPORT' })
    drivers = await Promise.all(Array.from({ length: 12 }, (_, no) => person(server, `Driver ${no}`)))
    late = await Promise.all(['Lena Late', 'Lars Late'].map((name) => person(server, name)))
    leagueId = await league(server, owner, { members: [...drivers, ...late], openResults: true } as never)
    const at = { server, owner, league: leagueId }
    const pointSystem = { scope: 'CLASS', nations: true, bonus: { pole: 1, fastestLap: 1 }, bestRounds: [{ from: 1, to: 5, best: 2 }] }
    tournamentId = await seasonWith(at, [], { type: 'SERIES', game: 'acc', name: 'Late changes', pointSystem })
    const { v } = (await owner.as.ask(tournamentsContract.tournament, { id: tournamentId })).body
    const table = [30, 20, 10].map((ballastKg) => ({ ballastKg, restrictor: 0 }))
    await owner.as.done(tournamentsContract.SetSuccessBallast, { id: tournamentId, v }, { successBallast: { by: 'LAST_ROUND', table } })
    world = await worldOf()
    next = await runningEvent(server, owner, leagueId, { status: 'WAITING', startsAt: new Date(server.clock.now().getTime() + 86_400_000) })
    await enter(
      server,
      next,
      drivers.map(({ id }, no) => ({ userId: id, raceNumber: no + 1, carId: '34' })),
    )
    await addRound(at, tournamentId, next.id)
  })
  after(() => server.stop())

  async function worldOf(): Promise<World> {
    const made: World = { server, owner, drivers, late, leagueId, tournamentId, events: [] }
    for (const kind of ['FILES', 'SPLITS', 'BY_HAND', 'OTHER_GAME'] as const) await turn(made, { kind: 'drive', at: 0, seed: SEED }, kind)
    return made
  }

  /** All that is told of it, each as it was sent. */
  async function told(): Promise<Readonly<Record<string, string>>> {
    const of = (id: SessionId) => [
      `/results/${id}`,
      `/query/results/${id}`,
      `/results/${id}/export.csv?segment=race-1&split=1`,
      `/query/points/session/${id}`,
    ]
    const people = drivers
      .slice(0, 3)
      .flatMap(({ id }) => [
        `/public/users/${id}/career`,
        `/query/user/${id}/career`,
        `/public/users/${id}/results`,
        `/public/users/${id}/ranks`,
        `/public/users/${id}/ranks/acc`,
        `/public/users/${id}/card.png`,
      ])
    const paths = [
      ...world.events.flatMap(({ event }) => of(event.id)),
      ...people,
      `/query/user/${drivers[0]!.id}/compare/${drivers[1]!.id}`,
      `/public/users/${drivers[0]!.id}/compare/${drivers[1]!.id}`,
      '/public/results',
      '/query/results',
      `/query/results/by-league/${leagueId}`,
      ...['/public/tournaments', '/query/tournament'].flatMap((door) => [
        `${door}/${tournamentId}`,
        ...['DRIVERS', 'TEAMS', 'NATIONS'].map((kind) => `${door}/${tournamentId}/standings?of=${kind}`),
        `${door}/${tournamentId}/standings.csv?of=DRIVERS`,
      ]),
      `/public/events/${next.id}/burdens`,
      `/query/event/${next.id}/burdens`,
      `/public/leagues/${leagueId}`,
    ]
    const all: [string, string][] = []
    for (const path of paths) {
      const reply = await (path.startsWith('/query') ? owner.as : server.visitor).fetch(path)
      const body = path.endsWith('.png')
        ? createHash('sha256')
            .update(Buffer.from(await reply.arrayBuffer()))
            .digest('hex')
        : await reply.text()
      all.push([path, `${reply.status} ${body}`])
    }
    const laps = { gameId: 'acc' as const, trackIds: ['monza'], limit: 100 }
    all.push(['best laps', JSON.stringify((await owner.as.ask(lapsContract.bestLapsExtended, laps)).body)])
    all.push(['free best laps', JSON.stringify((await server.visitor.ask(lapsContract.publicBestLaps, laps)).body)])
    return Object.fromEntries(all)
  }
  const same = (one: object, other: object, what: string): void => {
    for (const [name, value] of Object.entries(one)) assert.deepEqual(value, (other as Record<string, unknown>)[name], `${what}: ${name}`)
  }

  test('is what comes of them counted anew, and every page tells it at once', async () => {
    const turns = fc.array(fc.record({ kind: fc.constantFrom(...KINDS), at: fc.nat(9), seed: fc.nat(1_000_000) }), { minLength: 3, maxLength: 6 })
    await told()
    await fc.assert(
      fc.asyncProperty(turns, fc.nat(1_000_000), async (all, order) => {
        for (const one of all) await turn(world, one)
        await allDone(server)
        const [stored, warm] = [await kept(server), await told()]
        assert.equal(await ratedOtherwise(server), null)
        server.running.machine.answers.dropAll()
        same(warm, await told(), 'told before and after all that was kept is dropped')
        const chance = seeded(order)
        const events = world.events.map(({ event }) => event.id).toSorted(() => chance() - 0.5)
        await anew(server, events, [tournamentId])
        same(stored, await kept(server), 'kept, and counted anew')
        server.running.machine.answers.dropAll()
        same(warm, await told(), 'told before and after it is counted anew')
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    )
  })
})
