import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { HOUR_MS } from '#core/duration.ts'
import type { SessionId } from '#core/ids.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { correctionsContract } from '#modules/corrections/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { protestsContract } from '#modules/protests/contract.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { tournamentsContract } from '#modules/tournaments/contract.ts'
import type { Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { allDone, anew, kept, ratedOtherwise } from './anew.fixture.ts'
import { turn, type World } from './turns.fixture.ts'
import { addressesOf, nextRound, worldOf } from './world.fixture.ts'

const WHY = { reason: 'It was like this.' }

/** Drivers go while their results stay: whole, nameless where the account was erased, and for everybody else as they were. */
describe('drivers who go', () => {
  let server: TestServer
  let world: World
  let next: SessionId
  before(async () => {
    server = await testServer({ breaks: ['weekly-limit', 'seats-counted'] })
    world = await worldOf(server, 5)
    next = await nextRound(world)
    // whatever stands against, for and by somebody
    for (const who of world.drivers.slice(0, 4)) {
      for (const { event } of world.events) {
        const whom = { sessionId: event.id, driverId: who.id, raceIndex: 0, ...WHY }
        await world.owner.as.send(correctionsContract.AddPenalty, {}, { ...whom, time: 5 } as never)
        await world.owner.as.send(correctionsContract.AddPenalty, {}, { ...whom, points: 1 } as never)
      }
    }
    await allDone(server)
  })
  after(() => server.stop())

  /** What is told of everybody but those who went. */
  async function ofOthers(gone: readonly Person[]) {
    const isOther = (id: unknown): boolean => !gone.some((who) => who.id === id)
    const { owner, events, tournamentId } = world
    const { rows } = (await owner.as.ask(tournamentsContract.standings, { id: tournamentId })).body
    const tables = await Promise.all(
      events.map(async ({ event }) => (await owner.as.ask(resultsContract.memberResults, { sessionId: event.id })).body.results),
    )
    const { ranks, changes, laps } = await kept(server)
    return {
      // who erased the account is in there without it
      standings: rows
        .filter(({ driverId }) => driverId !== null && isOther(driverId))
        .map(({ driverId, position, points, cells }) => ({ driverId, position, points, cells })),
      rows: tables
        .flat()
        .flatMap(({ key, results }) =>
          results
            .filter(({ drivers }) => drivers.every(({ userId, name }) => isOther(userId) && (userId ?? name) !== null))
            .map(({ name, position, status, finalPoints, rankingChange, bestLapTime }) => [
              key,
              name,
              position,
              status,
              finalPoints,
              rankingChange,
              bestLapTime,
            ]),
        ),
      ranks: ranks.filter((row) => isOther(row['user_id'])),
      changes: changes.filter((row) => isOther(row['user_id'])),
      laps: laps.filter((row) => isOther(row['user_id'])),
    }
  }
  const placesOf = async () => {
    const tables = await Promise.all(
      world.events.map(async ({ event }) => (await world.owner.as.ask(resultsContract.memberResults, { sessionId: event.id })).body.results),
    )
    return tables.map((segments) => segments.map(({ key, results }) => [key, results.length]))
  }
  /** Every address answers, and none says any of these names but those of the people that may. */
  async function answers(gone: readonly Person[], may: RegExp = /^$/): Promise<void> {
    for (const path of [...addressesOf(world, next), ...gone.flatMap(({ id }) => [`/public/users/${id}/career`, `/public/users/${id}/card.png`])]) {
      const reply = await (path.startsWith('/query') ? world.owner.as : server.visitor).fetch(path)
      const body = await reply.text()
      assert.ok(reply.status < 500, `${path} ${reply.status}`)
      for (const { name } of gone) assert.ok(may.test(path) || (!body.includes(`${name}"`) && !body.includes(`${name},`)), `${path} says ${name}`)
    }
    server.running.machine.answers.dropAll()
  }
  const whole = async (): Promise<void> => {
    await allDone(server)
    assert.equal(await ratedOtherwise(server), null)
    const stored = await kept(server)
    await anew(
      server,
      world.events.map(({ event }) => event.id),
      [world.tournamentId],
    )
    assert.deepEqual(await kept(server), stored)
  }
  const erase = async (who: Person) => {
    const { v } = (await who.as.ask(accountsContract.me, {})).body
    return who.as.send(accountsContract.RemoveUser, { id: who.id, v }, {})
  }

  test('an account that is erased, twice at once: results stay whole and nameless, and everybody else’s as they were', async () => {
    const gone = world.drivers[0]!
    const [places, others] = [await placesOf(), await ofOthers([gone])]
    const twice = await Promise.all([erase(gone), erase(gone)])
    assert.deepEqual(twice.map(({ body }) => body.code).toSorted(), ['ACCOUNT_NOT_FOUND', undefined])
    await allDone(server)
    assert.deepEqual(await placesOf(), places)
    assert.deepEqual(await ofOthers([gone]), others)
    await answers([gone])
    await whole()
  })

  test('an account that is erased while a later file arrives: what is kept is what comes of it counted anew', async () => {
    const gone = world.drivers[1]!
    await Promise.all([erase(gone), turn(world, { kind: 'bring', at: 0, seed: 77 }), turn(world, { kind: 'bring', at: 1, seed: 78 })])
    await answers([gone])
    await whole()
    for (let seed = 0; seed < 6; seed++) {
      for (const kind of ['choose', 'readAgain', 'revoke', 'correct', 'byHandAgain'] as const) await turn(world, { kind, at: seed, seed })
      await answers(world.drivers.slice(0, 2))
    }
    await whole()
  })

  test('who is banned is out of what is to come, and keeps what was driven', async () => {
    const gone = world.drivers[2]!
    const { owner, leagueId } = world
    const [places, others] = [await placesOf(), await ofOthers([gone])]
    const v = async () => ({ id: leagueId, v: (await owner.as.ask(membersContract.league, { id: leagueId })).body.v })
    const at = await v()
    const ban = () => owner.as.send(membersContract.BanMember, at, { userId: gone.id, ...WHY, reason: 'Again and again, in every race of it.' })
    const twice = await Promise.all([ban(), ban()])
    assert.deepEqual(
      twice.map(({ status }) => status),
      [200, 200],
    )
    await allDone(server)
    assert.deepEqual(await placesOf(), places)
    assert.deepEqual(await ofOthers([gone]), others)
    await whole()
    assert.equal((await erase(gone)).status, 200)
    await answers(world.drivers.slice(0, 3))
    await whole()
  })

  test('whoever filed a protest, and whom it is about, may go: it stays, without their names', async () => {
    const [reporter, reportee] = [world.drivers[3]!, world.drivers[4]!]
    const { event } = world.events[2]!
    server.clock.advance(2 * HOUR_MS)
    const filed = await reporter.as.send(
      protestsContract.SubmitReport,
      {},
      {
        sessionId: event.id,
        reporteeId: reportee.id,
        segmentIndex: 0,
        description: 'I was ahead into turn 5 and left a car’s width on the inside.',
        videoURL: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      },
    )
    assert.equal(filed.body.code, undefined)
    assert.equal((await erase(reporter)).status, 200)
    assert.equal((await erase(reportee)).status, 200)
    await answers([reporter, reportee])
    await whole()
  })
})
