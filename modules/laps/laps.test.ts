import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, TournamentId } from '#core/ids.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import type { Event } from '#modules/results/results.fixture.ts'
import { person, type Person } from '#testing/people.ts'
import { lapsContract as contract, type BestLap } from './contract.ts'
import { driving, type Driving } from './laps.fixture.ts'

const DAY_MS = 86_400_000
/** One moment for all of it: it goes on over midnight. */
const NOW = Date.now()
const daysAgo = (days: number): Date => new Date(NOW - days * DAY_MS)
const dayOf = (days: number): string => daysAgo(days).toISOString().slice(0, 10)

const SEASON = '018f4f2e-0000-7000-8000-000000000000' as TournamentId
const OTHER_SEASON = '018f4f2e-0000-7000-8000-000000000001' as TournamentId

/** Two communities, one of them hidden from all but its own, and one that tells visitors nothing. */
describe('best laps as they are asked for', () => {
  let room: Driving
  let people: Record<'ann' | 'ben' | 'cem' | 'pia' | 'eve', Person>
  let leagues: Record<'open' | 'quiet' | 'hidden', LeagueId>
  let events: Record<'first' | 'second' | 'quiet' | 'hidden', Event>
  before(async () => {
    room = await driving()
    const [ann, ben, cem, pia, eve] = (await Promise.all(
      ['Ann Ace', 'Ben Bold', 'Cem Calm', 'Pia Plan', 'Eve Else'].map((name) =>
        person(room.server, name, { plan: name === 'Pia Plan' || name === 'Eve Else' ? 'PREMIUM' : 'FREE' }),
      ),
    )) as [Person, Person, Person, Person, Person]
    people = { ann, ben, cem, pia, eve }
    leagues = {
      open: await room.community('OPEN', { members: [ann, ben, cem] }),
      quiet: await room.community('QUIET', { openResults: false, members: [ann, ben] }),
      hidden: await room.community('HIDE', { hidden: true, members: [pia, ann] }),
    }
    events = {
      first: await room.event(leagues.open, [ann, ben, cem], { startsAt: daysAgo(20) }),
      second: await room.event(leagues.open, [ann, ben], { startsAt: daysAgo(10), segments: ['RACE'] }),
      quiet: await room.event(leagues.quiet, [ann, ben], { startsAt: daysAgo(5), segments: ['RACE'] }),
      hidden: await room.event(leagues.hidden, [ann, pia], { startsAt: daysAgo(3), segments: ['RACE'] }),
    }
    await room.bring(events.first, 'Q', [
      { who: ann, best: 96_000 },
      { who: ben, best: 96_500 },
      { who: cem, best: 97_000, car: 16 },
    ])
    await room.bring(events.first, 'R', [
      { who: ann, best: 98_000 },
      { who: ben, best: 97_500 },
      { who: cem, best: 98_500, car: 16 },
    ])
    await room.bring(events.second, 'R', [
      { who: ann, best: 97_800 },
      { who: ben, best: 97_900 },
    ])
    await room.bring(events.quiet, 'R', [
      { who: ben, best: 97_200 },
      { who: ann, best: 99_000 },
    ])
    await room.bring(events.hidden, 'R', [
      { who: ann, best: 95_000 },
      { who: pia, best: 95_500 },
    ])
    await room.server.running.machine.db
      .updateTable('sessions')
      .set({ tournament_id: SEASON })
      .where('id', 'in', [events.second.id, events.hidden.id])
      .execute()
  })
  after(() => room.server.stop())

  const said = (laps: readonly BestLap[]) =>
    laps.map(({ position, driver, segmentType, lapTime }) => `${position} ${driver.name} ${segmentType} ${lapTime}`)
  const full = async (asked: Parameters<Driving['full']>[1] = {}, by = people.eve) => said((await room.full(by, asked)).body.laps)
  const ALL = [
    '1 Ann Ace QUALIFY 96000',
    '2 Ben Bold QUALIFY 96500',
    '3 Cem Calm QUALIFY 97000',
    '4 Ben Bold RACE 97200',
    '5 Ann Ace RACE 97800',
    '6 Cem Calm RACE 98500',
  ]

  test('of everybody one with each segment and car, the fastest of all communities, with all that a row shows', async () => {
    assert.deepEqual(await full(), ALL)
    const { laps, hidden, myLaps } = (await room.full(people.eve)).body
    assert.deepEqual([hidden, myLaps], [0, []])
    assert.deepEqual(laps[3], {
      position: 4,
      driver: { id: people.ben.id, name: 'Ben Bold', country: 'DE', rating: null },
      car: { name: 'Porsche 992 GT3 R', className: 'GT3' },
      track: { name: 'Monza Circuit', layoutName: null },
      lapTime: 97_200,
      segmentType: 'RACE',
      segment: 'race-1',
      wet: false,
      date: laps[3]!.date,
      sessionId: events.quiet.id,
      leagueId: leagues.quiet,
      driverId: people.ben.id,
      carModelId: '34',
      trackId: 'monza',
      layoutId: '',
      mine: false,
    })
  })

  test('every filter leaves out what it says, each of a whole list', async () => {
    const { ann, ben, cem, pia } = people
    const cases: readonly (readonly [string, Parameters<Driving['full']>[1], readonly string[]])[] = [
      ['another game', { gameId: 'lmu' }, []],
      ['another track', { trackIds: ['spa'] }, []],
      ['several tracks', { trackIds: ['spa', 'monza'] }, ALL],
      ['no track: all of the game', { trackIds: [] }, ALL],
      ['a layout nobody has', { layoutId: 'short' }, []],
      ['the only layout', { layoutId: '' }, ALL],
      ['a car', { carModelIds: ['16'] }, ['1 Cem Calm QUALIFY 97000', '2 Cem Calm RACE 98500']],
      ['cars', { carModelIds: ['16', '34', '99'] }, ALL],
      [
        'so many cars that they are not walked one by one',
        { carModelIds: ['16', ...Array.from({ length: 90 }, (_, i) => `x${i}`)] },
        ['1 Cem Calm QUALIFY 97000', '2 Cem Calm RACE 98500'],
      ],
      ['a segment', { segmentType: 'RACE' }, ['1 Ben Bold RACE 97200', '2 Ann Ace RACE 97800', '3 Cem Calm RACE 98500']],
      ['practice', { segmentType: 'PRACTICE' }, []],
      [
        'a community, with what is best there',
        { communityIds: [leagues.open], segmentType: 'RACE' },
        ['1 Ben Bold RACE 97500', '2 Ann Ace RACE 97800', '3 Cem Calm RACE 98500'],
      ],
      [
        'communities',
        { communityIds: [leagues.open, leagues.quiet], segmentType: 'RACE' },
        ['1 Ben Bold RACE 97200', '2 Ann Ace RACE 97800', '3 Cem Calm RACE 98500'],
      ],
      ['drivers', { driverIds: [ann.id, pia.id], segmentType: 'RACE' }, ['1 Ann Ace RACE 97800']],
      ['drivers of an event', { eventDriversOf: events.quiet.id, segmentType: 'QUALIFY' }, ['1 Ann Ace QUALIFY 96000', '2 Ben Bold QUALIFY 96500']],
      [
        'drivers of an event, and of these some',
        { eventDriversOf: events.quiet.id, driverIds: [ben.id, cem.id], segmentType: 'QUALIFY' },
        ['1 Ben Bold QUALIFY 96500'],
      ],
      ['from a day on', { dateFrom: dayOf(12) }, ['1 Ben Bold RACE 97200', '2 Ann Ace RACE 97800']],
      ['until a day', { dateTo: dayOf(12), segmentType: 'RACE' }, ['1 Ben Bold RACE 97500', '2 Ann Ace RACE 98000', '3 Cem Calm RACE 98500']],
      ['one day, whole', { dateFrom: dayOf(10), dateTo: dayOf(10) }, ['1 Ann Ace RACE 97800', '2 Ben Bold RACE 97900']],
      ['days the wrong way round', { dateFrom: dayOf(8), dateTo: dayOf(12) }, ['1 Ann Ace RACE 97800', '2 Ben Bold RACE 97900']],
      ['moments', { dateFrom: daysAgo(10.5).toISOString(), dateTo: daysAgo(9.5).toISOString() }, ['1 Ann Ace RACE 97800', '2 Ben Bold RACE 97900']],
      ['days and a car', { dateFrom: dayOf(25), carModelIds: ['16'], segmentType: 'RACE' }, ['1 Cem Calm RACE 98500']],
      ['days and a community', { dateFrom: dayOf(12), communityIds: [leagues.open] }, ['1 Ann Ace RACE 97800', '2 Ben Bold RACE 97900']],
      ['a season', { tournamentId: SEASON }, ['1 Ann Ace RACE 97800', '2 Ben Bold RACE 97900']],
      ['a season elsewhere', { tournamentId: SEASON, trackIds: ['spa'] }, []],
      ['a season, everywhere', { tournamentId: SEASON, trackIds: [], driverIds: [people.ben.id] }, ['1 Ben Bold RACE 97900']],
      ['a season and days', { tournamentId: SEASON, dateTo: dayOf(30) }, []],
      ['a season nobody has heard of', { tournamentId: OTHER_SEASON }, []],
    ]
    for (const [name, asked, expected] of cases) assert.deepEqual(await full(asked), expected, name)
  })

  test('of a season the laps of its own events stand, also those that are nobody’s best, as far as the reader is told of its events', async () => {
    assert.deepEqual(await full({ tournamentId: SEASON }, people.pia), ['1 Ann Ace RACE 95000', '2 Pia Plan RACE 95500', '3 Ben Bold RACE 97900'])
    assert.deepEqual(said((await room.free(people.ben, { tournamentId: SEASON })).body.myLaps), ['null Ben Bold RACE 97900'])
    const { laps } = (await room.server.visitor.ask(contract.publicBestLaps, { gameId: 'acc', trackIds: ['monza'], tournamentId: SEASON })).body
    assert.deepEqual(said(laps), ['1 Ann Ace RACE 97800', '2 Ben Bold RACE 97900'])
    const places = async (season: TournamentId) =>
      (await room.server.visitor.ask(contract.lapPlaces, { tournamentId: season })).body.places.map(({ trackId, record }) => [
        trackId,
        record.lapTime,
      ])
    assert.deepEqual([await places(SEASON), await places(OTHER_SEASON)], [[['monza', 97_800]], []])
    const seen = (await people.pia.as.ask(contract.memberLapPlaces, { tournamentId: SEASON })).body.places
    assert.deepEqual(
      seen.map(({ record }) => record.lapTime),
      [95_000],
    )
  })

  test('pages follow one another, and the last one is short', async () => {
    const pages = [await full({ limit: 4 }), await full({ limit: 4, offset: 4 }), await full({ limit: 4, offset: 8 })]
    assert.deepEqual(pages, [ALL.slice(0, 4), ALL.slice(4), []])
    assert.equal((await room.full(people.eve, { offset: 2001 })).status, 400)
    assert.equal((await room.full(people.eve, { driverIds: Array.from({ length: 201 }, () => people.ann.id) })).status, 400)
    assert.equal((await room.full(people.eve, { sort: 'driver' } as never)).status, 400)
  })

  test('my best is told beside the list, whichever drivers it is of, where I want it', async () => {
    const mine = async (asked: Parameters<Driving['full']>[1]) => said((await room.free(people.cem, asked)).body.myLaps)
    assert.deepEqual(await mine({}), ['null Cem Calm QUALIFY 97000', 'null Cem Calm RACE 98500'])
    assert.deepEqual(await mine({ segmentType: 'RACE', driverIds: [people.ann.id] }), ['null Cem Calm RACE 98500'])
    assert.deepEqual(await mine({ dateFrom: dayOf(12) }), [])
    assert.deepEqual(await mine({ includeMyLap: false }), [])
  })

  test('without the permission the fastest three and one’s own are told; of the others nothing is in the answer but how many', async () => {
    const { ann, ben, cem } = people
    const free = await room.free(cem)
    assert.deepEqual(said(free.body.laps), [...ALL.slice(0, 3), ALL[5]])
    assert.equal(free.body.hidden, 2)
    const text = JSON.stringify(free.body)
    for (const kept of ['97200', '97800']) assert.ok(!text.includes(kept), kept)
    // what would tell of them one by one tells of nobody but oneself
    for (const asked of [
      { driverIds: [ben.id] },
      { eventDriversOf: events.quiet.id, segmentType: 'RACE' as const },
      { dateFrom: dayOf(12) },
      { dateTo: dayOf(0) },
    ]) {
      const { laps, hidden } = (await room.free(cem, asked)).body
      assert.deepEqual([laps.filter(({ mine }) => !mine), hidden > 0], [[], true], JSON.stringify(asked))
      for (const { id, name } of [ann, ben]) assert.ok(!JSON.stringify({ laps, hidden }).includes(id) && !JSON.stringify({ laps }).includes(name))
    }
    for (const asked of [{ offset: 3 }, { offset: 20 }, { limit: 100, offset: 1 }])
      assert.deepEqual([(await room.free(cem, asked)).body.laps, (await room.free(cem, asked)).body.hidden], [[], 0])
    const refused = await room.full(cem)
    assert.deepEqual([refused.status, refused.body.code, refused.body.params], [422, 'FEATURE_NOT_IN_PLAN', { reason: 'bestLaps' }])
  })

  test('a hidden community’s laps are told to its members alone; whoever is not one finds the driver’s lap elsewhere, and no event of it', async () => {
    const { pia, ann } = people
    assert.deepEqual(await full({ segmentType: 'RACE' }, pia), [
      '1 Ann Ace RACE 95000',
      '2 Pia Plan RACE 95500',
      '3 Ben Bold RACE 97200',
      '4 Cem Calm RACE 98500',
    ])
    assert.deepEqual(await full({ communityIds: [leagues.hidden] }), [])
    assert.equal((await room.full(people.eve, { eventDriversOf: events.hidden.id })).body.code, 'NOT_FOUND')
    assert.equal((await room.free(people.eve, { eventDriversOf: events.hidden.id })).body.code, 'NOT_FOUND')
    assert.deepEqual(said((await room.free(ann, { segmentType: 'RACE' })).body.myLaps), ['null Ann Ace RACE 95000'])
    // who leaves is told no more, not even of what was one's own there
    await ann.as.done(membersContract.LeaveLeague, { id: leagues.hidden, v: await versionOf(leagues.hidden) }, {})
    assert.deepEqual(said((await room.free(ann, { segmentType: 'RACE' })).body.myLaps), ['null Ann Ace RACE 97800'])
    assert.deepEqual(await full({ segmentType: 'RACE' }, pia), [
      '1 Ann Ace RACE 95000',
      '2 Pia Plan RACE 95500',
      '3 Ben Bold RACE 97200',
      '4 Cem Calm RACE 98500',
    ])
  })

  const publicly = async (asked: object = {}) =>
    (await room.server.visitor.ask(contract.publicBestLaps, { gameId: 'acc', trackIds: ['monza'], ...asked })).body
  const versionOf = async (id: LeagueId): Promise<number> =>
    (await room.server.running.machine.db.selectFrom('leagues').select('v').where('id', '=', id).executeTakeFirstOrThrow()).v

  test('visitors are told of communities that have opened their results, the fastest three', async () => {
    const { laps, hidden, loginRequired } = await publicly()
    assert.deepEqual([said(laps), hidden, loginRequired], [ALL.slice(0, 3), 3, false])
    assert.deepEqual(said((await publicly({ segmentType: 'RACE' })).laps), ['1 Ben Bold RACE 97500', '2 Ann Ace RACE 97800', '3 Cem Calm RACE 98500'])
    assert.deepEqual(await publicly({ communityIds: [leagues.quiet] }), { laps: [], hidden: 0, loginRequired: true })
    assert.deepEqual(await publicly({ communityIds: [leagues.hidden] }), { laps: [], hidden: 0, loginRequired: false })
    // of several communities the one that is open is told of
    const both = await publicly({ communityIds: [leagues.quiet, leagues.open], segmentType: 'RACE' })
    assert.deepEqual([both.laps[0]?.lapTime, both.loginRequired], [97_500, false])
    // every other filter leaves out what it says, too; what would tell of them one by one tells of nobody
    const found = async (asked: object) => [said((await publicly(asked)).laps), (await publicly(asked)).hidden]
    assert.deepEqual(await found({ carModelIds: ['16'] }), [['1 Cem Calm QUALIFY 97000', '2 Cem Calm RACE 98500'], 0])
    assert.deepEqual(await found({ carModelIds: ['99'] }), [[], 0])
    assert.deepEqual(await found({ trackIds: ['spa', 'zolder'] }), [[], 0])
    assert.deepEqual(await found({ driverIds: [people.cem.id] }), [[], 2])
    assert.deepEqual(await found({ dateFrom: dayOf(12) }), [[], 2])
    assert.equal((await room.server.visitor.ask(contract.publicBestLaps, { gameId: 'acc', offset: 20 } as never)).status, 400)
    assert.equal((await room.server.visitor.ask(contract.bestLaps, { gameId: 'acc' })).status, 401)
    assert.equal((await room.server.visitor.ask(contract.bestLapsExtended, { gameId: 'acc' })).status, 401)
    assert.equal((await room.server.visitor.ask(contract.memberLapPlaces, {})).status, 401)
  })

  test('a visitor’s answer is dropped when results come and when a community hides or closes', async () => {
    const { cem } = people
    assert.equal((await publicly({ segmentType: 'RACE' })).laps[2]?.lapTime, 98_500)
    await room.race(leagues.open, [{ who: cem, best: 97_100, car: 16 }], { startsAt: daysAgo(1) })
    assert.deepEqual(said((await publicly({ segmentType: 'RACE' })).laps)[0], '1 Cem Calm RACE 97100')
    await room.owner.as.done(leaguesContract.ChangeVisibility, { id: leagues.open, v: await versionOf(leagues.open) }, { visibility: 'HIDDEN' })
    assert.deepEqual((await publicly()).laps, [])
    assert.deepEqual(await full({ segmentType: 'RACE' }), ['1 Ben Bold RACE 97200', '2 Ann Ace RACE 99000'])
    await room.owner.as.done(leaguesContract.ChangeVisibility, { id: leagues.open, v: await versionOf(leagues.open) }, { visibility: 'PUBLIC' })
    assert.equal((await publicly()).laps.length, 3)
  })

  test('places are those where something can be seen, with the fastest of each', async () => {
    const found = async (places: readonly { readonly trackId: string; readonly record: BestLap }[]) =>
      places.map(({ trackId, record }) => [trackId, record.driver.name, record.lapTime])
    await room.race(leagues.quiet, [{ who: people.ben, best: 101_000 }], { trackId: 'monza', game: 'acc', startsAt: daysAgo(2) })
    const { places } = (await room.server.visitor.ask(contract.lapPlaces, {})).body
    assert.deepEqual(await found(places), [['monza', 'Ann Ace', 96_000]])
    assert.ok(places[0]?.outline)
    assert.deepEqual(await found((await people.pia.as.ask(contract.memberLapPlaces, { gameId: 'acc' })).body.places), [['monza', 'Ann Ace', 95_000]])
    assert.deepEqual((await people.pia.as.ask(contract.memberLapPlaces, { gameId: 'lmu' })).body.places, [])
  })
})
