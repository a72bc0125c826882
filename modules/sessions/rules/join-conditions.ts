type Asked = { readonly asks: 'atLeast' | 'atMost'; readonly min: number; readonly max: number }

/**
 * What an event may ask of a driver's own record before they come in (docs/decisions/0016), each in the unit of its name. `null`: the word is
 * there, what it is held to comes with ratings; until then nobody can ask for it.
 */
const ASKED = {
  accountAgeDays: { asks: 'atLeast', min: 1, max: 3650 },
  racesDone: { asks: 'atLeast', min: 1, max: 1000 },
  noShowPercent: { asks: 'atMost', min: 0, max: 99 },
  rank: null,
  license: null,
  safety: null,
} as const satisfies Readonly<Record<string, Asked | null>>

type Names = keyof typeof ASKED
export type JoinCondition = { readonly [Name in Names]: (typeof ASKED)[Name] extends null ? never : Name }[Names]
export const JOIN_CONDITIONS: readonly JoinCondition[] = (Object.keys(ASKED) as Names[]).filter((name): name is JoinCondition => ASKED[name] !== null)

/** What an event asks; what is left out is not asked, and all of it must be met. */
export type JoinConditions = Readonly<Partial<Record<JoinCondition, number>>>
/** A driver's own, in the same units. */
export type DriverFigures = Readonly<Record<JoinCondition, number>>

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
