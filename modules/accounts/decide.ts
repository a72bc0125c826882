import { ok, refuse, type Result } from '#core/result.ts'
import { ageOn, MIN_USER_AGE, nameChangeOf, type NameFacts } from './rules.ts'

/** The first login is finished once: later it would be a way around the rule of names. Refuses WRONG_STATE, UNDER_AGE and dates nobody is born on. */
export function acceptTerms(acceptedAt: Date | null, birthDate: string, now: Date): Result<true> {
  if (acceptedAt) return refuse('WRONG_STATE')
  const age = ageOn(birthDate, now)
  if (age > 120 || age < 0) return refuse('MALFORMED', { field: 'birthDate', reason: 'date' })
  return age < MIN_USER_AGE ? refuse('UNDER_AGE', { field: 'birthDate', age: MIN_USER_AGE }) : ok(true)
}

/** Refuses NAME_CHANGE_TOO_SOON with the day it opens, or none when it never does (`spent`). */
export function changeName(facts: NameFacts, now: Date): Result<true> {
  const { state, opensAt } = nameChangeOf(facts, now)
  return state === 'open' ? ok(true) : refuse('NAME_CHANGE_TOO_SOON', { field: 'name', reason: state, opensAt: opensAt?.toISOString() ?? null })
}
