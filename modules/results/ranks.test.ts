import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId, UserId } from '#core/ids.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { correctionsContract as corrections } from '#modules/corrections/contract.ts'
import { manualResultsContract as manual } from '#modules/manual-results/contract.ts'
import { ratingsOf } from '#modules/ranking/door.ts'
import { unrated } from '#modules/ranking/ranking.fixture.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { eventBody, ordinary } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { resultsContract } from './contract.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload, type Event } from './results.fixture.ts'

const DAY = 86_400_000

describe('ratings of what was driven', () => {
  let server: TestServer
  let owner: Person
  let drivers: readonly Person[]
  let leagueId: LeagueId
  before(async () => {
    server = await testServer({ breaks: ['weekly-limit'] })
    owner = await person(server, 'Olga Owner')
    drivers = await Promise.all(Array.from({ length: 8 }, (_, no) => person(server, `Driver ${no}`)))
    leagueId = await league(server, owner, { members: drivers })
  })
  after(() => server.stop())

  const table = async (id: SessionId) => (await server.visitor.ask(resultsContract.results, { sessionId: id })).body
  const race = async (id: SessionId) => (await table(id)).results.find(({ type }) => type === 'RACE')!
  const versions = async () =>
    (
      await server.running.machine.pool.query<{
        at: string
      }>(`select xmin || ' ' || ctid as at from rating_changes union all select xmin || ' ' || ctid from ranked_races
        union all select xmin || ' ' || ctid from driver_ratings union all select xmin || ' ' || ctid from rated_drivers`)
    ).rows
  /** Every change there is but when it was written. */
  const changes = async () =>
    (
      await server.running.machine.pool.query<Record<string, unknown>>(
        'select * from rating_changes order by starts_at, session_id, race_no, user_id',
      )
    ).rows
  const day = (no: number) => new Date(server.clock.now().getTime() - (100 - no) * DAY)

  /** A ranked event of ACC, whose file says that they came in in this order; a number below zero did not finish. */
  const accRace = async (at: number, order: readonly number[], more: Parameters<typeof runningEvent>[3] = {}): Promise<Event> => {
    const made = await runningEvent(server, owner, leagueId, { segments: ['RACE'], isRanked: true, startsAt: day(at), ...more })
    await enter(
      server,
      made,
      drivers.map(({ id }, no) => ({ userId: id, raceNumber: no + 1, carId: '34' })),
    )
    await bring(made, order)
    return made
  }
  const bring = async (made: Event, order: readonly number[], name = 'r.json') => {
    const rows = order.map((no, place) => accLine(no + 1, drivers[no]!.steamId, `Driver ${no}`, 8, 8 * LAP + place * 1000, 98_000 + place))
    assert.equal((await upload(server, made.servers[0]!, name, accFile('R', 0, rows))).status, 200)
    await allRead(server)
  }
  /** An event whose result an admin keeps by hand. */
  const byHand = async (at: number, order: readonly number[], more: Parameters<typeof runningEvent>[3] = {}) => {
    const options = { game: 'iracing', manual: true, segments: ['RACE'], isRanked: true, startsAt: day(at), ...more } as const
    const made = await runningEvent(server, owner, leagueId, options)
    const who = order.toSorted()
    const ids = await enter(
      server,
      made,
      who.map((no) => ({ userId: drivers[no]!.id, raceNumber: no + 1, carId: '1' })),
    )
    const entries = new Map(who.map((no, at) => [no, ids[at]!]))
    await write(made.id, entries, order)
    return { id: made.id, entries }
  }
  const write = async (id: SessionId, entries: ReadonlyMap<number, string>, order: readonly number[]) => {
    const entryResults = order.map((no, place) => ({ entryId: entries.get(no)!, position: place + 1, timeMs: 1_800_000 + place * 1000 }))
    await owner.as.done(manual.SaveRaceResult, { id }, { raceNo: 1, entryResults: entryResults as never })
    await owner.as.done(manual.PublishResults, { id }, {})
  }

  test('a file that arrives rates its race: who beat whom, in words on the row', async () => {
    await unrated(server)
    const made = await accRace(1, [3, 1, 0, 2, 4, 5, 6, 7])
    const shown = await race(made.id)
    assert.deepEqual([shown.rankingStatus, shown.averageFieldStrength, shown.unrankedReason], ['COMPLETED', 1500, null])
    // w = √(13.33/30); K · w · p · (won − 3.5) / 8
    const weight = Math.sqrt(800_000 / 60_000 / 30)
    assert.deepEqual(
      shown.results.map(({ driverId, rankingChange, rating }) => [driverId, rankingChange, rating?.rank]),
      [3, 1, 0, 2, 4, 5, 6, 7].map((no, place) => [
        drivers[no]!.id,
        { delta: Math.round(1500 + (150 * weight * 2 * (7 - place - 3.5)) / 8) - 1500, won: 7 - place, expected: 3.5, isProvisional: true },
        Math.round(1500 + (150 * weight * 2 * (7 - place - 3.5)) / 8),
      ]),
    )
    // a game whose files tell of no contacts moves no licence
    const { licenseChange } = shown.results[0]!
    assert.deepEqual(licenseChange, { delta: 0, from: { license: 'ROOKIE', safetyLevel: 2.5 }, to: { license: 'ROOKIE', safetyLevel: 2.5 } })
  })

  test('the same file again changes nothing', async () => {
    await unrated(server)
    const order = [3, 1, 0, 2, 4, 5, 6, 7]
    const made = await accRace(1, order)
    const was = await versions()
    assert.equal(was.length, 1 + 3 * 8)
    await bring(made, order, 'again.json')
    assert.deepEqual(await versions(), was)
  })

  test('what is not ranked says why', async () => {
    await unrated(server)
    const said = async (made: Event) => {
      const { rankingStatus, unrankedReason, results } = await race(made.id)
      assert.ok(results.every(({ rankingChange, licenseChange }) => rankingChange === null && licenseChange === null))
      return [rankingStatus, unrankedReason]
    }
    assert.deepEqual(await said(await accRace(1, [0, 1, 2, 3, 4, 5], { isRanked: false })), ['UNRANKED', 'EVENT'])
    assert.deepEqual(await said(await accRace(2, [0, 1, 2, 3, 4])), ['UNRANKED', 'STARTERS'])
    // the other split is still driving
    const two = await accRace(3, [0, 1, 2, 3, 4, 5], { splits: 2 })
    assert.deepEqual(await said(two), ['PENDING', null])
    assert.deepEqual((await changes()).length, 0)
  })

  test('results that are put right replay all that came after; taken away again, all is as it was to the last digit', async () => {
    await unrated(server)
    const first = await byHand(1, [0, 1, 2, 3, 4, 5, 6])
    for (const at of [2, 3, 4])
      await byHand(
        at,
        [at, 1, 2, 3, 4, 5, 0].filter((no, index, all) => all.indexOf(no) === index),
      )
    const whole = await changes()
    assert.equal(whole.filter(({ session_id: id }) => id === first.id).length, 7)
    await owner.as.done(manual.ReopenResults, { id: first.id }, { reason: 'Two cars were swapped.' })
    assert.deepEqual(await changes(), whole, 'until it is published anew')
    await write(first.id, first.entries, [6, 5, 4, 3, 2, 1, 0])
    const turned = await changes()
    assert.notDeepEqual(turned, whole)
    assert.ok(turned.every((one, at) => at < 7 || one['rank_before'] !== whole[at]!['rank_before'] || one['user_id'] === drivers[3]!.id))
    await owner.as.done(manual.ReopenResults, { id: first.id }, { reason: 'They were not.' })
    await write(first.id, first.entries, [0, 1, 2, 3, 4, 5, 6])
    assert.deepEqual(await changes(), whole)
  })

  test('whether an event is ranked is settled once it has begun: nobody edits it afterwards', async () => {
    await unrated(server)
    const made = await accRace(1, [0, 1, 2, 3, 4, 5])
    const before = await changes()
    const { v } = (await owner.as.ask(sessionsContract.race, { id: made.id })).body
    const fields = eventBody(ordinary(leagueId, server.clock.now()))
    for (const isRanked of [false, true]) {
      const edited = { ...fields, config: { ...fields.config, isRanked } }
      assert.equal((await owner.as.send(sessionsContract.EditSession, { id: made.id, v }, edited)).body.code, 'EVENT_STARTED')
    }
    assert.deepEqual([(await race(made.id)).rankingStatus, await changes()], ['COMPLETED', before])
    const { body } = await owner.as.ask(sessionsContract.race, { id: made.id })
    assert.deepEqual([body.config.isRanked, body.v], [true, v])
  })

  test('an event that counts no more gives back what it did', async () => {
    await unrated(server)
    const early = await byHand(1, [0, 1, 2, 3, 4, 5])
    const alone = await changes()
    const { db } = server.running.machine
    const late = await byHand(2, [5, 4, 3, 2, 1, 0])
    assert.equal((await changes()).length, 12)
    await db.updateTable('sessions').set({ is_ranked: false }).where('id', '=', late.id).execute()
    await owner.as.done(manual.ReopenResults, { id: late.id }, { reason: 'It was for fun.' })
    await write(late.id, late.entries, [5, 4, 3, 2, 1, 0])
    assert.deepEqual(await changes(), alone)
    assert.equal((await race(late.id)).rankingStatus, 'REVERTED')
    assert.equal((await race(early.id)).rankingStatus, 'COMPLETED')
  })

  test('two splits and two games at once, all of the same drivers: as if they had come one after the other', async () => {
    await unrated(server)
    const orders = [
      [0, 1, 2, 3, 4, 5],
      [5, 4, 3, 2, 1, 0],
      [2, 3, 0, 1, 5, 4, 6],
      [7, 6, 5, 4, 3, 2, 1, 0],
    ]
    await Promise.all(orders.flatMap((order, at) => [accRace(at + 1, order), byHand(at + 10, order)]))
    const once = await changes()
    assert.equal(once.length, 2 * (6 + 6 + 7 + 8))
    assert.ok(once.every((one) => Number(one['races_after']) === Number(one['races_before']) + 1))
    const ids = drivers.map(({ id }) => id)
    const known = await ratingsOf(server.running.machine.db, ids, 'acc')
    assert.deepEqual([known.get(ids[0]!)!.rank!.races, known.get(ids[0]!)!.overall.races, known.get(ids[7]!)!.rank!.races], [4, 8, 1])
  })

  const penalise = async (id: SessionId, of: number, penalty: object): Promise<string> => {
    const sent = { sessionId: id, driverId: drivers[of]!.id, raceIndex: 0, reason: 'Cut the last corner.', ...penalty }
    const { status, body } = await owner.as.send(corrections.AddPenalty, {}, sent as never)
    assert.equal(status, 200, JSON.stringify(body))
    const { penalties } = (await owner.as.ask(corrections.penalties, { sessionId: id })).body
    return penalties.find((one) => one.revoked === null && one.driverIds.includes(drivers[of]!.id))!.id
  }
  const revoke = (id: string) => owner.as.done(corrections.RevokeCorrection, { id }, { reason: 'Looked again.' })

  test('a penalty rates its race and all later ones anew, as if it had ended so; revoked, all is as it was to the last digit', async () => {
    await unrated(server)
    // two seconds behind each other, in steps of one
    const first = await accRace(1, [0, 1, 2, 3, 4, 5, 6])
    for (const at of [2, 3, 4]) await accRace(at, [at, 0, 1, 5, 6, 7, at === 2 ? 3 : 2])
    const whole = await changes()
    const penalty = await penalise(first.id, 0, { time: 2.5 })
    assert.deepEqual(
      (await race(first.id)).results
        .slice(0, 3)
        .map(({ driverId, rankingChange }) => [drivers.findIndex(({ id }) => id === driverId), rankingChange?.won]),
      [
        [1, 6],
        [2, 5],
        [0, 4],
      ],
    )
    const penalised = await changes()
    assert.notDeepEqual(penalised.at(-1), whole.at(-1), 'what came later has moved too')
    await revoke(penalty)
    assert.deepEqual(await changes(), whole)
    const out = await penalise(first.id, 0, { disqualified: true })
    assert.equal((await race(first.id)).results.find(({ driverId }) => driverId === drivers[0]!.id)?.rankingChange?.won, 0)
    await revoke(out)
    assert.deepEqual(await changes(), whole)
  })

  test('penalties in several events and games at once, and taken back at once: nothing is lost, nobody waits in a ring', async () => {
    await unrated(server)
    const made: SessionId[] = []
    for (const at of [1, 2, 3]) made.push((await accRace(at, [0, 1, 2, 3, 4, 5, 6])).id, (await byHand(at, [6, 5, 4, 3, 2, 1, 0])).id)
    const whole = await changes()
    const given = await Promise.all(made.flatMap((id) => [penalise(id, 0, { time: 2.5 }), penalise(id, 3, { time: 1.5 })]))
    assert.notDeepEqual(await changes(), whole)
    await Promise.all(given.map(revoke))
    assert.deepEqual(await changes(), whole)
  })

  test('what was driven before races were rated is filled in, the oldest first, and once', async () => {
    await unrated(server)
    const past = [await byHand(1, [0, 1, 2, 3, 4, 5]), await byHand(2, [5, 0, 1, 2, 3, 4]), await byHand(3, [1, 0, 5, 4, 2, 3])]
    const whole = await changes()
    await unrated(server)
    const { pool } = server.running.machine
    // the newest is rated already, on top of nothing
    await pool.query('insert into rating_backlog (session_id, starts_at) select id, starts_at from sessions where id = any($1)', [
      past.slice(0, 2).map(({ id }) => id),
    ])
    await owner.as.done(manual.ReopenResults, { id: past[2]!.id }, { reason: 'Once more.' })
    await write(past[2]!.id, past[2]!.entries, [1, 0, 5, 4, 2, 3])
    await until('the backlog is empty', async () => (await pool.query('select from rating_backlog')).rowCount === 0)
    assert.deepEqual(await changes(), whole)
    const was = await versions()
    await pool.query('insert into rating_backlog (session_id, starts_at) select id, starts_at from sessions where id = any($1)', [
      past.map(({ id }) => id),
    ])
    await until('the backlog is empty', async () => (await pool.query('select from rating_backlog')).rowCount === 0)
    assert.deepEqual(await versions(), was)
  })

  test('who erases the account leaves the ratings of others as they were', async () => {
    await unrated(server)
    const leaver = await person(server, 'Lea Leaver')
    const made = await runningEvent(server, owner, leagueId, { game: 'iracing', manual: true, segments: ['RACE'], isRanked: true, startsAt: day(1) })
    const all = [leaver, ...drivers.slice(0, 6)].map(({ id }) => id as UserId)
    const ids = await enter(
      server,
      made,
      all.map((userId, no) => ({ userId, raceNumber: no + 1, carId: '1' })),
    )
    await write(made.id, new Map(ids.map((id, at) => [at, id])), [0, 1, 2, 3, 4, 5, 6])
    const whole = await changes()
    const { v } = (await leaver.as.ask(accountsContract.me, {})).body
    await leaver.as.done(accountsContract.RemoveUser, { id: leaver.id, v }, {})
    await byHand(2, [0, 1, 2, 3, 4, 5])
    assert.deepEqual(
      (await changes()).filter(({ session_id: id }) => id === made.id),
      whole,
    )
    const [winner] = (await race(made.id)).results
    assert.deepEqual([winner!.name, winner!.rankingChange?.won], [null, 6])
    // a rank and a licence stand beside a name alone
    assert.deepEqual([winner!.country, winner!.rating, winner!.licenseChange], [null, null, null])
    const past = (await server.visitor.ask(resultsContract.pastEvents, { leagueId, limit: 100 })).body.events.find(({ id }) => id === made.id)
    const told = past!.outcome!.podium.map(({ name, rating }) => `${name} ${rating !== null}`)
    assert.deepEqual(told, ['null false', 'Driver 0 true', 'Driver 1 true'])
  })
})
