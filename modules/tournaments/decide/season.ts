import type { SessionId, UserId } from '#core/ids.ts'
import type { RaceRow, Season, SeasonRules } from '#modules/standings/rules/season.ts'
import { USUAL_SEASON } from '#modules/standings/rules/season.ts'
import type { PointSystem } from '../contract/shapes.ts'
import type { ParticipantStatus } from '../rules.ts'

/** A race of an event as its results stand, all splits together. */
export type DrivenRace = { readonly sessionId: SessionId; readonly no: number; readonly rows: readonly RaceRow[] }
export type SeasonEvent = {
  readonly sessionId: SessionId
  /** How many races are planned in it. */
  readonly races: number
  /** Nothing more will be driven in it. */
  readonly isOver: boolean
  readonly multiplier: number
  readonly table: readonly number[] | null
  /** Of its first race, its second …; null, and those after them: the round's. */
  readonly raceTables: readonly (readonly number[] | null)[] | null
}
export type Driver = {
  readonly userId: UserId
  readonly status: ParticipantStatus
  readonly classId: string | null
  readonly teamName: string | null
  readonly country: string | null
  readonly registeredAt: Date
}
export type SeasonFacts = {
  readonly pointSystem: PointSystem
  readonly maxEntries: number
  readonly events: readonly SeasonEvent[]
  readonly races: readonly DrivenRace[]
  readonly drivers: readonly Driver[]
}

/** The season as its standings are worked out: each event is a round, in the order in which they are driven. */
export function seasonOf({ pointSystem, maxEntries, events, races, drivers }: SeasonFacts): Season {
  const driven = Map.groupBy(races, ({ sessionId }) => sessionId)
  const rounds = events.map(({ sessionId, races: planned, isOver, multiplier, table, raceTables }) => {
    const here = driven.get(sessionId) ?? []
    const numbers = new Set(here.map(({ no }) => no))
    // of an event that is over without results nothing is left to win
    if (!isOver && here.length === 0) for (let no = 1; no <= planned; no++) numbers.add(no)
    return {
      id: sessionId,
      races: [...numbers]
        .toSorted((a, b) => a - b)
        .map((no) => ({
          id: `${sessionId} ${no}`,
          rules: raceRulesOf(pointSystem, multiplier, raceTables?.[no - 1] ?? table),
          rows: here.find((race) => race.no === no)?.rows ?? null,
        })),
    }
  })
  const participants = drivers.map(({ userId, status, classId, teamName, country, registeredAt }) => ({
    id: userId,
    teamId: teamName,
    classId,
    nation: country,
    registeredAt: registeredAt.getTime(),
    isExcluded: status === 'DISQUALIFIED',
    isGuest: false,
  }))
  return { rules: seasonRulesOf(pointSystem), rounds, participants, adjustments: [], gridSize: maxEntries }
}

const seasonRulesOf = ({ bestRounds, countingCars, sharedCar }: PointSystem): SeasonRules => ({
  ...USUAL_SEASON,
  parts: bestRounds,
  sharedCar,
  teams: { countingCars, parts: [] },
})

const raceRulesOf = (
  { overallPointTable, minimumDistancePercent, scope, gridSize, bonus }: PointSystem,
  multiplier: number,
  table: readonly number[] | null,
) => ({
  points: { table: table ?? overallPointTable, minimumDistancePercent, scope, gridSize },
  bonus,
  multiplier,
  decidesTies: true,
})
