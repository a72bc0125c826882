import { z } from 'zod'
import { inSteps } from '#core/contract.ts'
import { boundsOf, JOIN_CONDITIONS, type JoinCondition } from '../rules/join-conditions.ts'

const asked = (name: JoinCondition) => {
  const { min, max, step = 1 } = boundsOf(name)
  return inSteps(step).min(min).max(max).optional()
}

/** What an event asks of its drivers' own records, each in the unit of its name: all of it must be met, and what is left out is not asked. */
export const joinConditions = z.strictObject(
  Object.fromEntries(JOIN_CONDITIONS.map((name) => [name, asked(name)])) as { readonly [Name in JoinCondition]: ReturnType<typeof asked> },
)
