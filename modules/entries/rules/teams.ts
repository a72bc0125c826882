import { HOUR_MS } from '#core/duration.ts'

export const TEAM_NAME = { min: 1, max: 60 } as const
export const TEAM_PASSWORD = { max: 8 } as const

// no 0 O 1 I: it is read aloud in voice chat
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** What a team begins with: four letters or digits (decisions.md §3 "Team"). */
export const PIN = { length: 4, form: new RegExp(`^[${LETTERS}]{4}$`) } as const

/** Wrong tries at a team's password, by everybody together (reference/security.md P3). */
export const TEAM_TRIES = { most: 10, windowMs: HOUR_MS } as const

/** A PIN of as many random bytes. */
export const pinFrom = (bytes: Uint8Array): string => [...bytes.subarray(0, PIN.length)].map((byte) => LETTERS[byte % LETTERS.length]).join('')

/** How many share a car where the game has no rule of its own. */
const MOST_DRIVERS = 10

/** What holds for the teams of an event, under the names of the specification; times in seconds, `null` for none. */
export type TeamRules = {
  readonly minDriversCount: number
  readonly maxDriversCount: number
  readonly driverStintTimeSec: number | null
  readonly maxTotalDrivingTime: number | null
  readonly isMandatoryPitstopSwapDriverRequired: boolean
}

/** As the options of the event's game have them. */
export function teamRulesOf(options: Readonly<Record<string, unknown>>): TeamRules {
  const amount = (key: string, otherwise: number): number => {
    const value = options[`rules.teamRules.${key}`]
    return typeof value === 'number' && value > 0 ? value : otherwise
  }
  return {
    minDriversCount: amount('minDriversCount', 1),
    maxDriversCount: amount('maxDriversCount', MOST_DRIVERS),
    driverStintTimeSec: amount('driverStintTimeSec', 0) || null,
    maxTotalDrivingTime: amount('maxTotalDrivingTime', 0) || null,
    isMandatoryPitstopSwapDriverRequired: options['rules.teamRules.isMandatoryPitstopSwapDriverRequired'] === true,
  }
}
