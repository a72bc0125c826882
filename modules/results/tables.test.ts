import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { correctionsContract as corrections } from '#modules/corrections/contract.ts'
import { manualResultsContract as manual } from '#modules/manual-results/contract.ts'
import { league } from '#testing/league.ts'
import { unrated } from '#modules/ranking/ranking.fixture.ts'
import { person, type Person } from '#testing/people.ts'
import { until } from '#testing/time.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { resultsContract } from './contract.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload, type AccLine, type Event } from './results.fixture.ts'

type Mate = AccLine['currentDriver']
/** Ten minutes at the wheel, and fifty for the other. */
const withMate = (line: AccLine, mate: Mate) => {
  const driverTotalTimes = [600_000, 3_000_000]
  return { ...line, driverTotalTimes, car: { ...line.car, drivers: [...line.car.drivers, mate] } }
}

/** What tables tell of shared cars, of classes, and of how a race came to its points and ratings. */
describe('tables of results', () => {
  let server: TestServer
  let owner: Person
  let drivers: readonly Person[]
  let leagueId: LeagueId
  before(async () => {
    server = await testServer({ breaks: ['weekly-limit'] })
    owner = await person(server, 'Olga Owner')
    drivers = await Promise.all(Array.from({ length: 6 }, (_, no) => person(server, `Driver ${no}`)))
    leagueId = await league(server, owner, { members: drivers })
  })
  after(() => server.stop())

  const raced = async (more: Parameters<typeof runningEvent>[3], change: (line: AccLine, no: number) => AccLine): Promise<Event> => {
    const made = await runningEvent(server, owner, leagueId, { segments: ['RACE'], ...more })
    await enter(
      server,
      made,
      drivers.map(({ id }, no) => ({ userId: id, raceNumber: no + 1, carId: '34' })),
    )
    const lines = drivers.map((one, no) => change(accLine(no + 1, one.steamId, one.name, 8, 8 * LAP + no * 1000, 98_000 + no), no))
    assert.equal((await upload(server, made.servers[0]!, 'r.json', accFile('R', 0, lines))).status, 200)
    await allRead(server)
    return made
  }
  const race = async (id: SessionId) => (await server.visitor.ask(resultsContract.results, { sessionId: id })).body.results[0]!

  test('who shares the car with a guest takes the own part: of an hour ten minutes, a third of what the car won', async () => {
    const guest = { firstName: 'Gus', lastName: 'Guest', playerId: 'S76561190000000001' }
    const made = await raced({ isRanked: true }, (line, no) => (no > 0 ? line : withMate(line, guest)))
    const [winner, second] = (await race(made.id)).results
    const weight = Math.sqrt(800_000 / 60_000 / 30)
    assert.deepEqual(
      winner!.drivers.map(({ name, driving, ofTeam }) => [name, driving, ofTeam?.rankingChange?.delta, ofTeam?.rankingChange?.won]),
      [
        // K · w · p · (5 − 2.5) / 6 · 1/6 · 2
        ['Driver 0', { timeMs: 600_000, share: 1 / 6 }, Math.round(1500 + (150 * weight * 2 * 2.5) / 6 / 3) - 1500, 5],
        ['Gus Guest', { timeMs: 3_000_000, share: 5 / 6 }, undefined, undefined],
      ],
    )
    assert.equal(second!.rankingChange!.delta, Math.round(1500 + (150 * weight * 2 * 1.5) / 6) - 1500)
    assert.deepEqual(second!.drivers[0]!.driving, undefined)
    const { rowCount } = await server.running.machine.pool.query('select from rating_changes where session_id = $1', [made.id])
    assert.equal(rowCount, 6)
  })

  test('the table of a class is what its file holds: places and names of that class alone', async () => {
    const classes = [
      { id: 'GT3', name: 'GT3', carIds: ['34'] },
      { id: 'GT4', name: 'GT4', carIds: ['50'] },
    ]
    const made = await raced({ classes, points: { scope: 'CLASS', gridSize: { base: 4, multiplier: 1 } } }, (line) => line)
    await server.running.machine.pool.query(
      `update result_rows set class_id = 'GT4', class_position = position - 3 where session_id = $1 and position > 3`,
      [made.id],
    )
    server.running.machine.answers.drop([`session:${made.id}`])
    const csv = async (query: string) => {
      const reply = await server.visitor.fetch(`/results/${made.id}/export.csv?segment=race-1${query}`)
      const lines = (await reply.text()).trimEnd().split('\r\n').slice(1)
      return [reply.status, ...(reply.status === 200 ? lines.map((line) => [0, 2, 4, 5].map((at) => line.split(',')[at]).join(' ')) : [])]
    }
    assert.deepEqual(await csv('&class=GT4'), [200, '1 Driver 3 GT4 13:23.000', '2 Driver 4 GT4 13:24.000', '3 Driver 5 GT4 13:25.000'])
    assert.equal((await csv('')).length, 7)
    assert.deepEqual(await csv('&class=GT2'), [404])
    assert.deepEqual((await race(made.id)).scoring, {
      table: [25, 18, 15, 12, 10, 8, 6, 4, 2, 1],
      minimumDistancePercent: 75,
      scope: 'CLASS',
      gridSize: { base: 4, multiplier: 1 },
      multiplier: 1,
    })
  })

  test('a race that has a table of its own is explained by that, and by how often it counts', async () => {
    const points = { table: [10, 6], raceTables: [[5, 3, 2]], gridSize: { base: 3, multiplier: 0 }, multiplier: 2 }
    const { scoring, results } = await race((await raced({ points }, (line) => line)).id)
    assert.deepEqual([scoring!.table, scoring!.gridSize, scoring!.multiplier], [[5, 3, 2], { base: 3, multiplier: 0 }, 2])
    // six started: 5 · 6/3, twice
    assert.deepEqual(
      results.map(({ calculatedPoints }) => calculatedPoints),
      [20, 12, 8, 0, 0, 0],
    )
  })

  test('points that are taken leave hundredths, and no others', async () => {
    const made = await raced({ points: { table: [16.2] } }, (line) => line)
    const given = { sessionId: made.id, driverId: drivers[0]!.id, scope: 0, points: -0.1, reason: 'Late.' } as const
    await owner.as.done(corrections.AddPointAdjustment, {}, given)
    assert.equal((await race(made.id)).results[0]!.finalPoints, 16.1)
  })

  test('a row says which seconds and places penalties took', async () => {
    const made = await raced({}, (line) => line)
    const of = { sessionId: made.id, driverId: drivers[0]!.id, raceIndex: 0, reason: 'Cut.' } as const
    for (const penalty of [{ time: 1.5 }, { positions: 2 }]) await owner.as.done(corrections.AddPenalty, {}, { ...of, ...penalty })
    const { results } = await race(made.id)
    const row = results.find(({ driverId }) => driverId === drivers[0]!.id)!
    assert.deepEqual([row.position, row.raw?.position, row.penaltyAdjustments, row.penaltyPlaces], [4, 1, 1500, 2])
    assert.ok(results.every((one) => one === row || one.penaltyPlaces === 0))
  })

  test('averages that were kept before laps from the grid were left out are put right', async () => {
    const made = await raced({}, (line) => line)
    const { pool } = server.running.machine
    const kept = async () =>
      (
        await pool.query(
          `select x.stats, r.best_stats from results r join result_rows x on x.result_id = r.id where r.session_id = $1 order by x.id`,
          [made.id],
        )
      ).rows
    const right = await kept()
    assert.ok(right.every(({ stats }) => stats.averageLapMs > 0))
    await pool.query(`update result_rows set stats = stats || '{"averageLapMs": 1}' from results r where r.id = result_id and r.session_id = $1`, [
      made.id,
    ])
    await pool.query(`update results set best_stats = jsonb_set(best_stats, '{laps,averageLapMs}', '1') where session_id = $1`, [made.id])
    assert.notDeepEqual(await kept(), right)
    await pool.query(readFileSync(new URL('../../migrations/0103-average-of-the-pace.sql', import.meta.url), 'utf8'))
    assert.deepEqual(await kept(), right)
  })

  test('of a past that was never rated a race waits for it, and then has it', async () => {
    const made = await raced({ isRanked: true, status: 'ENDED' }, (line) => line)
    await unrated(server)
    const { pool } = server.running.machine
    const status = async () =>
      (await owner.as.ask(resultsContract.memberResults, { sessionId: made.id })).body.results.map(({ rankingStatus }) => rankingStatus)
    const holder = await pool.connect()
    // whoever rates it waits for the event
    await holder.query('begin')
    await holder.query('select from sessions where id = $1 for no key update', [made.id])
    await pool.query('insert into rating_backlog (session_id, starts_at) select id, starts_at from sessions where id = $1', [made.id])
    assert.deepEqual(await status(), ['PENDING'])
    await holder.query('rollback')
    holder.release()
    await until('it is rated', async () => (await status())[0] === 'COMPLETED')
  })

  test('a row of a class that was too small says why it moved no rank where others did', async () => {
    const classes = ['GT3', 'GT4'].map((id, at) => ({ id, name: id, carIds: [at === 0 ? '34' : '50'] }))
    const made = await runningEvent(server, owner, leagueId, { segments: ['RACE'], isRanked: true, classes })
    await enter(
      server,
      made,
      drivers.map(({ id }, no) => ({ userId: id, raceNumber: no + 1, carId: '34' })),
    )
    const lines = drivers.map((one, no) => accLine(no + 1, one.steamId, one.name, 8, 8 * LAP + no * 1000, 98_000 + no))
    const guest = accLine(70, '76561190000000070', 'Gus Guest', 8, 8 * LAP + 60_000, 99_000, 50)
    assert.equal((await upload(server, made.servers[0]!, 'R.json', accFile('R', 0, [...lines, guest]))).status, 200)
    await allRead(server)
    const { results } = (await server.visitor.ask(resultsContract.results, { sessionId: made.id })).body
    assert.deepEqual(
      results[0]!.results.map(({ unrankedReason }) => unrankedReason),
      [...drivers.map(() => undefined), 'STARTERS'],
    )
  })

  test('a ranked race kept by hand without times says that nobody knows how long it was', async () => {
    const made = await runningEvent(server, owner, leagueId, { game: 'iracing', manual: true, segments: ['RACE'], isRanked: true })
    const entries = await enter(
      server,
      made,
      drivers.map(({ id }, no) => ({ userId: id, raceNumber: no + 1, carId: '1' })),
    )
    const entryResults = entries.map((entryId, at) => ({ entryId, position: at + 1, timeMs: null }))
    await owner.as.done(manual.SaveRaceResult, { id: made.id }, { raceNo: 1, entryResults: entryResults as never })
    await owner.as.done(manual.PublishResults, { id: made.id }, {})
    const { rankingStatus, unrankedReason } = await race(made.id)
    assert.deepEqual([rankingStatus, unrankedReason], ['UNRANKED', 'UNTIMED'])
  })
})
