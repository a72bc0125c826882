import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DAY_MS } from '#core/duration.ts'
import type { SessionId, UserId } from '#core/ids.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { newId } from '#server/db/change.ts'
import type { ChangeContext } from '#server/room.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { changesOf, racesOf, rankRace, type RankedRace, ratingsOf, revertRace } from './door.ts'
import { rankingContract } from './contract.ts'
import { changed, rated, unrated } from './ranking.fixture.ts'
import { byStart, NO_RATINGS, rankKey, replay } from './rules/race.ts'
import { NEW_STANDING } from './rules/licence.ts'
import { overallOf } from './rules/rank.ts'

const GAMES = ['acc', 'r3e'] as const
const SPOILT = ['FINISHED', 'DNF', 'DISQUALIFIED', 'DNS'] as const

describe('ratings as they are kept', () => {
  let server: TestServer
  let people: readonly Person[]
  before(async () => {
    server = await testServer()
    people = await Promise.all(Array.from({ length: 9 }, (_, at) => person(server, `Driver ${at}`)))
  })
  after(() => server.stop())

  const within = (act: (context: ChangeContext) => Promise<unknown>): Promise<void> => changed(server, act)
  const rank = (race: RankedRace) => within((context) => rankRace(context, race))
  const revert = (race: RankedRace) => within((context) => revertRace(context, race.id, race.no))

  /** The `at`th of all races: who drove, and how it went, differs from one to the next in a way that no test has to say. */
  function raceNo(at: number, { game = GAMES[at % 2]! as string, no = 1, id = newId() as SessionId, starters = 8 } = {}): RankedRace {
    const turned = [...people.slice(at % 9), ...people.slice(0, at % 9)].slice(0, starters)
    return {
      id,
      no,
      game,
      startsAt: Date.UTC(2026, 0, 1 + (at >> 1), 20),
      cars: turned.map(({ id: userId }, place) => ({
        id: `car-${place}`,
        outcome: place > 5 ? SPOILT[(at + place) % 4]! : 'FINISHED',
        position: place + 1,
        laps: 20 - place,
        minutes: 25 + (at % 5) + place / 7,
        classId: 'GT3',
        split: 1,
        crew: [{ userId, seconds: 1500, incidents: at % 3 === 0 && place === 2 ? null : { offTracks: (at * place) % 7 }, corners: 200 + at }],
      })),
    }
  }

  /** The tables whole. */
  const all = async () => {
    const { pool } = server.running.machine
    const of = async (table: string, order: string) => (await pool.query<Record<string, unknown>>(`select * from ${table} order by ${order}`)).rows
    return {
      changes: await of('rating_changes', 'starts_at, session_id, race_no, user_id'),
      ranks: await of('driver_ratings', 'user_id, game'),
      drivers: await of('rated_drivers', 'user_id'),
    }
  }
  const empty = (): Promise<void> => unrated(server)

  /** What is kept is what the rules make of all these races at once. */
  async function holdAgainst(races: readonly RankedRace[]): Promise<void> {
    const { db } = server.running.machine
    const { ratings, changes } = replay(NO_RATINGS, races)
    const kept = (await Promise.all([...new Set(races.map(({ id }) => id))].map((id) => changesOf(db, id)))).flat()
    const key = (one: { sessionId: string; raceNo: number; userId: string }): string => `${one.sessionId} ${one.raceNo} ${one.userId}`
    const sorted = <One extends { sessionId: string; raceNo: number; userId: string }>(rows: readonly One[]) =>
      rows.toSorted((one, other) => (key(one) < key(other) ? -1 : 1))
    assert.deepEqual(sorted(kept), sorted(changes))
    assert.equal((await all()).changes.length, changes.length)
    const ids = people.map(({ id }) => id)
    for (const game of GAMES) {
      const given = await ratingsOf(db, ids, game)
      for (const id of ids) {
        const own = GAMES.flatMap((one) => ratings.ranks.get(rankKey(one, id)) ?? [])
        const expected =
          own.length > 0
            ? { rank: ratings.ranks.get(rankKey(game, id)) ?? null, overall: overallOf(own), standing: ratings.standings.get(id) ?? NEW_STANDING }
            : undefined
        assert.deepEqual(given.get(id), expected)
      }
    }
  }

  test('races in whatever order they come in are what the rules make of them in theirs', async () => {
    await empty()
    const races = Array.from({ length: 10 }, (_, at) => raceNo(at))
    for (const at of [7, 2, 9, 0, 5, 4, 8, 1, 3, 6]) await rank(races[at]!)
    await holdAgainst(races)
  })

  test('the same again changes nothing, in whatever order its rows come', async () => {
    await empty()
    const races = Array.from({ length: 4 }, (_, at) => raceNo(at))
    for (const one of races) await rank(one)
    const { pool } = server.running.machine
    const versions = async () =>
      (
        await pool.query<{ at: string }>(`select xmin || ' ' || ctid as at from rating_changes union all select xmin || ' ' || ctid from ranked_races
        union all select xmin || ' ' || ctid from driver_ratings union all select xmin || ' ' || ctid from rated_drivers`)
      ).rows
    const was = await versions()
    await rank(races[1]!)
    await rank({ ...races[0]!, cars: races[0]!.cars.toReversed() })
    assert.deepEqual(await versions(), was)
  })

  test('taken back, a race leaves nothing; brought again, all is as before, to the last digit', async () => {
    await empty()
    const races = Array.from({ length: 8 }, (_, at) => raceNo(at))
    for (const one of races) await rank(one)
    const whole = await all()
    const gone = races[2]!
    await revert(gone)
    await revert(gone)
    await holdAgainst(races.filter((one) => one !== gone))
    assert.deepEqual(
      (await racesOf(server.running.machine.db, gone.id)).map(({ status, rankedSplits, fieldStrengths }) => [status, rankedSplits, fieldStrengths]),
      [['REVERTED', [], {}]],
    )
    await rank(gone)
    assert.deepEqual(await all(), whole)
    for (const one of races) await revert(one)
    assert.deepEqual(await all(), { changes: [], ranks: [], drivers: [] })
  })

  test('a race that is otherwise now, has other drivers or another start moves what came after it, in every game', async () => {
    await empty()
    const races = Array.from({ length: 8 }, (_, at) => raceNo(at))
    for (const one of races) await rank(one)
    const [first, second] = races as [RankedRace, RankedRace]
    const [winner, next, ...rest] = first.cars
    const disqualified = { ...first, cars: [{ ...winner!, outcome: 'DISQUALIFIED' as const }, next!, ...rest] }
    await rank(disqualified)
    await holdAgainst([disqualified, ...races.slice(1)])
    // a stranger is somebody now, and somebody else was never there
    const named = {
      ...disqualified,
      cars: disqualified.cars.map((car, at) => (at === 3 ? { ...car, crew: [{ ...car.crew[0]!, userId: people[8]!.id }] } : car)),
    }
    await rank(named)
    await holdAgainst([named, ...races.slice(1)])
    const later = { ...second, startsAt: races[5]!.startsAt + 1 }
    await rank(later)
    await holdAgainst([named, later, ...races.slice(2)])
    await rank(second)
    await holdAgainst([named, ...races.slice(1)])
  })

  test('many results at once, in two games with the same drivers: none is lost', async () => {
    await empty()
    const races = Array.from({ length: 24 }, (_, at) => raceNo(at))
    await Promise.all(races.map(rank))
    await holdAgainst(races)
    const odd = races.filter((_, at) => at % 3 === 1)
    const fresh = Array.from({ length: 6 }, (_, at) => raceNo(at * 3))
    await Promise.all([...odd.map(revert), ...fresh.map(rank)])
    await holdAgainst([...races.filter((one) => !odd.includes(one)), ...fresh])
  })

  test('several races of an event, and one with too few cars', async () => {
    await empty()
    const first = raceNo(0)
    const second = { ...raceNo(4, { game: first.game, id: first.id, no: 2 }), startsAt: first.startsAt }
    const small = { ...raceNo(2, { game: first.game, id: first.id, no: 3, starters: 5 }), startsAt: first.startsAt }
    await rank(small)
    await rank(second)
    await rank(first)
    await holdAgainst([first, second, small].toSorted(byStart))
    const told = await racesOf(server.running.machine.db, first.id)
    assert.deepEqual(
      told.map(({ raceNo: no, status, rankedSplits }) => [no, status, rankedSplits]),
      [
        [1, 'COMPLETED', [1]],
        [2, 'COMPLETED', [1]],
        [3, 'UNRANKED', []],
      ],
    )
    assert.deepEqual(told[0]!.fieldStrengths, { 1: 1500 })
  })

  test('what is kept of somebody is given to them; erased, the ratings of others are as they were', async () => {
    await empty()
    for (let at = 0; at < 4; at++) await rank(raceNo(at))
    const leaver = people[1]!
    const given = (await leaver.as.ask(accountsContract.exportData, { id: leaver.id })).body as Record<string, readonly unknown[]>
    // of the third race, in which there is no room for all, they are the one left out
    assert.deepEqual([given['ratedRaces']!.length, given['ranks']!.length, given['licence']!.length], [3, 2, 1])
    const whole = await all()
    const { v } = (await leaver.as.ask(accountsContract.me, {})).body
    await leaver.as.done(accountsContract.RemoveUser, { id: leaver.id, v }, {})
    assert.deepEqual(await all(), whole)
  })

  test('whoever shows what has moved is told, and nobody else', async () => {
    await empty()
    const races = Array.from({ length: 6 }, (_, at) => raceNo(at))
    for (const one of races) await rank(one)
    const told: string[] = []
    await within(({ tx }) => revertRace({ tx, tell: (...topics) => void told.push(...topics) }, races[3]!.id, 1))
    const drove = races[3]!.cars.filter(({ outcome }) => outcome !== 'DNS').flatMap(({ crew }) => crew.map(({ userId }) => `user:${userId}`))
    // of its own game the last race alone came later
    assert.ok([`session:${races[3]!.id}`, `session:${races[5]!.id}`, ...drove].every((topic) => told.includes(topic)))
    assert.ok([0, 1].every((at) => !told.includes(`session:${races[at]!.id}`)))
    await within(({ tx }) => rankRace({ tx, tell: () => assert.fail('told of nothing') }, races[5]!))
  })

  test('each game tells how its rank went lately, and whether its files measure contacts', async () => {
    await empty()
    server.clock.set(new Date(Date.UTC(2026, 11, 31)))
    const [ann, ...others] = people.map(({ id }) => id)
    // one race before the twelve months, then thirty in ACC; one in RaceRoom, whose files tell of contacts
    const days = [-400, ...Array.from({ length: 30 }, (_, no) => -100 + no)]
    const now = server.clock.now().getTime()
    for (const [no, day] of days.entries()) {
      const order = no % 3 === 0 ? [...others, ann!] : [ann!, ...others]
      await rated(server, 'acc', order, { startsAt: now + day * DAY_MS })
    }
    await rated(server, 'r3e', [ann!, ...others], { startsAt: now - DAY_MS })
    const { games } = (await server.visitor.ask(rankingContract.driverRanks, { id: ann! })).body
    const { points } = (await server.visitor.ask(rankingContract.rankHistory, { id: ann!, game: 'acc' })).body
    const ranks = points.map(({ rank: after }) => after)
    const [acc, r3e] = games
    assert.deepEqual(acc?.line, { since: points.at(-24)!.at, ranks: ranks.slice(-25) })
    assert.deepEqual([acc?.measuresContacts, r3e?.measuresContacts], [false, true])
    // in a game, and over all: as many stand before somebody as have more
    const { db } = server.running.machine
    const inAcc = await db.selectFrom('driver_ratings').select(['user_id', 'rank']).where('game', '=', 'acc').execute()
    const inAll = await db.selectFrom('rated_drivers').select(['user_id', 'rank']).execute()
    const placeIn = (rows: typeof inAcc, id: string) => [
      rows.toSorted((one, other) => other.rank - one.rank).findIndex(({ rank }) => rank === rows.find((row) => row.user_id === id)!.rank) + 1,
      rows.length,
    ]
    assert.ok(inAcc.length >= people.length && inAll.length >= people.length)
    let seen = 0
    for (const { id } of people) {
      const { overall, games: own } = (await server.visitor.ask(rankingContract.driverRanks, { id })).body
      // who erased the account in an earlier test is told of no more, and keeps the place
      if (!overall) continue
      seen++
      const told = own.find(({ game }) => game === 'acc')!
      assert.deepEqual([overall.place, overall.of, told.place, told.of], [...placeIn(inAll, id), ...placeIn(inAcc, id)])
    }
    assert.ok(seen >= 6)
    // a year later nothing of it is lately
    server.clock.set(new Date(now + 366 * DAY_MS))
    await rated(server, 'acc', [ann!, ...others], { startsAt: now + 365 * DAY_MS })
    const later = (await server.visitor.ask(rankingContract.driverRanks, { id: ann! })).body.games
    assert.deepEqual([later[0]?.line?.ranks.length, later[1]?.line], [2, null])
    server.clock.set(new Date(now))
  })

  test('who was never rated has no rating', async () => {
    assert.equal((await ratingsOf(server.running.machine.db, [newId() as UserId], 'acc')).size, 0)
  })
})
