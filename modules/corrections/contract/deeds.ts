import { deed, type Deed } from '#core/joint.ts'
import { CorrectionRevoked, ResultCorrected } from './facts.ts'

export const correctionsDeeds: readonly Deed[] = [
  deed(ResultCorrected, ({ sessionId, people, reason }) => ({ session: sessionId, person: people[0], reason })),
  deed(CorrectionRevoked, ({ sessionId, people, reason }) => ({ session: sessionId, person: people[0], reason })),
]
