import { ok, refuse, type Result } from '#core/result.ts'
import { ageOn, MIN_USER_AGE, nameChangeOpensAt, type NameFacts } from './rules.ts'

/** The first login is finished once; refuses UNDER_AGE and dates nobody is born on. */
export function acceptTerms(birthDate: string, now: Date): Result<true> {
  const age = ageOn(birthDate, now)
  if (age > 120 || age < 0) return refuse('MALFORMED', { field: 'birthDate', reason: 'date' })
  return age < MIN_USER_AGE ? refuse('UNDER_AGE', { field: 'birthDate', age: MIN_USER_AGE }) : ok(true)
}

/** Refuses NAME_CHANGE_TOO_SOON with the day it opens, or none when it never does. */
export function changeName(facts: NameFacts, now: Date): Result<true> {
  const opensAt = nameChangeOpensAt(facts)
  if (opensAt === 'now' || (opensAt !== 'never' && opensAt <= now)) return ok(true)
  return refuse('NAME_CHANGE_TOO_SOON', { field: 'name', opensAt: opensAt === 'never' ? null : opensAt.toISOString() })
}
