export const RACE_NUMBER = { min: 1, max: 998 } as const

/** The number a person keeps from event to event where it is free: 1–998 from the user id alone (FNV-1a). */
export function ownNumber(userId: string): number {
  let hash = 0x811c9dc5
  for (const letter of userId) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193) >>> 0
  return RACE_NUMBER.min + (hash % RACE_NUMBER.max)
}

/** The first free number from the wanted one upwards, going round; `null` when all are taken. */
export function freeNumber(wanted: number, taken: ReadonlySet<number>): number | null {
  for (let step = 0; step < RACE_NUMBER.max; step++) {
    const number = ((wanted - RACE_NUMBER.min + step) % RACE_NUMBER.max) + RACE_NUMBER.min
    if (!taken.has(number)) return number
  }
  return null
}

/** User plans that pick a number of their own at registration, and the one that changes it later (product.md §5, decisions.md §3 "Race number"). */
export const picksNumber = (plan: string): boolean => plan === 'PREMIUM' || changesNumber(plan)
export const changesNumber = (plan: string): boolean => plan === 'SPORT'

/** product.md §6 "Premium badges CONTRIBUTOR and SPORT get a special race-number chip": of the two decisions.md §3 has a plan for the second alone. */
export const hasOwnPlate = (plan: string | null): boolean => plan === 'SPORT'

export const isRaceNumber = (value: number): boolean => Number.isInteger(value) && value >= RACE_NUMBER.min && value <= RACE_NUMBER.max
