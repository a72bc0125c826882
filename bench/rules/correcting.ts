import { pointsRulesOf } from '#modules/points/rules.ts'
import { changedRows, settled } from '#modules/results/decide/settled.ts'
import type { PlacedCorrection, StandingSegment } from '#modules/results/rules/standing.ts'
import { median, ms, type Line } from '../table.ts'

const CARS = 40
const LAPS = 60
const MOST_MS = 50
const ROUNDS = 21
const POINTS = pointsRulesOf({ bonus: { pole: 1, fastestLap: 1 }, scope: 'CLASS', gridSize: {} })

/** Forty cars of two classes, a second apart; every eighth was lapped. */
const segmentOf = (type: 'RACE' | 'QUALIFY'): StandingSegment =>
  ({
    id: type,
    type,
    no: 1,
    splitNo: 1,
    isByHand: false,
    rows: Array.from({ length: CARS }, (_, at) => ({
      id: `${type}-${at}`,
      position: at + 1,
      status: 'FINISHED',
      retired: { type: 'TIMEDIFF', value: at * 1000 },
      lapCount: type === 'RACE' ? LAPS - (at >> 3) : 5,
      totalTimeMs: LAPS * 100_000 + at * 1000,
      bestLapMs: 99_000 + at * 7,
      classId: at % 2 ? 'GT4' : 'GT3',
      keys: [`driver-${at}`],
      userIds: [],
      counts: {},
    })),
  }) as unknown as StandingSegment

const penalty = (at: number): PlacedCorrection => ({ splitNo: 1, raceNo: 1, kind: 'TIME', value: 5000, keys: [`driver-${at}`] }) as PlacedCorrection

/** What a penalty in a race of forty costs the processor until the new order, gaps, places and points are there; ten more stand already. */
export function correctingLines(): readonly Line[] {
  const before = settled(
    [segmentOf('QUALIFY'), segmentOf('RACE')],
    Array.from({ length: 10 }, (_, at) => penalty(at * 4)),
    POINTS,
  )
  const times = Array.from({ length: ROUNDS }, (_, round) => {
    const began = process.cpuUsage()
    const after = settled(before, [...Array.from({ length: 10 }, (__, at) => penalty(at * 4)), penalty(round)], POINTS)
    if (changedRows(before, after).length === 0) throw new Error('the penalty changed nothing')
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1000
  })
  return [
    {
      name: `counting a race of ${CARS} anew after a penalty, processor time`,
      figure: `${ms(median(times))}, the slowest ${ms(Math.max(...times))}`,
      reference: `${MOST_MS} ms`,
      ratio: median(times) / MOST_MS,
      goal: { most: 1 },
    },
  ]
}
