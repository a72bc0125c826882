import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { LeagueId, SessionId, TournamentId } from '#core/ids.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { pickListsContract } from '#modules/pick-lists/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { hasSeatFor } from '#modules/sessions/rules.ts'
import { event } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { tournamentsContract as calls } from './contract.ts'

/** product.md §5, §6: of a championship's events the drivers are those of the season. */
describe('seats of a season in its events', () => {
  let server: TestServer
  let [owner, ann, ben, cem, dan] = Array<Person>(5) as [Person, Person, Person, Person, Person]
  let league: LeagueId
  before(async () => {
    server = await testServer()
    const made = await Promise.all(['Olga', 'Ann', 'Ben', 'Cem', 'Dan'].map((name) => person(server, name)))
    ;[owner, ann, ben, cem, dan] = made as [Person, Person, Person, Person, Person]
    league = await found(server, owner, { members: [ann, ben, cem, dan] })
  })
  after(() => server.stop())

  const season = async (more: object = {}): Promise<TournamentId> => {
    const body = { leagueId: league, type: 'CHAMPIONSHIP', game: 'acc', name: 'Winter', maxEntries: 20, ...more } as const
    const { aggregateId } = await owner.as.done(calls.AddTournament, {}, body)
    return aggregateId as TournamentId
  }
  const view = async (id: TournamentId, who = owner) => (await who.as.ask(calls.tournament, { id })).body
  const takesIn = async (id: TournamentId, sessionId: SessionId) =>
    owner.as.done(calls.AddTournamentSession, { id, v: (await view(id)).v }, { sessionId })
  const publish = async (id: TournamentId) => owner.as.done(calls.PublishTournament, { id, v: (await view(id)).v }, {})
  const join = (who: Person, id: TournamentId, body: object = {}) => who.as.send(calls.JoinTournament, { id }, body)
  const list = async (refId: SessionId, who = owner) => (await who.as.ask(entriesContract.entryList, { refId })).body
  const gridOf = async (refId: SessionId): Promise<string> => {
    const { entries, waitingList } = await list(refId)
    return [...entries, ...waitingList]
      .map(({ participant, car, status }) => `${participant.name} ${car.model}${status === 'ACTIVE' ? '' : ' waits'}`)
      .toSorted()
      .join(', ')
  }
  const gridIs = (refId: SessionId, wanted: string): Promise<void> => until(`the grid is ${wanted}`, async () => (await gridOf(refId)) === wanted)
  /** A published season of two events. */
  const running = async (more: object = {}, ofEvents: object = {}) => {
    const id = await season(more)
    const events = [await event(server, owner, league, ofEvents), await event(server, owner, league, ofEvents)] as const
    for (const one of events) await takesIn(id, one)
    await publish(id)
    return { id, events }
  }

  test('who registers for the season is in all its coming events, also in one that is added later, or published later', async () => {
    const { id, events } = await running()
    assert.equal((await join(ann, id)).status, 200)
    assert.equal((await join(ben, id, { carId: '34' })).status, 200)
    for (const one of events) await gridIs(one, 'Ann 2, Ben 34')
    const later = await event(server, owner, league, { publish: false })
    await takesIn(id, later)
    await owner.as.done(sessionsContract.PublishSession, { id: later, v: (await owner.as.ask(sessionsContract.race, { id: later })).body.v }, {})
    await gridIs(later, 'Ann 2, Ben 34')
  })

  test('nobody registers for one of them alone, cancels there, or takes another car there; admins pick nobody into it', async () => {
    const { id, events } = await running()
    await join(ann, id)
    await gridIs(events[0], 'Ann 2')
    const { v } = await list(events[0])
    const entry = { listType: 'SingleEvent', entry: { car: { model: '2' } } } as const
    assert.equal((await dan.as.send(entriesContract.AddEntry, { refId: events[0], v }, entry)).body.code, 'register_to_tournament')
    const alone = await event(server, owner, league)
    for (const [one, isOffered] of [
      [events[0], false],
      [alone, true],
    ] as const) {
      const card = (await server.visitor.ask(sessionsContract.publicEvent, { id: one })).body
      assert.deepEqual(
        [card.driversChosen, hasSeatFor(card, server.clock.now().getTime())],
        [!isOffered, isOffered],
        'to whoever is too late for another',
      )
    }
    const mine = (await list(events[0], ann)).mine!
    assert.equal((await ann.as.send(entriesContract.Leave, { refId: events[0], v: mine.v }, {})).body.code, 'register_to_tournament')
    const car = { entryId: mine.id, car: { model: '34' } }
    const at = { refId: events[0], v: mine.v }
    assert.equal((await ann.as.send(entriesContract.ChangeCar, at, car)).body.code, 'register_to_tournament')
    const livery = { entryId: mine.id, car: { model: '2', skin: null } }
    assert.equal((await ann.as.send(entriesContract.ChangeCar, at, livery)).status, 200, 'their livery is theirs')
    assert.equal((await owner.as.send(entriesContract.ChangeCar, { ...at, v: mine.v + 1 }, car)).status, 200, 'an admin changes any car')
    const picked = { target: { type: 'EVENT', id: events[0], isSwapList: false }, entries: [{ userId: dan.id, carId: null }] }
    const list0 = (await owner.as.ask(pickListsContract.pickList, { leagueId: league })).body
    const applied = await owner.as.send(pickListsContract.Apply, { leagueId: league, v: list0.v }, picked as never)
    assert.equal(applied.body.code, 'register_to_tournament')
  })

  test('a skip frees the seat for who waits, and gives the place back when it is taken back; others go on', async () => {
    const { id, events } = await running({ participationRules: { sessionSkipLimit: 1 } }, { maxEntries: 2 })
    for (const who of [ann, ben, cem]) await join(who, id)
    for (const one of events) await gridIs(one, 'Ann 2, Ben 2, Cem 2 waits')
    await ann.as.done(calls.SkipSession, { refId: id }, { sessionId: events[0] })
    await gridIs(events[0], 'Ben 2, Cem 2')
    assert.equal(await gridOf(events[1]), 'Ann 2, Ben 2, Cem 2 waits')
    await ann.as.done(calls.CancelSkip, { refId: id }, { sessionId: events[0] })
    await gridIs(events[0], 'Ann 2 waits, Ben 2, Cem 2')
  })

  test('at once one skips, one leaves and two wait: they are in; who skipped comes back in line, and is in when another leaves', async () => {
    const { id, events } = await running({ participationRules: { sessionSkipLimit: 1 } }, { maxEntries: 2 })
    for (const who of [ann, ben, cem, dan]) await join(who, id)
    for (const one of events) await gridIs(one, 'Ann 2, Ben 2, Cem 2 waits, Dan 2 waits')
    await Promise.all([ann.as.done(calls.SkipSession, { refId: id }, { sessionId: events[0] }), ben.as.done(calls.LeaveTournament, { id }, {})])
    await gridIs(events[0], 'Cem 2, Dan 2')
    await gridIs(events[1], 'Ann 2, Cem 2, Dan 2 waits')
    await ann.as.done(calls.CancelSkip, { refId: id }, { sessionId: events[0] })
    await gridIs(events[0], 'Ann 2 waits, Cem 2, Dan 2')
    await Promise.all([cem.as.done(calls.LeaveTournament, { id }, {}), dan.as.done(calls.SkipSession, { refId: id }, { sessionId: events[0] })])
    await gridIs(events[0], 'Ann 2')
    await gridIs(events[1], 'Ann 2, Dan 2')
    assert.equal((await join(cem, id)).status, 422, 'there is no way back into it')
  })

  test('the season says of each round how many are in and how many skip, and everybody their own number there', async () => {
    const { id, events } = await running({ participationRules: { sessionSkipLimit: 1 } })
    for (const who of [ann, ben, cem]) await join(who, id)
    for (const one of events) await gridIs(one, 'Ann 2, Ben 2, Cem 2')
    await ann.as.done(calls.SkipSession, { refId: id }, { sessionId: events[1] })
    await gridIs(events[1], 'Ben 2, Cem 2')
    const counts = ({ sessions }: Pick<Awaited<ReturnType<typeof view>>, 'sessions'>) => sessions.map(({ taken, skips }) => [taken, skips])
    const wanted = [
      [3, 0],
      [2, 1],
    ]
    assert.deepEqual(counts(await view(id)), wanted)
    assert.deepEqual(counts((await owner.as.ask(calls.publicTournament, { id })).body), wanted)
    const numberIn = async (who: Person, at: SessionId) => (await list(at, who)).mine!.raceNumber
    const drives = async (who: Person) => (await view(id, who)).drives
    assert.deepEqual(await drives(ann), [{ sessionId: events[0], raceNumber: await numberIn(ann, events[0]), isWaiting: false }])
    assert.deepEqual(
      await drives(ben),
      await Promise.all(events.map(async (sessionId) => ({ sessionId, raceNumber: await numberIn(ben, sessionId), isWaiting: false }))),
    )
    assert.deepEqual(await drives(owner), [])
    // who is out of the season skips nothing any more
    await ann.as.done(calls.LeaveTournament, { id }, {})
    await gridIs(events[0], 'Ben 2, Cem 2')
    assert.deepEqual(counts(await view(id)), [
      [2, 0],
      [2, 0],
    ])
  })

  test('a driver of the season who is not on a grid is told why: they wait, they stay away, or lack the account', async () => {
    const { id, events } = await running({ participationRules: { sessionSkipLimit: 1 } }, { maxEntries: 2 })
    for (const who of [ann, ben, cem]) await join(who, id)
    for (const one of events) await gridIs(one, 'Ann 2, Ben 2, Cem 2 waits')
    assert.deepEqual(
      (await view(id, cem)).drives.map(({ isWaiting }) => isWaiting),
      [true, true],
    )
    await ann.as.done(calls.SkipSession, { refId: id }, { sessionId: events[0] })
    await gridIs(events[0], 'Ben 2, Cem 2')
    const ofSeason = (at: SessionId) => Promise.all([ann, cem, dan].map(async (who) => (await list(at, who)).ofSeason))
    assert.deepEqual(await ofSeason(events[0]), ['SKIPS', 'DRIVES', null])
    await ann.as.done(calls.LeaveTournament, { id }, {})
    assert.deepEqual(await ofSeason(events[0]), ['LEFT', 'DRIVES', null])
    assert.deepEqual((await list(await event(server, owner, league), ann)).ofSeason, null)
    const needing = { game: 'iracing', trackId: 'pkg-103', cars: ['1'] }
    const ofIracing = await running({ game: 'iracing' }, needing)
    await join(dan, ofIracing.id)
    const alert = 'no_association_for_iracing_alert_event'
    assert.deepEqual((await view(ofIracing.id, dan)).account, { provider: 'iracing', needed: true, alert })
    assert.deepEqual([(await view(ofIracing.id, dan)).drives, (await list(ofIracing.events[0], dan)).ofSeason], [[], 'DRIVES'])
    const { v } = (await dan.as.ask(accountsContract.me, {})).body
    await dan.as.done(accountsContract.StateAccount, { id: dan.id, v }, { provider: 'iracing', subject: '132' })
    await gridIs(ofIracing.events[0], 'Dan 1')
    assert.deepEqual((await view(ofIracing.id, dan)).account, { provider: 'iracing', needed: true, alert: null })
    assert.deepEqual((await view(id, dan)).account, { provider: 'steam', needed: false, alert: null }, 'closed servers alone ask for it')
  })

  test('who leaves, is disqualified or banned is out of all of them; who comes back is in again', async () => {
    const { id, events } = await running()
    for (const who of [ann, ben, dan]) await join(who, id)
    for (const one of events) await gridIs(one, 'Ann 2, Ben 2, Dan 2')
    await ann.as.done(calls.LeaveTournament, { id }, {})
    const out = { driverId: ben.id, reason: 'Three no-shows' }
    await owner.as.done(calls.Disqualify, { id, v: (await view(id)).v }, out)
    for (const one of events) await gridIs(one, 'Dan 2')
    await owner.as.done(calls.RevokeDisqualification, { id, v: (await view(id)).v }, out)
    for (const one of events) await gridIs(one, 'Ben 2, Dan 2')
    const { v } = (await owner.as.ask(membersContract.league, { id: league })).body
    await owner.as.done(membersContract.BanMember, { id: league, v }, { userId: dan.id, reason: 'unfair driving, again and again' })
    for (const one of events) await gridIs(one, 'Ben 2')
  })

  test('whom an admin took out of one event stays out of it, whatever happens in the season', async () => {
    const { id, events } = await running()
    await join(ann, id)
    await gridIs(events[0], 'Ann 2')
    await gridIs(events[1], 'Ann 2')
    const entry = (await list(events[0])).entries[0]!
    const removal = { entryId: entry.id, type: 'REGULAR', reason: 'Did not come to the briefing' } as const
    await owner.as.done(entriesContract.RemoveEntry, { refId: events[0], v: entry.v }, removal)
    await join(ben, id)
    await gridIs(events[0], 'Ben 2')
    await gridIs(events[1], 'Ann 2, Ben 2')
  })

  test('who registered before the event was the season’s stays in, and is none of its drivers', async () => {
    const id = await season()
    const one = await event(server, owner, league)
    const { v } = await list(one)
    await cem.as.done(entriesContract.AddEntry, { refId: one, v }, { listType: 'SingleEvent', entry: { car: { model: '34' } } })
    await takesIn(id, one)
    await publish(id)
    await join(ann, id)
    await gridIs(one, 'Ann 2, Cem 34')
    // taken out of the season it is everybody's again, and who is in stays in
    await owner.as.done(calls.RemoveTournamentSession, { id, v: (await view(id)).v }, { sessionId: one })
    const open = await list(one)
    await ben.as.done(entriesContract.AddEntry, { refId: one, v: open.v }, { listType: 'SingleEvent', entry: { car: { model: '2' } } })
    assert.equal(await gridOf(one), 'Ann 2, Ben 2, Cem 34')
  })

  test('cars of the season: one is chosen, changed for all that is to come until it starts; what an admin chose for an event stays', async () => {
    const { id, events } = await running({ cars: [{ id: '2' }, { id: '34' }] })
    const refused = await join(ann, id)
    assert.deepEqual([refused.body.code, refused.body.params], ['CONFIG_INVALID', { field: 'carId', reason: 'carMissing' }])
    assert.equal((await join(ann, id, { carId: '9' })).body.code, 'CAR_NOT_IN_EVENT')
    assert.equal((await join(ann, id, { carId: '34' })).status, 200)
    for (const one of events) await gridIs(one, 'Ann 34')
    const entry = (await list(events[1])).entries[0]!
    await owner.as.done(entriesContract.ChangeCar, { refId: events[1], v: entry.v }, { entryId: entry.id, car: { model: '2' } })
    await owner.as.done(entriesContract.ChangeCar, { refId: events[1], v: entry.v + 1 }, { entryId: entry.id, car: { model: '34', skin: null } })
    await owner.as.done(entriesContract.ChangeCar, { refId: events[1], v: entry.v + 2 }, { entryId: entry.id, car: { model: '2' } })
    assert.equal((await ann.as.send(calls.ChangeSeasonCar, { id }, { carId: '2' })).status, 200)
    assert.equal((await view(id, ann)).entry!.carId, '2')
    for (const one of events) await gridIs(one, 'Ann 2')
    await ann.as.done(calls.ChangeSeasonCar, { id }, { carId: '34' })
    await gridIs(events[0], 'Ann 34')
    await server.running.machine.pool.query(`update tournaments set status = 'STARTED', started_at = now() where id = $1`, [id])
    assert.equal((await ann.as.send(calls.ChangeSeasonCar, { id }, { carId: '2' })).body.code, 'CAR_CHANGE_NOT_ALLOWED')
    assert.equal((await ben.as.send(calls.ChangeSeasonCar, { id }, { carId: '2' })).body.code, 'NOT_REGISTERED')
  })

  test('an event for teams is registered for by itself, and a series for each of its races', async () => {
    const swaps = await running({}, { driverSwap: true })
    await join(ann, swaps.id)
    const series = await running({ type: 'SERIES' })
    assert.equal((await join(ann, series.id)).body.code, 'WRONG_STATE')
    const { v } = await list(series.events[0])
    const entry = { listType: 'SingleEvent', entry: { car: { model: '2' } } } as const
    await ann.as.done(entriesContract.AddEntry, { refId: series.events[0], v }, entry)
    assert.equal(await gridOf(series.events[0]), 'Ann 2')
    const teams = await list(swaps.events[0])
    const team = { name: 'Apex', raceNumber: 7, pin: '7K3P', car: { model: '2' } }
    const refId = swaps.events[0]!
    await cem.as.done(entriesContract.RegisterTeam, { refId, v: teams.v }, { team } as never)
    // its crew is put together in the event itself: docs/decisions/0032
    const { id: entryId } = (await list(refId)).entries[0]!
    await ben.as.done(entriesContract.JoinTeam, { refId, v: (await list(refId)).v }, { entryId, password: '7K3P' })
    const { v: teamV } = (await list(refId)).entries[0]!
    await cem.as.done(entriesContract.RenameTeam, { refId, v: teamV }, { entryId, name: 'Apex Two' })
    const crew = (await list(refId)).entries[0]!.participant
    assert.deepEqual([crew.name, Object.keys(crew.drivers).length], ['Apex Two', 2])
  })

  test('200 register for three events of 40 seats at once: each is in all three, or waits in all three, once', async () => {
    const people: Person[] = []
    for (let made = 0; made < 200; made += 20)
      people.push(...(await Promise.all(Array.from({ length: 20 }, (_, index) => person(server, `Driver ${made + index}`)))))
    const crowd = await found(server, owner, { members: people })
    const body = { leagueId: crowd, type: 'CHAMPIONSHIP', game: 'acc', name: 'Crowd', maxEntries: 60 } as const
    const id = (await owner.as.done(calls.AddTournament, {}, body)).aggregateId as TournamentId
    const events = [] as SessionId[]
    for (let no = 0; no < 3; no++) {
      events.push(await event(server, owner, crowd, { maxEntries: 40 }))
      await takesIn(id, events[no]!)
    }
    await publish(id)
    const replies = await Promise.all(people.map((who) => join(who, id)))
    assert.equal(replies.filter(({ status, body: { status: how } }) => status === 200 && how === 'ACTIVE').length, 60)
    const count = async () => {
      const { rows } = await sql<{ status: string; n: number }>`select status, count(*)::int as n from entries
        where session_id = any (${events}::uuid[]) group by status order by status`.execute(server.running.machine.db)
      return rows
    }
    await until('everybody has a place', async () => (await count()).reduce((sum, { n }) => sum + n, 0) === 180)
    assert.deepEqual(await count(), [
      { status: 'ACTIVE', n: 120 },
      { status: 'WAITING_LIST', n: 60 },
    ])
  })
})
