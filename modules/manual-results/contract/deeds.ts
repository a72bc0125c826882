import { deed, type Deed } from '#core/joint.ts'
import { ManualResultsPublished, RaceResultDiscarded, RaceResultSaved, ResultFileDiscarded, ResultsImported, ResultsReopened } from './facts.ts'

export const manualResultsDeeds: readonly Deed[] = [
  deed(RaceResultSaved, ({ sessionId, raceNo }) => ({ session: sessionId, params: { raceNo } })),
  deed(ResultsImported, ({ sessionId, name }) => ({ session: sessionId, params: { name } })),
  deed(ManualResultsPublished, ({ sessionId }) => ({ session: sessionId })),
  deed(ResultsReopened, ({ sessionId, reason }) => ({ session: sessionId, reason })),
  deed(RaceResultDiscarded, ({ sessionId, reason }) => ({ session: sessionId, reason })),
  deed(ResultFileDiscarded, ({ sessionId, name, reason }) => ({ session: sessionId, params: { name }, reason })),
]
