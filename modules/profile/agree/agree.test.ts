import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId, UserId } from '#core/ids.ts'
import { formatLapTime } from '#core/lap-time.ts'
import { correctionsContract } from '#modules/corrections/contract.ts'
import { lapsContract } from '#modules/laps/contract.ts'
import { resultFilesContract } from '#modules/result-files/contract.ts'
import { allRead } from '#modules/results/results.fixture.ts'
import { resultsContract, type ResultRowView, type SegmentView } from '#modules/results/contract.ts'
import { raceTime } from '#modules/results/rules.ts'
import { startersIn } from '#modules/results/rules/own-result.ts'
import { tournamentsContract } from '#modules/tournaments/contract.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { profileContract } from '../contract.ts'
import { nightOf, type Night } from './night.fixture.ts'

/** `AGREE_SEED=… AGREE_NIGHTS=5` looks at others; of more than five the profile tells the latest races alone. */
const SEED = Number(process.env['AGREE_SEED'] ?? 11)
const NIGHTS = Number(process.env['AGREE_NIGHTS'] ?? 3)
/** Each night on a track of its own: best laps are told by track. */
const TRACKS = ['monza', 'spa', 'zolder', 'misano', 'barcelona'] as const
const KINDS = ['RACE', 'QUALIFY'] as const

type Mine = { readonly segment: SegmentView; readonly row: ResultRowView }
const sum = (values: readonly number[]): number => Math.round(values.reduce((all, one) => all + one, 0) * 100) / 100
const count = (values: readonly Mine[], is: (one: Mine) => boolean): number => values.filter(is).length
const isAlone = ({ row }: Mine): boolean => row.drivers.length === 1
const started = ({ segment, row }: Mine): boolean => segment.type === 'RACE' && row.status !== 'DNS'

/** Whatever page tells of a driver's night, it tells the same: the tables, their files, lists, the profile, best laps and the season. */
describe(`pages agree (AGREE_SEED=${SEED})`, () => {
  let server: TestServer
  let owner: Person
  let drivers: readonly Person[]
  let leagueId: LeagueId
  const nights: Night[] = []
  before(async () => {
    server = await testServer({ breaks: ['weekly-limit'] })
    owner = await person(server, 'Olga Owner', { plan: 'SPORT' })
    drivers = await Promise.all(Array.from({ length: 16 }, (_, no) => person(server, `Driver ${no}`)))
    const late = await Promise.all(['Lena', 'Lars'].map((name) => person(server, `${name} Late`)))
    leagueId = await league(server, owner, { members: [...drivers, ...late] })
    for (let no = 0; no < NIGHTS; no++)
      nights.push(await nightOf({ server, owner, drivers, late, leagueId, trackId: TRACKS[no % TRACKS.length]! }, SEED + no))
    drivers = [...drivers, ...late]
  })
  after(() => server.stop())

  const tables = async (id: SessionId) => (await owner.as.ask(resultsContract.memberResults, { sessionId: id })).body.results
  const mineIn = (segments: readonly SegmentView[], id: UserId): readonly Mine[] =>
    segments.flatMap((segment) =>
      segment.results.filter(({ drivers: crew }) => crew.some(({ userId }) => userId === id)).map((row) => ({ segment, row })),
    )
  const each = async (look: (night: Night, segments: readonly SegmentView[]) => Promise<void>) => {
    for (const night of nights) {
      try {
        await look(night, await tables(night.event.id))
      } catch (fault) {
        throw new Error(night.said, { cause: fault })
      }
    }
  }

  test('the table as a file, of everybody and of each class', () =>
    each(async ({ event }, segments) => {
      const cells = async (segment: SegmentView, ofClass?: string) => {
        const asked = { segment: segment.key, split: String(segment.splitNo), ...(ofClass ? { class: ofClass } : {}) }
        const reply = await owner.as.fetch(`/query/results/${event.id}/export.csv?${new URLSearchParams(asked)}`)
        const [, ...lines] = (await reply.text()).trimEnd().split('\r\n')
        return lines.map((line) => line.split(','))
      }
      const told = (row: ResultRowView, position: number) => [
        String(position),
        String(row.startPosition ?? ''),
        row.name,
        row.status === 'FINISHED' ? formatLapTime(raceTime(row)) : row.status,
        formatLapTime(row.bestLapTime),
        String(row.calculatedPoints),
        String(row.finalPoints),
        String(row.lapCount),
      ]
      const at = [0, 1, 2, 5, 6, 8, 9, 10]
      for (const segment of segments) {
        const whole = (await cells(segment)).map((line) => at.map((column) => line[column]))
        assert.deepEqual(
          whole,
          segment.results.map((row) => told(row, row.position)),
          segment.key,
        )
        for (const { id } of segment.carClasses) {
          const own = (await cells(segment, id)).map((line) => at.map((column) => line[column]))
          const rows = segment.results.filter(({ carClassId }) => carClassId === id)
          assert.deepEqual(
            own,
            rows.map((row) => told(row, row.classPosition)),
            `${segment.key} ${id}`,
          )
        }
      }
    }))

  test('a visitor reads what is open as members do; laps and corrections say what the rows say', () =>
    each(async ({ event }, segments) => {
      const { results } = (await server.visitor.ask(resultsContract.results, { sessionId: event.id })).body
      assert.deepEqual(results, segments)
      const whom = { sessionId: event.id }
      const { adjustments } = (await owner.as.ask(correctionsContract.pointAdjustments, whom)).body
      const { penalties } = (await owner.as.ask(correctionsContract.penalties, whom)).body
      const { corrections } = (await server.visitor.ask(correctionsContract.publicCorrections, whom)).body
      const standing = [...adjustments, ...penalties].filter(({ revoked }) => revoked === null)
      assert.deepEqual(corrections.map(({ id }) => id).toSorted(), standing.map(({ id }) => id).toSorted())
      for (const { results: rows, segmentIndex, splitNo, no, type } of segments)
        for (const row of rows) {
          const { participantId, name } = row
          const asked = { sessionId: event.id, subSessionIndex: segmentIndex, split: splitNo, participantId }
          const { stats, total } = (await owner.as.ask(resultsContract.driverLaps, asked)).body
          assert.deepEqual([stats.bestCleanLapTimeMs.value, total], [row.bestCleanLapTime, row.lapCount], name ?? '')
          const own = standing.filter(({ participantIds, raceNo }) => type === 'RACE' && raceNo === no && participantIds.includes(participantId))
          const of = (kind: string) => sum(own.map((one) => (one.kind === kind ? (one.value ?? 0) : 0)))
          const had = [row.penaltyAdjustments, row.penaltyPlaces, row.pointsAdjustments]
          assert.deepEqual([of('TIME'), of('POSITIONS'), sum([of('ADJUSTMENT'), -of('POINTS')])], had, name ?? '')
          if (own.some(({ kind }) => kind === 'DISQUALIFICATION')) assert.equal(row.status, 'DSQ')
        }
    }))

  test('places without a gap, of everybody and of each class; nobody without points who is owed some', () =>
    each(async (_, segments) => {
      for (const { results, carClasses, key } of segments) {
        assert.deepEqual(
          results.map(({ position }) => position),
          results.map((_row, at) => at + 1),
          key,
        )
        for (const { id } of carClasses) {
          const own = results.filter(({ carClassId }) => carClassId === id)
          assert.deepEqual(
            own.map(({ classPosition }) => classPosition),
            own.map((_row, at) => at + 1),
            `${key} ${id}`,
          )
        }
        for (const { calculatedPoints, pointsParts, pointsAdjustments, finalPoints } of results) {
          const { place = 0, pole = 0, fastestLap = 0 } = pointsParts ?? {}
          assert.deepEqual([calculatedPoints, finalPoints], [sum([place, pole, fastestLap]), sum([calculatedPoints, pointsAdjustments])], key)
        }
      }
    }))

  test('points of the event, by race and in all; the season has them as well', () =>
    each(async ({ event, tournamentId }, segments) => {
      const { overallPoints, racePoints } = (await owner.as.ask(resultsContract.sessionPoints, { sessionId: event.id })).body
      const races = segments.filter(({ type }) => type === 'RACE')
      for (const { raceNo, splitNo, points } of racePoints) {
        const race = races.find((one) => one.no === raceNo && one.splitNo === splitNo)!
        assert.deepEqual(
          points.map(({ points: had }) => had),
          race.results.map(({ finalPoints }) => finalPoints),
        )
      }
      const { rows } = (await owner.as.ask(tournamentsContract.standings, { id: tournamentId })).body
      for (const { id, name } of drivers) {
        const mine = mineIn(races, id)
        const points = sum(mine.flatMap(({ row }) => [row.finalPoints, row.eventAdjustment]))
        if (mine.length > 0 && mine.every(isAlone)) assert.equal(overallPoints.find(({ driverId }) => driverId === id)?.points, points, name)
        const standing = rows.find(({ driverId }) => driverId === id)
        assert.equal(standing?.points ?? 0, points, `${name} in the season`)
        const places = standing?.cells[0]?.races.map(({ no, places: had, status }) => [no, status, had]) ?? []
        // the place that earns the points
        const placeOf = ({ segment, row }: Mine) => (segment.scoring?.scope === 'CLASS' ? row.classPosition : row.position)
        const had = mine.map((one) => [one.segment.no, one.row.status, one.row.status === 'FINISHED' ? [placeOf(one)] : []])
        assert.deepEqual(
          places,
          had.toSorted(([a], [b]) => Number(a) - Number(b)),
          `${name} in the cells of the season`,
        )
      }
    }))

  test('what a driver has driven, line by line', async () => {
    for (const type of KINDS)
      for (const { id, name } of drivers) {
        const { results } = (await owner.as.ask(resultsContract.driverResults, { id, type, limit: 100 })).body
        await each(async ({ event }, segments) => {
          const own = results.filter(({ sessionId }) => sessionId === event.id)
          const mine = mineIn(segments, id).filter(({ segment }) => segment.type === type)
          const told = mine.map(({ segment, row }) => {
            const driver = row.drivers.find(({ userId }) => userId === id)!
            return {
              segment: segment.key,
              position: row.position,
              classPosition: row.classPosition,
              starters: startersIn(segment.results),
              status: row.status,
              startPosition: row.startPosition,
              positionsGained: row.positionsGained,
              carName: row.carName,
              bestLapTime: row.bestLapTime,
              isFastestLap: segment.bestStats.fastestLap?.participantId === row.participantId,
              points: row.finalPoints,
              rankingChange: row.rankingChange ?? driver.ofTeam?.rankingChange ?? null,
            }
          })
          const byKey = (one: { readonly segment: string }, other: { readonly segment: string }) => one.segment.localeCompare(other.segment)
          const lines = own.map((line) => Object.fromEntries(Object.keys(told[0] ?? {}).map((key) => [key, line[key as keyof typeof line]])))
          assert.deepEqual((lines as { segment: string }[]).toSorted(byKey), told.toSorted(byKey), name)
        })
      }
  })

  test('the profile: totals, ranks, and who was ahead of whom', async () => {
    const all = (await Promise.all(nights.map(({ event }) => tables(event.id)))).flat()
    for (const [at, { id, name }] of drivers.entries()) {
      const { totals, ranks, lastRaces } = (await owner.as.ask(profileContract.career, { id })).body
      const mine = mineIn(all, id)
      const races = mine.filter(started)
      const isPlaced = (most: number) => (one: Mine) => one.row.status === 'FINISHED' && one.row.classPosition <= most
      const timed = mine.filter((one) => one.segment.type === 'QUALIFY' && isAlone(one) && one.row.bestLapTime !== null)
      const { starts, wins, podiums, finished, dnfs, qualifyings, poles, fastestLaps } = totals
      assert.deepEqual(
        { starts, wins, podiums, finished, dnfs, qualifyings, poles, fastestLaps },
        {
          starts: races.length,
          wins: count(races, isPlaced(1)),
          podiums: count(races, isPlaced(3)),
          finished: count(races, ({ row }) => row.status === 'FINISHED'),
          dnfs: count(races, ({ row }) => row.status === 'DNF'),
          qualifyings: timed.length,
          poles: count(timed, ({ row }) => row.classPosition === 1 && row.status !== 'DSQ'),
          fastestLaps: count(races, (one) => isAlone(one) && one.segment.bestStats.fastestLap?.participantId === one.row.participantId),
        },
        name,
      )
      assert.deepEqual(
        lastRaces.map(({ position, starters, status, positionsGained }) => [position, starters, status, positionsGained]).toSorted(),
        races.map(({ segment, row }) => [row.position, startersIn(segment.results), row.status, row.positionsGained]).toSorted(),
        name,
      )
      const rated = races
        .map(({ row }) => row.rankingChange ?? row.drivers.find(({ userId }) => userId === id)!.ofTeam?.rankingChange)
        .filter(Boolean)
      assert.equal(ranks.overall?.races ?? 0, rated.length, name)
      const other = drivers[(at + 1) % drivers.length]!
      const { together } = (await owner.as.ask(profileContract.compare, { id, other: other.id })).body
      const met = races.flatMap(({ segment, row }) =>
        mineIn([segment], other.id)
          .filter((one) => started(one) && one.row.participantId !== row.participantId && one.row.carClassId === row.carClassId)
          .map((one) => Math.sign(one.row.position - row.position)),
      )
      const ahead = { first: met.filter((sign) => sign > 0).length, second: met.filter((sign) => sign < 0).length }
      assert.deepEqual([together.races, together.ahead], [met.length, ahead], `${name} and ${other.name}`)
    }
  })

  test('lists of what was driven, and best laps', async () => {
    const { events } = (await owner.as.ask(resultsContract.pastEventsOfLeague, { id: leagueId, limit: 100 })).body
    await each(async ({ event }, segments) => {
      const { outcome } = events.find(({ id }) => id === event.id)!
      const races = segments.filter(({ type, splitNo }) => type === 'RACE' && splitNo === 1)
      const { results, bestStats } = races.at(-1)!
      const podium = results.slice(0, 3).filter(({ status }) => status === 'FINISHED')
      assert.deepEqual(
        outcome?.podium.map(({ position, name }) => [position, name]),
        podium.map(({ position, name }) => [position, name]),
      )
      assert.equal(outcome?.fastestLap?.timeMs, bestStats.fastestLap?.timeMs)
      const trackIds = [TRACKS[nights.findIndex((night) => night.event.id === event.id) % TRACKS.length]!]
      const { laps } = (await owner.as.ask(lapsContract.bestLapsExtended, { gameId: 'acc', trackIds, limit: 100 })).body
      for (const { id, name } of drivers)
        for (const type of KINDS) {
          const alone = mineIn(segments, id).filter((one) => one.segment.type === type && one.row.status !== 'DSQ')
          if (!alone.every(isAlone)) continue
          const best = Math.min(...alone.map(({ row }) => row.bestCleanLapTime ?? Infinity))
          const told = laps.find(({ driverId, segmentType }) => driverId === id && segmentType === type)?.lapTime ?? Infinity
          assert.equal(told, best, `${name} ${type}`)
        }
    })
  })

  test('a file that is read again says the same, and what stands against its rows stays with them', () =>
    each(async ({ event }) => {
      const readAgain = async () => {
        const { files } = (await owner.as.ask(resultFilesContract.resultFiles, { id: event.id })).body
        for (const { id } of files) await owner.as.done(resultFilesContract.RetryReading, { id }, {})
        await allRead(server)
      }
      const against = async () =>
        (await owner.as.ask(correctionsContract.penalties, { sessionId: event.id })).body.penalties.map(({ id, participantIds }) => [
          id,
          participantIds,
        ])
      const before = await against()
      await readAgain()
      const [once, given] = [await tables(event.id), await against()]
      assert.deepEqual(given, before)
      await readAgain()
      assert.deepEqual(await tables(event.id), once)
    }))
})
