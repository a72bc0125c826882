import type { SessionId, UserId } from '#core/ids.ts'
import { pointSystem } from '#modules/tournaments/contract/shapes.ts'
import type { DrivenRace, SeasonFacts } from '#modules/tournaments/decide/season.ts'
import { tablesOf } from '#modules/tournaments/decide/tables.ts'
import { median, ms, type Line } from '../table.ts'

const DRIVERS = 60
const HELD = 24
const RACES = 2
const CLASSES = 6
const TEAMS = 20
const MOST_MS = 50
const TIMES = 21

const classOf = (driver: number): string => `C${driver % CLASSES}`
const teamOf = (driver: number): string => `Team ${driver % TEAMS}`
const sessionOf = (round: number): SessionId => `round-${String(round).padStart(2, '0')}` as SessionId

/** Everybody in another order each time; the last three do not come in. */
const raceOf = (round: number, no: number): DrivenRace => ({
  sessionId: sessionOf(round),
  no,
  rows: Array.from({ length: DRIVERS }, (_, at) => {
    // 7 shares no factor with what it is counted by
    const driver = (at * 7 + round * 13 + no * 5) % DRIVERS
    const isIn = at < DRIVERS - 3
    return {
      driverIds: [`driver-${driver}`],
      teamId: null,
      classId: classOf(driver),
      splitNo: 1,
      position: isIn ? at + 1 : null,
      status: isIn ? ('FINISHED' as const) : ('DNF' as const),
      lapCount: isIn ? 30 : 12,
      totalTimeMs: isIn ? 2_700_000 + at * 900 : null,
      bestLapMs: 88_000 + ((at * 11) % DRIVERS) * 20,
      qualified: ((at * 17) % DRIVERS) + 1,
      adjustment: 0,
      keys: [],
    }
  }),
})

/** A whole season that counts its best twenty rounds, with teams and nations, and a penalty of so many points in an early race. */
function factsWith(penalty: number): SeasonFacts {
  const races = Array.from({ length: HELD * RACES }, (_, at) => raceOf(Math.floor(at / RACES), (at % RACES) + 1))
  const [first, ...others] = races
  return {
    type: 'CHAMPIONSHIP',
    maxEntries: DRIVERS,
    pointSystem: pointSystem.parse({ bestRounds: [{ from: 1, to: HELD, best: 20 }], bonus: { pole: 1, fastestLap: 1 }, nations: true }),
    events: Array.from({ length: HELD }, (_, round) => ({
      sessionId: sessionOf(round),
      isOver: true,
      isDraft: false,
      multiplier: 1,
      table: null,
      raceTables: null,
      fastestLap: null,
      races: RACES,
    })),
    byHand: [],
    drivers: Array.from({ length: DRIVERS }, (_, at) => ({
      userId: `driver-${at}` as UserId,
      status: 'ACTIVE' as const,
      classId: classOf(at),
      teamName: teamOf(at),
      country: ['de', 'it', 'fr', 'gb', 'es'][at % 5]!,
      registeredAt: new Date(at * 1000),
    })),
    races: [{ ...first!, rows: first!.rows.map((row, at) => (at === 3 ? { ...row, adjustment: -penalty } : row)) }, ...others],
  }
}

/** What a late penalty costs the processor: every table of a season anew, of everybody, each class, teams and nations. */
export function standingsLines(): readonly Line[] {
  const times = Array.from({ length: TIMES }, (_, at) => {
    const facts = factsWith(at)
    const began = process.cpuUsage()
    tablesOf(facts)
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1000
  })
  return [
    {
      name: `standings of ${DRIVERS} drivers, ${HELD} rounds of ${RACES} races and ${CLASSES} classes anew, processor time`,
      figure: `${ms(median(times))}, the first ${ms(times[0]!)}`,
      reference: `${MOST_MS} ms`,
      ratio: median(times) / MOST_MS,
      goal: { most: 1 },
    },
  ]
}
