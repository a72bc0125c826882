import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SentOf } from '#core/contract.ts'
import { DAY_MS } from '#core/duration.ts'
import type { LeagueId, SessionId, TournamentId } from '#core/ids.ts'
import { wallTime } from '#core/time-zone.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import type { ProtestConfig } from '#modules/protests/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { dayAfter } from '#modules/sessions/rules/daily.ts'
import { event } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { tournamentsContract as calls } from '../contract.ts'

const BERLIN = 'Europe/Berlin'
const TRACKS = ['monza', 'spa', 'imola', 'zandvoort'] as const
const CLASSES = [
  { id: 'PRO', name: 'Pro', color: '#4aa8ff', cars: ['2'] },
  { id: 'AM', name: 'Am', color: '#c27bff', cars: ['34'] },
]

describe('the season planner', () => {
  let server: TestServer
  let [owner, admin, ann] = Array<Person>(3) as [Person, Person, Person]
  let league: LeagueId
  before(async () => {
    server = await testServer()
    const made = await Promise.all(['Olga', 'Adam', 'Ann'].map((name) => person(server, name)))
    ;[owner, admin, ann] = made as [Person, Person, Person]
    league = await found(server, owner, { admins: [admin], members: [ann] })
  })
  after(() => server.stop())

  const now = () => server.running.machine.clock()
  const dayIn = (days: number) => dayAfter(wallTime(now(), BERLIN).slice(0, 10), days) // the clocks may change meanwhile
  const weekly = (more: object = {}) => ({ timeZone: BERLIN, firstDay: dayIn(10), time: '20:00', ...more })
  const ROUNDS = TRACKS.map((trackId, index) => ({ name: `Round ${index + 1}`, trackId }))
  const add = async (more: object = {}): Promise<TournamentId> =>
    (await owner.as.done(calls.AddTournament, {}, { leagueId: league, type: 'CHAMPIONSHIP', game: 'acc', name: 'Winter', maxEntries: 20, ...more }))
      .aggregateId as TournamentId
  const seen = async (id: TournamentId, who = owner) => (await who.as.ask(calls.tournament, { id })).body
  const send = async (id: TournamentId, body: SentOf<typeof calls.PlanRounds>, who = owner) =>
    who.as.send(calls.PlanRounds, { id, v: (await seen(id)).v }, body)
  const plan = async (id: TournamentId, template: SessionId, more: object = {}) => {
    const answer = await send(id, { template: { sessionId: template }, plan: weekly(), rounds: ROUNDS, ...more } as SentOf<typeof calls.PlanRounds>)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.sessionIds
  }
  const race = async (id: SessionId) => (await owner.as.ask(sessionsContract.race, { id })).body
  const walls = async (id: TournamentId) => (await seen(id)).sessions.map(({ startsAt }) => wallTime(startsAt, BERLIN))
  const week = (index: number) => `${dayIn(10 + 7 * index)}T20:00`

  test('one call makes rounds of a template: its own game, cars, classes, BOP, weather and rules, each with its track and start', async () => {
    const template = await event(server, owner, league, {
      cars: [],
      carClasses: CLASSES,
      segments: [
        { type: 'QUALIFY', durationMin: 15 },
        { type: 'RACE', durationMin: 60 },
      ],
      options: { 'trackCondition.weather.ambientTemp': 31 },
      publish: false,
    })
    await owner.as.done(sessionsContract.SetBop, { id: template, v: 1 }, { bops: { 2: { ballastkg: 12, restrictor: 3 } } })
    const id = await add({ pointSystem: { overallPointTable: [10, 6, 4], bonus: { pole: 1 } } })
    const ids = await plan(id, template)
    const season = await seen(id)
    assert.deepEqual(
      season.sessions.map(({ sessionId, name, status }) => [sessionId, name, status]),
      ids.map((sessionId, index) => [sessionId, `Round ${index + 1}`, 'DRAFT']),
    )
    assert.deepEqual(await walls(id), [0, 1, 2, 3].map(week))
    const third = await race(ids[2]!)
    assert.deepEqual([third.trackId, third.duration, third.config.options['trackCondition.weather.ambientTemp']], ['imola', 75, 31])
    assert.deepEqual([third.points?.table, third.points?.bonus], [[10, 6, 4], { pole: 1, fastestLap: 0 }])
    assert.deepEqual(
      third.carClasses.map((one) => one.id),
      ['PRO', 'AM'],
    )
    assert.deepEqual(third.cars.find((car) => car.id === '2')?.bop, { ballastkg: 12, restrictor: 3 })
    assert.deepEqual(
      season.carClasses.map((one) => one.id),
      ['PRO', 'AM'],
      'a season without classes takes those of its template',
    )
  })

  test('a typed template takes cars and classes of the season', async () => {
    const id = await add({ carClasses: CLASSES })
    const typed = { config: { segments: [{ type: 'RACE' as const, durationMin: 30 }], maxEntries: 24 } }
    const answer = await send(id, { template: { typed }, plan: weekly(), rounds: ROUNDS, publish: true })
    assert.equal(answer.status, 422, 'ACC wants a qualifying')
    assert.deepEqual([answer.body.code, answer.body.params?.['field']], ['CONFIG_INVALID', 'template.config.segments'])
    const whole = { config: { ...typed.config, segments: [{ type: 'QUALIFY' as const, durationMin: 10 }, ...typed.config.segments] } }
    const made = await send(id, { template: { typed: whole }, plan: weekly(), rounds: ROUNDS, publish: true })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    const first = await race(made.body.sessionIds[0]!)
    assert.deepEqual([first.status, first.carClasses.length, first.config.maxEntries], ['WAITING', 2, 24])
    const proAm = await add({ carClasses: CLASSES.map((one) => ({ ...one, cars: CLASSES[0]!.cars })) })
    const planned = await send(proAm, { template: { typed: whole }, plan: weekly(), rounds: ROUNDS, publish: true })
    assert.equal(planned.status, 200, JSON.stringify(planned.body))
    const ofBoth = await race(planned.body.sessionIds[0]!)
    assert.deepEqual(
      [ofBoth.carClasses, ofBoth.cars.map(({ id: carId }) => carId)],
      [[], CLASSES[0]!.cars],
      'classes of drivers are the season’s alone',
    )
  })

  test('dates left out, a round with a start of its own, and all or none', async () => {
    const template = await event(server, owner, league, { publish: false })
    const id = await add()
    const own = new Date(now().getTime() + 100 * DAY_MS).toISOString().replace(/T.*/, 'T18:00:00.000Z')
    const rounds = ROUNDS.map((round, index) => (index === 2 ? { ...round, startsAt: own } : round))
    await plan(id, template, { plan: weekly({ skipped: [dayIn(17)], everyWeeks: 1 }), rounds })
    assert.deepEqual((await walls(id)).slice(0, 3), [week(0), week(2), week(4)])
    assert.equal((await seen(id)).sessions[3]!.startsAt, own)
    const before = (await seen(id)).sessions.length
    const wrong = [...ROUNDS, { name: 'Nowhere', trackId: 'atlantis' }]
    const refused = await send(id, { template: { sessionId: template }, plan: weekly(), rounds: wrong })
    assert.deepEqual([refused.body.code, refused.body.params], ['TRACK_NOT_FOUND', { field: 'events.4.trackId', round: 5 }])
    const past = await send(id, { template: { sessionId: template }, plan: weekly({ firstDay: '2020-01-01' }), rounds: ROUNDS })
    assert.deepEqual([past.body.code, past.body.params?.['field']], ['EVENT_TOO_SOON', 'events.0.startsAt'])
    assert.equal((await seen(id)).sessions.length, before, 'all or none')
    const { rows } = await server.running.machine.pool.query(
      `select count(*)::int as n from sessions where league_id = $1 and name like 'Round%' and id not in (select session_id from tournament_sessions)`,
      [league],
    )
    assert.deepEqual(rows, [{ n: 0 }], 'no event is left behind')
  })

  test('a template of another game or community is none', async () => {
    const id = await add()
    const other = await event(server, owner, league, { game: 'iracing', trackId: 'Monza', cars: ['1'], publish: false })
    const body = { plan: weekly(), rounds: ROUNDS }
    assert.equal((await send(id, { template: { sessionId: other }, ...body })).body.code, 'NOT_FOUND')
    const next = await found(server, ann, {})
    const foreign = await event(server, ann, next, { publish: false })
    assert.equal((await send(id, { template: { sessionId: foreign }, ...body })).body.code, 'NOT_FOUND')
  })

  test('all later rounds move by weeks at their local time, and back again', async () => {
    const template = await event(server, owner, league, { publish: false })
    const id = await add()
    const ids = await plan(id, template, { publish: true })
    const move = async (weeks: number, sessionId = ids[1]!) =>
      owner.as.send(calls.MoveRounds, { id, v: (await seen(id)).v }, { sessionId, weeks, timeZone: BERLIN })
    assert.equal((await move(1)).status, 200)
    assert.deepEqual(await walls(id), [0, 2, 3, 4].map(week))
    assert.equal((await seen(id)).timeZone, BERLIN, 'whoever moves them next keeps them by the clocks of the plan')
    assert.equal((await move(-1)).status, 200)
    assert.deepEqual(await walls(id), [0, 1, 2, 3].map(week))
    assert.equal((await move(-3)).body.code, 'EVENT_TOO_SOON')
    assert.deepEqual(await walls(id), [0, 1, 2, 3].map(week), 'all or none')
    assert.equal((await move(1, template)).body.code, 'NOT_FOUND')
    await server.running.machine.pool.query(`update sessions set status = 'ENDED' where id = $1`, [ids[0]])
    await server.running.machine.pool.query(`update splits set status = 'ENDED' where session_id = $1`, [ids[0]])
    assert.equal((await move(1, ids[0])).body.code, 'EVENT_STARTED')
  })

  test('one round alone moves, past later ones too, and the drivers are told of it as of any event', async () => {
    const template = await event(server, owner, league, { publish: false })
    const id = await add({ name: 'Alone' })
    const ids = await plan(id, template, { publish: true })
    await owner.as.done(calls.PublishTournament, { id, v: (await seen(id)).v }, {})
    await ann.as.done(calls.JoinTournament, { id }, { carId: (await seen(id)).cars[0]!.id })
    const { v } = await seen(id)
    const body = { sessionId: ids[1]!, only: true, weeks: 5, timeZone: BERLIN }
    const answers = await Promise.all([owner, admin].map((who) => who.as.send(calls.MoveRounds, { id, v }, body)))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
    assert.deepEqual(await walls(id), [0, 2, 3, 6].map(week))
    assert.deepEqual(
      (await seen(id)).sessions.map(({ sessionId, no }) => [sessionId, no]),
      [ids[0], ids[2], ids[3], ids[1]].map((sessionId, at) => [sessionId, at + 1]),
    )
    const told = async () =>
      (await ann.as.ask(notificationsContract.notifications, {})).body.notifications.filter(({ kind }) => kind === 'event-moved')
    await until('she is told', async () => (await told()).length > 0)
    const names = (await told()).map(({ params }) => params['event'])
    assert.deepEqual(names, ['Round 2'])
    const [deed] = (await owner.as.ask(membersContract.history, { id: league })).body.deeds
    assert.deepEqual([deed!.what, deed!.params['name'], deed!.params['count'], deed!.params['weeks']], ['RoundsMoved', 'Alone', 1, 5])
  })

  test('publishing the season publishes the drafts among its rounds', async () => {
    const template = await event(server, owner, league, { publish: false })
    const id = await add()
    await plan(id, template)
    assert.equal((await ann.as.ask(calls.tournament, { id })).status, 404)
    const published = await owner.as.send(calls.PublishTournament, { id, v: (await seen(id)).v }, {})
    assert.equal(published.status, 200, JSON.stringify(published.body))
    assert.deepEqual(
      (await seen(id, ann)).sessions.map(({ status }) => status),
      ['WAITING', 'WAITING', 'WAITING', 'WAITING'],
    )
  })

  test('the community is told once of what one deed does to many rounds, and each of them by itself', async () => {
    const template = await event(server, owner, league, { publish: false })
    const id = await add({ name: 'Chronicle' })
    const deeds = async (more: object = {}) => (await owner.as.ask(membersContract.history, { id: league, ...more })).body.deeds
    const last = (await deeds())[0]!.id
    const ids = await plan(id, template)
    await owner.as.done(calls.MoveRounds, { id, v: (await seen(id)).v }, { sessionId: ids[1]!, weeks: 1, timeZone: BERLIN })
    await owner.as.done(calls.PublishTournament, { id, v: (await seen(id)).v }, {})
    await owner.as.done(calls.ChangeTournamentImage, { id, v: (await seen(id)).v }, { img: null })
    await owner.as.done(calls.RemoveTournamentSession, { id, v: (await seen(id)).v }, { sessionId: ids[3]! })
    await owner.as.done(
      calls.DuplicateTournament,
      { id, v: (await seen(id)).v },
      { name: 'Again', rounds: { firstDay: dayIn(60), timeZone: BERLIN } },
    )
    const told = (await deeds()).filter((one) => one.id > last)
    assert.deepEqual(
      told.map(({ what, params }) => [what, params['name'], params['count'] ?? null]),
      [
        ['RoundsPlanned', 'Again', 3],
        ['TournamentAdded', 'Again', null],
        ['RoundRemoved', 'Chronicle', null],
        ['PictureChanged', 'Chronicle', null],
        ['TournamentPublished', 'Chronicle', null],
        ['RoundsMoved', 'Chronicle', 3],
        ['RoundsPlanned', 'Chronicle', 4],
      ],
    )
    assert.deepEqual(
      (await deeds({ sessionId: ids[3]! })).map(({ what, params }) => [what, params['name'] ?? null]),
      [
        ['RoundRemoved', 'Chronicle'],
        ['SessionPublished', null],
        ['SessionEdited', null],
        ['RoundAdded', 'Chronicle'],
        ['SessionAdded', null],
      ],
    )
  })

  test('last season over again, from another day on', async () => {
    const template = await event(server, owner, league, { publish: false })
    const id = await add({ participationRules: { sessionSkipLimit: 2 } })
    const ids = await plan(id, template, { plan: weekly({ skipped: [dayIn(24)] }) })
    await owner.as.done(
      calls.AddMultiplier,
      { id, v: (await seen(id)).v },
      { sessionId: ids[3]!, multiplier: 2, table: [5, 3], raceTables: [null, [3, 2]], fastestLap: 0 },
    )
    const successBallast = { by: 'STANDINGS' as const, table: [{ ballastKg: 30, restrictor: 0 }] }
    await owner.as.done(calls.SetSuccessBallast, { id, v: (await seen(id)).v }, { successBallast })
    const protests = { leagueId: league, configType: 'PROTEST_RULES', scope: 'TOURNAMENT' as const, scopeEntityId: id as string }
    assert.equal((await owner.as.send(leaguesContract.SetConfig, protests, { config: { reviewer_count: 5 } })).status, 200)
    const rounds = { firstDay: dayIn(10 + 70), timeZone: BERLIN }
    await server.running.machine.pool.query(`update tournaments set bg_image = 'large.jpg', bg_image_small = 'small.jpg' where id = $1`, [id])
    const made = await owner.as.send(calls.DuplicateTournament, { id, v: (await seen(id)).v }, { name: 'Spring', rounds })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    const copy = await seen(made.body.aggregateId as TournamentId)
    assert.deepEqual(await walls(copy.id), [10, 11, 13, 14].map(week))
    assert.deepEqual(
      copy.sessions.map(({ name, multiplier, table, status }) => [name, multiplier, table, status]),
      [1, 2, 3, 4].map((no) => [`Round ${no}`, no === 4 ? 2 : 1, no === 4 ? [5, 3] : null, 'DRAFT']),
    )
    assert.equal(copy.participationRules.sessionSkipLimit, 2)
    assert.deepEqual([copy.sessions[3]!.raceTables, copy.sessions[3]!.fastestLap], [[null, [3, 2]], 0])
    assert.deepEqual(copy.successBallast, successBallast)
    assert.deepEqual([copy.bgImage, copy.bgImageSmall], ['/files/large.jpg', '/files/small.jpg'])
    const { config } = (await owner.as.ask(leaguesContract.leagueConfig, { ...protests, scopeEntityId: copy.id })).body
    assert.equal((config as ProtestConfig).reviewer_count, 5, 'its own rules for protests go along')
    const bare = await owner.as.done(calls.DuplicateTournament, { id, v: (await seen(id)).v }, { name: 'Bare' })
    const { sessions, timeZone } = await seen(bare.aggregateId as TournamentId)
    assert.deepEqual([sessions.length, timeZone], [0, BERLIN])
  })

  test('two admins plan and move at once: each change is whole, and somebody hears of the other', async () => {
    const template = await event(server, owner, league, { publish: false })
    const id = await add()
    const ids = await plan(id, template)
    const { v } = await seen(id)
    const answers = await Promise.all([
      owner.as.send(calls.MoveRounds, { id, v }, { sessionId: ids[0]!, weeks: 1, timeZone: BERLIN }),
      admin.as.send(calls.MoveRounds, { id, v }, { sessionId: ids[0]!, weeks: 2, timeZone: BERLIN }),
      admin.as.send(calls.PlanRounds, { id, v }, { template: { sessionId: template }, plan: weekly({ firstDay: dayIn(80) }), rounds: ROUNDS }),
    ])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409])
    const { sessions } = await seen(id)
    assert.ok(sessions.length === 4 || sessions.length === 8)
    const days = (await walls(id)).slice(0, 4)
    assert.ok(
      [
        [0, 1, 2, 3],
        [1, 2, 3, 4],
        [2, 3, 4, 5],
      ].some((weeks) => weeks.map(week).join() === days.join()),
      days.join(),
    )
  })
})
