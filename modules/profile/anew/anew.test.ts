import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import * as fc from 'fast-check'
import type { SessionId } from '#core/ids.ts'
import { seeded } from '#games/emulate.fixture.ts'
import { lapsContract } from '#modules/laps/contract.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { allDone, anew, kept, ratedOtherwise } from './anew.fixture.ts'
import { KINDS, turn, type World } from './turns.fixture.ts'
import { addressesOf, nextRound, worldOf } from './world.fixture.ts'

/** `ANEW_RUNS=300 ANEW_SEED=…` looks longer, and at others. */
const RUNS = Number(process.env['ANEW_RUNS'] ?? 12)
const SEED = Number(process.env['ANEW_SEED'] ?? 7)

/** Whatever becomes of results, in whatever order: what is kept of them is what comes of them counted anew, and every page tells it at once. */
describe(`what hangs on results (ANEW_SEED=${SEED})`, () => {
  let server: TestServer
  let world: World
  let next: SessionId
  before(async () => {
    server = await testServer({ breaks: ['weekly-limit', 'seats-counted'] })
    world = await worldOf(server, SEED)
    next = await nextRound(world)
  })
  after(() => server.stop())

  /** All that is told of it, each as it was sent. */
  async function told(): Promise<Readonly<Record<string, string>>> {
    const { owner } = world
    const all: [string, string][] = []
    for (const path of addressesOf(world, next)) {
      const reply = await (path.startsWith('/query') ? owner.as : server.visitor).fetch(path)
      assert.equal(reply.status, 200, path)
      const bytes = Buffer.from(await reply.arrayBuffer())
      all.push([path, path.endsWith('.png') ? createHash('sha256').update(bytes).digest('hex') : bytes.toString()])
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
        await anew(server, events, [world.tournamentId])
        same(stored, await kept(server), 'kept, and counted anew')
        server.running.machine.answers.dropAll()
        same(warm, await told(), 'told before and after it is counted anew')
      }),
      // what comes of turns stays: fewer of them would be tried on another world
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    )
  })
})
