import { deed, type Deed } from '#core/joint.ts'
import { ManualResultsPublished, RaceResultDiscarded, ResultFileDiscarded, ResultsReopened } from './facts.ts'

export const manualResultsDeeds: readonly Deed[] = [
  deed(ManualResultsPublished, ({ sessionId }) => ({ session: sessionId })),
  deed(ResultsReopened, ({ sessionId, reason }) => ({ session: sessionId, reason })),
  deed(RaceResultDiscarded, ({ sessionId, reason }) => ({ session: sessionId, reason })),
  deed(ResultFileDiscarded, ({ sessionId, name, reason }) => ({ session: sessionId, params: { name }, reason })),
]
