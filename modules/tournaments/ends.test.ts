import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { MINUTE_MS } from '#core/duration.ts'
import type { LeagueId, SessionId, TournamentId } from '#core/ids.ts'
import { correctionsContract } from '#modules/corrections/contract.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { enter, runningEvent } from '#modules/results/results.fixture.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { nextStartStep } from '#modules/sessions/rules.ts'
import { league as found } from '#testing/league.ts'
import { event } from '#testing/event.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { timePasses, until } from '#testing/time.ts'
import { tournamentsContract as calls } from './contract.ts'
import { addRound, seasonWith } from './queries/season.fixture.ts'

describe('all at once at a season', () => {
  let server: TestServer
  let [owner, admin, ann, ben] = Array<Person>(4) as [Person, Person, Person, Person]
  let league: LeagueId
  before(async () => {
    server = await testServer({ breaks: ['seats-counted'] })
    ;[owner, admin, ann, ben] = (await Promise.all(['Olga', 'Adam', 'Ann', 'Ben'].map((name) => person(server, name)))) as [
      Person,
      Person,
      Person,
      Person,
    ]
    league = await found(server, owner, { admins: [admin], members: [ann, ben] })
  })
  after(async () => {
    const { rows } = await server.running.machine.pool.query('select deadlocks from pg_stat_database where datname = current_database()')
    await server.stop()
    assert.deepEqual(rows, [{ deadlocks: 0 }], 'everybody locks in the same order')
  })

  /** A race that is over and typed in, and not published yet. */
  async function typedIn(): Promise<SessionId> {
    const made = await runningEvent(server, owner, league, { game: 'iracing', manual: true, segments: ['RACE'] })
    const ids = await enter(
      server,
      made,
      [ann, ben].map((who, no) => ({ userId: who.id, raceNumber: no + 1, carId: '1' })),
    )
    const entryResults = ids.map((entryId, no) => ({ entryId, position: no + 1, timeMs: 900_000 + no }))
    await owner.as.done(manualResultsContract.SaveRaceResult, { id: made.id }, { raceNo: 1, entryResults: entryResults as never })
    return made.id
  }

  test('the season ends while its results arrive: every one of them counts, and it is over', async () => {
    const id = await seasonWith({ server, owner, league }, [ann, ben])
    const races: SessionId[] = []
    for (let no = 0; no < 6; no++) races.push(await typedIn())
    for (const sessionId of races) await addRound({ server, owner, league }, id, sessionId)
    const view = async () => (await owner.as.ask(calls.tournament, { id })).body
    const end = async (): Promise<void> => {
      for (;;) {
        const { status, body } = await owner.as.send(calls.EndTournament, { id, v: (await view()).v }, {})
        if (body.code !== 'VERSION_CONFLICT') return assert.equal(status, 200, JSON.stringify(body))
      }
    }
    const publish = async (sessionId: SessionId) => {
      const { status, body } = await admin.as.send(manualResultsContract.PublishResults, { id: sessionId }, {})
      assert.equal(status, 200, JSON.stringify(body))
    }
    await Promise.all([...races.slice(0, 3).map(publish), end(), ...races.slice(3).map(publish)])
    assert.equal((await view()).status, 'FINISHED')
    const { rows, roundsHeld, pointsLeft } = (await ann.as.ask(calls.standings, { id })).body
    assert.deepEqual(
      rows.map(({ name, points }) => [name, points]),
      [
        ['Ann', 150],
        ['Ben', 108],
      ],
    )
    assert.deepEqual([roundsHeld, pointsLeft], [6, 0])
  })

  /** Sent again over what somebody else has changed meanwhile, until it is done. */
  async function surely(id: TournamentId, send: (v: number) => Promise<{ readonly status: number; readonly body: { readonly code?: string } }>) {
    for (;;) {
      const { status, body } = await send((await owner.as.ask(calls.tournament, { id })).body.v)
      if (body.code !== 'VERSION_CONFLICT') return assert.equal(status, 200, JSON.stringify(body))
    }
  }
  const publishBy = (who: Person, sessionId: SessionId) => who.as.done(manualResultsContract.PublishResults, { id: sessionId }, {})
  const tableOf = async (id: TournamentId) => (await ann.as.ask(calls.standings, { id })).body.rows.map(({ name, points }) => [name, points])

  test('two admins change how it scores, each a part of it, while its results arrive: all of it stands', async () => {
    const id = await seasonWith({ server, owner, league }, [ann, ben])
    const races = [await typedIn(), await typedIn(), await typedIn()] as const
    for (const sessionId of races) await addRound({ server, owner, league }, id, sessionId)
    await Promise.all([
      publishBy(admin, races[0]),
      surely(id, (v) => owner.as.send(calls.SetPointSystem, { id, v }, { pointSystem: { overallPointTable: [10, 6] } })),
      publishBy(owner, races[1]),
      surely(id, (v) => admin.as.send(calls.AddMultiplier, { id, v }, { sessionId: races[0], multiplier: 2 })),
      publishBy(admin, races[2]),
    ])
    assert.deepEqual(await tableOf(id), [
      ['Ann', 40],
      ['Ben', 24],
    ])
    // and each event shows what it is worth in the season
    const points = async (sessionId: SessionId) =>
      (await ann.as.ask(resultsContract.memberResults, { sessionId })).body.results.flatMap(({ results }) =>
        results.map((row) => row.calculatedPoints),
      )
    assert.deepEqual(await Promise.all(races.map(points)), [
      [20, 12],
      [10, 6],
      [10, 6],
    ])
  })

  test('a penalty given in the moment in which the season ends is in its last table; revoked afterwards, it never was', async () => {
    const id = await seasonWith({ server, owner, league }, [ann, ben])
    const race = await typedIn()
    const late = await typedIn()
    for (const sessionId of [race, late]) await addRound({ server, owner, league }, id, sessionId)
    await publishBy(owner, race)
    const given = { sessionId: race, driverId: ann.id, raceIndex: 0, time: 60, reason: 'Cut the last chicane.' }
    const [penalty] = await Promise.all([
      admin.as.done(correctionsContract.AddPenalty, {}, given),
      surely(id, (v) => owner.as.send(calls.EndTournament, { id, v }, {})),
      publishBy(admin, late),
    ])
    assert.equal((await owner.as.ask(calls.tournament, { id })).body.status, 'FINISHED')
    assert.deepEqual((await tableOf(id)).toSorted(), [
      ['Ann', 43],
      ['Ben', 43],
    ])
    await admin.as.done(correctionsContract.RevokeCorrection, { id: penalty.id }, { reason: 'The replay shows otherwise.' })
    assert.deepEqual(await tableOf(id), [
      ['Ann', 50],
      ['Ben', 36],
    ])
    // judged after the last race: points by hand have ended with the season (docs/decisions/0043), corrections have not
    const { v } = (await owner.as.ask(calls.tournament, { id })).body
    const byHand = await owner.as.send(calls.AddSeasonPoints, { id, v }, { driverId: ann.id, points: -40, reason: 'Protest 7.' })
    assert.deepEqual([byHand.status, byHand.body.code], [409, 'WRONG_STATE'])
    await admin.as.done(
      correctionsContract.AddPointAdjustment,
      {},
      { sessionId: late, driverId: ann.id, scope: 0, points: -40, reason: 'Protest 7.' },
    )
    await admin.as.done(
      correctionsContract.AddPenalty,
      {},
      { sessionId: late, driverId: ann.id, raceIndex: 0, disqualified: true, reason: 'Protest 8.' },
    )
    assert.equal((await owner.as.ask(calls.tournament, { id })).body.status, 'FINISHED')
    assert.deepEqual((await tableOf(id))[0], ['Ben', 43])
  })

  test('fifty renames over one version: one is made', async () => {
    const id = await seasonWith({ server, owner, league }, [])
    const { v, name: before } = (await owner.as.ask(calls.tournament, { id })).body
    const fields = { maxEntries: 20, cars: [], carClasses: [] }
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, no) => (no % 2 ? owner : admin).as.send(calls.EditTournament, { id, v }, { name: `Winter ${no}`, ...fields })),
    )
    const done = replies.flatMap(({ status }, no) => (status === 200 ? [no] : []))
    assert.equal(done.length, 1)
    for (const { status, body } of replies) assert.ok(status === 200 || body.code === 'VERSION_CONFLICT', JSON.stringify(body))
    const now = (await owner.as.ask(calls.tournament, { id })).body
    assert.deepEqual([now.v, now.name], [v + 1, `Winter ${done[0]}`])
    assert.notEqual(now.name, before)
  })

  test('skips and their taking back in a storm never go over what the season lets', async () => {
    const id = await seasonWith({ server, owner, league }, [ann], { game: 'acc', participationRules: { sessionSkipLimit: 2 } })
    const events: SessionId[] = []
    for (let no = 0; no < 5; no++) events.push(await event(server, owner, league))
    for (const sessionId of events) await addRound({ server, owner, league }, id, sessionId)
    const order = (no: number) =>
      ann.as.send(no % 3 === 2 ? calls.CancelSkip : calls.SkipSession, { refId: id }, { sessionId: events[no % events.length]! })
    const replies = await Promise.all(Array.from({ length: 60 }, (_, no) => order(no)))
    for (const { status, body } of replies) assert.ok(status === 200 || body.code === 'SKIP_LIMIT_REACHED', JSON.stringify(body))
    const skipped = async () => (await ann.as.ask(calls.tournament, { id })).body.entry!.skippedSessionIds
    assert.ok((await skipped()).length <= 2, `${(await skipped()).length} of 2`)
    for (const sessionId of events) await ann.as.done(calls.CancelSkip, { refId: id }, { sessionId })
    assert.deepEqual(await skipped(), [])
  })

  test('publishing while the first event really starts: never open to register for a season that is under way', async () => {
    for (let round = 0; round < 6; round++) {
      const { running, clock } = server
      const id = (
        await owner.as.done(
          calls.AddTournament,
          {},
          { leagueId: league, type: 'CHAMPIONSHIP', game: 'iracing', name: `Start ${round}`, maxEntries: 20 },
        )
      ).aggregateId as TournamentId
      const startsAt = new Date(nextStartStep(clock.now().getTime() + 45 * MINUTE_MS))
      const sessionId = await event(server, owner, league, { game: 'iracing', trackId: 'Monza', cars: ['1'], startsAt: startsAt.toISOString() })
      await addRound({ server, owner, league }, id, sessionId)
      const { v } = (await owner.as.ask(calls.tournament, { id })).body
      const [published] = await Promise.all([owner.as.send(calls.PublishTournament, { id, v }, {}), timePasses(running, clock, startsAt)])
      await until('the event runs', async () => (await owner.as.ask(sessionsContract.race, { id: sessionId })).body.status === 'IN_PROGRESS')
      const status = async () => (await owner.as.ask(calls.tournament, { id })).body.status
      if (published.status === 200) await until('the season has started', async () => (await status()) === 'STARTED')
      else assert.deepEqual([published.body.code, await status()], ['PUBLISH_TOO_LATE', 'UNPUBLISHED'])
    }
  })
})
