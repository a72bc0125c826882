import { deed, type Deed } from '#core/joint.ts'
import { DriverMatched, DriverUnmatched } from './facts.ts'

export const matchingDeeds: readonly Deed[] = [
  deed(DriverMatched, ({ sessionId, userId }) => ({ session: sessionId, person: userId })),
  deed(DriverUnmatched, ({ sessionId, userId }) => ({ session: sessionId, person: userId })),
]
