import { LICENCES, type Licence } from '#modules/ranking/rules/licence.ts'

type Asked = { readonly asks: 'atLeast' | 'atMost'; readonly min: number; readonly max: number; readonly step?: number }

/**
 * What an event may ask of a driver's own record before they come in (docs/decisions/0016), each in the unit of its name: `rank` in the event's
 * game, `license` as its place on the ladder, where 0 is the first of all and asks for nothing, `safety` as the level inside the licence.
 */
const ASKED = {
  accountAgeDays: { asks: 'atLeast', min: 1, max: 3650 },
  racesDone: { asks: 'atLeast', min: 1, max: 1000 },
  noShowPercent: { asks: 'atMost', min: 0, max: 99 },
  rank: { asks: 'atLeast', min: 1, max: 5000 },
  license: { asks: 'atLeast', min: 1, max: LICENCES.length - 1 },
  safety: { asks: 'atLeast', min: 0.1, max: 4.9, step: 0.1 },
} as const satisfies Readonly<Record<string, Asked>>

export type JoinCondition = keyof typeof ASKED
export const JOIN_CONDITIONS = Object.keys(ASKED) as readonly JoinCondition[]
/** What of a driver's ratings is asked. */
export const ASKED_OF_RATINGS: readonly JoinCondition[] = ['rank', 'license', 'safety']

/** What an event asks; what is left out is not asked, and all of it must be met. */
export type JoinConditions = Readonly<Partial<Record<JoinCondition, number>>>
/** A driver's own, in the same units. */
export type DriverFigures = Readonly<Record<JoinCondition, number>>

/** What stands in the words of a condition, or of somebody's own figure. */
export const toldCondition = (name: JoinCondition, value: number, licenceName: (licence: Licence) => string) => ({
  count: value,
  licence: name === 'license' ? licenceName(LICENCES[value]!) : '',
})

/** What may be asked. */
export const boundsOf = (name: JoinCondition): Asked => ASKED[name]

export const isMet = (name: JoinCondition, asked: number, own: number): boolean => (ASKED[name].asks === 'atLeast' ? own >= asked : own <= asked)

/** What is asked by name, in the order in which it is said. */
export const askedIn = (conditions: JoinConditions): readonly (readonly [name: JoinCondition, asked: number])[] =>
  JOIN_CONDITIONS.flatMap((name) => {
    const asked = conditions[name]
    return asked === undefined ? [] : [[name, asked] as const]
  })

export const hasConditions = (conditions: JoinConditions): boolean => askedIn(conditions).length > 0

/** An event's conditions as its row holds them. */
export const conditionsOf = (stored: unknown): JoinConditions => Object.fromEntries(askedIn(stored as JoinConditions))

export const sameConditions = (one: JoinConditions, other: JoinConditions): boolean => JOIN_CONDITIONS.every((name) => one[name] === other[name])

/** A no-show rate is of at least so many events, those that are still missing counted as driven: one missed evening weighs a tenth at most. */
export const RATE_OF_AT_LEAST = 10
