import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId, TournamentId } from '#core/ids.ts'
import { entriesContract as entries } from '#modules/entries/contract.ts'
import { membersContract as members } from '#modules/members/contract.ts'
import { tournamentsContract as seasons } from '#modules/tournaments/contract.ts'
import { event } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { pickListsContract as calls } from './contract.ts'

const CLASSES = [
  { id: 'PRO', name: 'Pro', color: '#d03030', cars: ['2', '34'], maxClassEntries: 2 },
  { id: 'AM', name: 'Am', color: '#3030d0', cars: ['2'] },
]

/** product.md §3 "Pick list": a target is an event or a championship (docs/decisions/0021). */
describe('a pick list for a season', () => {
  let server: TestServer
  let [owner, admin, stranger] = Array<Person>(3) as [Person, Person, Person]
  let drivers: Person[]
  let league: LeagueId

  const list = async (who = admin) => (await who.as.ask(calls.pickList, { leagueId: league, preview: 'true' })).body
  const at = async () => ({ leagueId: league, v: (await list()).v })
  const target = (id: string, isSwapList = false) => ({ type: 'TOURNAMENT' as const, id: id as TournamentId, isSwapList })
  type Picked = { userId: Person['id']; carId: string | null; carClassId?: string | null }
  const picked = (who: readonly Person[], carId: string | null = '2', carClassId: string | null = null): Picked[] =>
    who.map(({ id }) => ({ userId: id, carId, carClassId }))
  const begin = async (id: TournamentId, some: Picked[], isSwapList = false) => {
    await admin.as.done(calls.Deactivate, await at(), {})
    await admin.as.done(calls.Activate, await at(), { target: target(id, isSwapList), entries: some })
  }
  const make = async (more: object = {}): Promise<TournamentId> => {
    const body = { leagueId: league, type: 'CHAMPIONSHIP', game: 'acc', name: 'Winter', maxEntries: 20, ...more } as const
    return (await owner.as.done(seasons.AddTournament, {}, body)).aggregateId as TournamentId
  }
  const seen = async (id: TournamentId, who = owner) => (await who.as.ask(seasons.tournament, { id })).body
  const publish = async (id: TournamentId) => owner.as.done(seasons.PublishTournament, { id, v: (await seen(id)).v }, {})
  const running = async (more: object = {}, ofEvents: object = {}) => {
    const id = await make(more)
    const events: SessionId[] = []
    for (let no = 0; no < 2; no++) {
      events.push(await event(server, owner, league, ofEvents))
      await owner.as.done(seasons.AddTournamentSession, { id, v: (await seen(id)).v }, { sessionId: events[no]! })
    }
    await publish(id)
    return { id, events }
  }
  const join = (who: Person, id: TournamentId, body: object = {}) => who.as.send(seasons.JoinTournament, { id }, body)
  const nameOf = (id: string | null) => [owner, admin, stranger, ...drivers].find((one) => one.id === id)?.name
  const inside = async (id: TournamentId): Promise<string> =>
    (await owner.as.ask(seasons.participants, { id })).body.participants
      .map(({ driverId, status, carClassId }) => [nameOf(driverId), carClassId, status === 'ACTIVE' ? null : status].filter(Boolean).join(' '))
      .join(', ')
  const gridIs = (id: SessionId, wanted: string): Promise<void> =>
    until(`the grid is ${wanted}`, async () => {
      const { entries: here, waitingList } = (await owner.as.ask(entries.entryList, { refId: id })).body
      const says = [...here, ...waitingList].map(
        ({ driverId, car, status }) => `${nameOf(driverId)} ${car.model}${status === 'ACTIVE' ? '' : ' waits'}`,
      )
      return says.toSorted().join(', ') === wanted
    })
  /** What somebody was told of the season. */
  const kinds = async (who: Person, id: TournamentId): Promise<string[]> => {
    const asked = 'select kind from notifications where user_id = $1 and link = $2 order by kind'
    return (await server.running.machine.pool.query(asked, [who.id, `/championships/${id}`])).rows.map(({ kind }) => kind)
  }

  before(async () => {
    server = await testServer()
    ;[owner, admin, stranger] = (await Promise.all(['Olga', 'Adam', 'Sven'].map((name) => person(server, name)))) as [Person, Person, Person]
    drivers = await Promise.all(['Ann', 'Ben', 'Cem', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal', 'Ida', 'Jan'].map((name) => person(server, name)))
    league = await found(server, owner, { admins: [admin], members: drivers })
  })
  after(async () => {
    const { rows } = await server.running.machine.pool.query('select deadlocks from pg_stat_database where datname = current_database()')
    await server.stop()
    assert.deepEqual(rows, [{ deadlocks: 0 }], 'everybody locks in the same order')
  })

  test('it is aimed at one of the community’s championships, and at none that is deleted', async () => {
    const id = await make()
    await begin(id, [])
    const { target: seenTarget } = await list(owner)
    assert.deepEqual(
      [seenTarget?.type, seenTarget?.id, seenTarget?.name, seenTarget?.startsAt, seenTarget?.maxEntries, seenTarget?.entryType, seenTarget?.leagueId],
      ['TOURNAMENT', id, 'Winter', null, 20, 'DRIVER', league],
    )
    const elsewhere = await found(server, stranger)
    const body = { leagueId: elsewhere, type: 'CHAMPIONSHIP', game: 'acc', name: 'Other', maxEntries: 20 } as const
    const other = (await stranger.as.done(seasons.AddTournament, {}, body)).aggregateId as TournamentId
    const aim = async (to: object) => (await admin.as.send(calls.SetEntries, await at(), { target: to } as never)).body
    assert.deepEqual([(await aim(target(other))).code, (await aim(target(await make({ type: 'SERIES' })))).code], ['NOT_FOUND', 'NOT_FOUND'])
    assert.equal((await aim({ ...target(id), type: 'EVENT' })).code, 'NOT_FOUND')
    assert.equal((await list()).preview?.refusal, 'REGISTRATION_CLOSED', 'one that is not published takes nobody')
    assert.ok(!(await list()).targets.some((one) => one.id === id))
    await publish(id)
    assert.equal((await list()).preview?.refusal, null)
    assert.ok((await list()).targets.some((one) => one.type === 'TOURNAMENT' && one.id === id))
    const [ofSeason, alone] = [await event(server, owner, league), await event(server, owner, league)]
    await owner.as.done(seasons.AddTournamentSession, { id, v: (await seen(id)).v }, { sessionId: ofSeason })
    const offered = new Set<string>((await list()).targets.map((one) => one.id))
    assert.deepEqual([offered.has(ofSeason), offered.has(alone)], [false, true], 'the season is the way into its events')
    await owner.as.done(seasons.DeleteTournament, { id, v: (await seen(id)).v }, {})
    assert.deepEqual([(await list()).target, (await list()).active], [null, true])
  })

  test('the preview says who fits and why the rest do not; applying does just that: who fits is in all events to come, and told', async () => {
    const { id, events } = await running({ cars: [{ id: '2' }, { id: '34' }] })
    const [ann, ben, cem, dan, eve, fay] = drivers as [Person, Person, Person, Person, Person, Person]
    const [gone, banned] = [drivers[8]!, drivers[9]!]
    await join(cem, id, { carId: '34' })
    for (const one of [dan, gone]) await join(one, id, { carId: '2' })
    await owner.as.done(seasons.Disqualify, { id, v: (await seen(id)).v }, { driverId: dan.id, reason: 'Three no-shows' })
    await gone.as.done(seasons.LeaveTournament, { id }, {})
    const { v } = (await owner.as.ask(members.league, { id: league })).body
    await owner.as.done(members.BanMember, { id: league, v }, { userId: banned.id, reason: 'rammed everybody at the start' })
    await begin(id, [...picked([ann, ben], '34'), ...picked([cem, dan, gone, banned, stranger]), ...picked([eve], '9'), ...picked([fay], null)])
    const { preview } = await list()
    const why = [
      ['Cem', 'ALREADY_REGISTERED', undefined],
      ['Dan', 'REJOIN_NOT_ALLOWED', 'disqualified'],
      ['Ida', 'REJOIN_NOT_ALLOWED', 'left'],
      ['Jan', 'MEMBER_BANNED', undefined],
      ['Sven', 'MEMBER_REQUIRED', undefined],
      ['Eve', 'CAR_NOT_IN_EVENT', undefined],
      ['Fay', 'CAR_NOT_IN_EVENT', undefined],
    ]
    const missed = (some: readonly { userId: string; code: string; params: Readonly<Record<string, unknown>> }[]) =>
      some.map(({ userId, code, params }) => [nameOf(userId), code, params['reason']])
    assert.deepEqual([preview?.comes.map(nameOf), missed(preview!.misses), preview?.goes, preview?.goesOut], [['Ann', 'Ben'], why, [], []])
    const applied = await admin.as.done(calls.Apply, await at(), {})
    assert.deepEqual([applied.came.map(nameOf), missed(applied.missed), applied.went, applied.wentOut], [['Ann', 'Ben'], why, [], []])
    assert.equal(await inside(id), 'Cem, Dan DISQUALIFIED, Ida LEFT, Ann, Ben')
    assert.equal((await seen(id)).taken, 3)
    for (const one of events) await gridIs(one, 'Ann 34, Ben 34, Cem 34')
    assert.deepEqual((await list()).entries.length, why.length, 'who did not fit stays on the list')
    assert.deepEqual(await kinds(ann, id), ['season-entered'])
    const { deeds } = (await owner.as.ask(members.history, { id: league })).body
    assert.ok(JSON.stringify(deeds).includes('PickListAppliedToSeason'))
    // a car is chosen for who had none of the season's
    await admin.as.done(calls.SetEntries, await at(), { entries: picked([eve], '34') })
    assert.deepEqual((await admin.as.done(calls.Apply, await at(), {})).came.map(nameOf), ['Eve'])
    assert.equal((await list()).active, false)
  })

  test('classes: the car says it where it can, else it is chosen; a class that is full takes nobody, nor does a season that is', async () => {
    const { id } = await running({ carClasses: CLASSES, maxEntries: 3 })
    const [ann, ben, cem, dan, eve] = drivers as [Person, Person, Person, Person, Person]
    await begin(id, [...picked([ann, ben, cem], '34'), ...picked([dan], '2')])
    const codes = async () => (await list()).preview!.misses.map(({ userId, code }) => [nameOf(userId), code])
    assert.deepEqual(await codes(), [
      ['Cem', 'CLASS_LIMIT_REACHED'],
      ['Dan', 'CAR_NOT_IN_EVENT'],
    ])
    assert.deepEqual(
      (await list()).target?.cars.map(({ model, carClassId, carClass }) => [model, carClassId, carClass]),
      [
        ['2', 'PRO', 'Pro'],
        ['34', 'PRO', 'Pro'],
        ['2', 'AM', 'Am'],
      ],
    )
    await admin.as.done(calls.SetEntries, await at(), { entries: [...picked([ann, ben], '34'), ...picked([dan, eve], '2', 'AM')] })
    assert.deepEqual(
      (await list()).entries.map(({ carClassId }) => carClassId),
      [null, null, 'AM', 'AM'],
    )
    assert.deepEqual(await codes(), [['Eve', 'REGISTRATION_FULL']])
    await admin.as.done(calls.Apply, await at(), {})
    assert.equal(await inside(id), 'Ann PRO, Ben PRO, Dan AM')
    assert.deepEqual(
      (await seen(id)).carClasses.map(({ currentEntries }) => currentEntries),
      [2, 1],
    )
    assert.deepEqual([(await seen(id, ann)).entry?.carId, (await seen(id, dan)).entry?.carId], ['34', '2'])
  })

  test('an admin adds somebody beside the list, and hears at once why not', async () => {
    const { id } = await running()
    await begin(id, picked(drivers.slice(0, 1)))
    const one = async (who: Person) => (await owner.as.send(calls.Apply, await at(), { target: target(id), entries: picked([who]) })).body.code
    assert.deepEqual([await one(drivers[5]!), await one(drivers[5]!), await one(stranger)], [undefined, 'ALREADY_REGISTERED', 'MEMBER_REQUIRED'])
    assert.deepEqual([await inside(id), (await list()).entries.length], ['Fay', 1])
  })

  test('a swap sends out only those who were shown, before the first start alone; they are out of the events, told, and may come again', async () => {
    const { id, events } = await running({ maxEntries: 2 })
    const [ann, ben, cem, dan] = drivers as [Person, Person, Person, Person]
    for (const who of [ann, ben, cem]) await join(who, id)
    for (const one of events) await gridIs(one, 'Ann 2, Ben 2')
    await begin(id, picked([ben, dan]), true)
    const { preview } = await list()
    assert.deepEqual([preview?.comes, preview?.stays, preview?.goesOut.map(({ name }) => name)], [[dan.id], [ben.id], ['Ann']])
    assert.equal((await admin.as.send(calls.Apply, await at(), { goesOut: [] })).body.code, 'VERSION_CONFLICT')
    assert.equal(await inside(id), 'Ann, Ben, Cem WAITING_LIST')
    const applied = await admin.as.done(calls.Apply, await at(), { goesOut: [ann.id] })
    assert.deepEqual([applied.came, applied.wentOut], [[dan.id], [ann.id]])
    assert.equal(await inside(id), 'Ben, Cem WAITING_LIST, Dan')
    for (const one of events) await gridIs(one, 'Ben 2, Dan 2')
    assert.deepEqual([await kinds(ann, id), await kinds(dan, id)], [['season-swapped-out'], ['season-entered']])
    assert.equal((await join(ann, id)).body.status, 'WAITING_LIST')
    await begin(id, picked([ann, dan]), true)
    await admin.as.done(calls.Apply, await at(), { goesOut: [ben.id] })
    assert.equal(await inside(id), 'Cem WAITING_LIST, Dan, Ann')
    for (const one of events) await gridIs(one, 'Ann 2, Dan 2')
    // nobody goes for nobody: whom the list has are none of the community's
    await begin(id, picked([stranger]), true)
    assert.deepEqual((await admin.as.done(calls.Apply, await at(), { goesOut: [] })).wentOut, [])
    await server.running.machine.pool.query(`update tournaments set status = 'STARTED', started_at = now() where id = $1`, [id])
    await begin(id, picked([ben]), true)
    assert.equal((await list()).preview?.refusal, 'WRONG_STATE')
    assert.equal((await admin.as.send(calls.Apply, await at(), {})).body.code, 'WRONG_STATE')
  })

  test('one who waits and is picked has the seat a swap frees; what a swap leaves free goes to who waits', async () => {
    const { id } = await running({ maxEntries: 2 })
    const [ann, ben, cem, dan] = drivers as [Person, Person, Person, Person]
    for (const who of [ann, ben, cem, dan]) await join(who, id)
    await begin(id, picked([dan]), true)
    await admin.as.done(calls.Apply, await at(), { goesOut: [ann.id, ben.id] })
    assert.equal(await inside(id), 'Cem, Dan')
    await begin(id, picked([ann, ben]), true)
    await admin.as.done(calls.Apply, await at(), { goesOut: [cem.id, dan.id] })
    assert.equal((await join(cem, id)).body.status, 'WAITING_LIST')
    await begin(id, picked([dan]), true)
    await admin.as.done(calls.Apply, await at(), { goesOut: [ann.id, ben.id] })
    assert.equal(await inside(id), 'Cem, Dan')
    assert.deepEqual(await kinds(cem, id), ['season-seated', 'season-seated', 'season-swapped-out'], 'each seat is told')
  })

  test('two admins, and drivers who register, at once for the last seats: none is overbooked, nobody is in twice', async () => {
    const { id } = await running({ maxEntries: 4, carClasses: [CLASSES[0], { ...CLASSES[1], maxClassEntries: 3 }] })
    const { v } = await at()
    const sent = drivers.slice(0, 8).flatMap((who, index, all) => [
      [owner, admin][index % 2]!.as.send(
        calls.Apply,
        { leagueId: league, v },
        {
          target: target(id),
          entries: picked([who, all[(index + 3) % 8]!], '2', index % 2 === 0 ? 'PRO' : 'AM'),
        },
      ),
      join(who, id, { carClassId: index % 2 === 0 ? 'AM' : 'PRO', carId: '2' }),
    ])
    for (const { status, body } of await Promise.all(sent)) assert.ok(status < 500, JSON.stringify(body))
    const there = (await owner.as.ask(seasons.participants, { id })).body.participants
    assert.equal(there.filter(({ status }) => status === 'ACTIVE').length, 4)
    assert.equal(new Set(there.map(({ driverId }) => driverId)).size, there.length)
    assert.equal((await seen(id)).taken, 4)
    assert.ok((await seen(id)).carClasses.every(({ currentEntries, maxClassEntries }) => currentEntries <= maxClassEntries!))
  })
})
