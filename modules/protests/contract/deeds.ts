import { deed, type Deed } from '#core/joint.ts'
import { ConfigSet } from '#modules/leagues/contract/facts.ts'
import { PROTEST_RULES } from '../rules.ts'
import { PENALTY_CATALOGUE } from '../rules/penalty.ts'
import {
  AppealDecided,
  PenaltyCarriedOver,
  PenaltyForgiven,
  PenaltyReopened,
  PenaltyServed,
  ReportAppealed,
  ReportDecided,
  ReportSubmitted,
  ReportWithdrawn,
  type AtReport,
} from './facts.ts'

const ofReport = ({ sessionId, reporteeId, reportNo }: AtReport) => ({ session: sessionId, person: reporteeId, params: { reportNo } })

/** What a community sets for its protests is kept with its other settings; those of other rooms are told by them. */
const CONFIGS: Readonly<Record<string, string>> = { [PROTEST_RULES]: 'ProtestRulesSet', [PENALTY_CATALOGUE]: 'PenaltyCatalogueSet' }

/** Who decided is not told of a single steward: the last to vote only ended it. */
export const protestsDeeds: readonly Deed[] = [
  deed(ReportSubmitted, ofReport),
  deed(ReportWithdrawn, ofReport),
  deed(ReportDecided, (data) => ({ as: data.decision === 'ACCEPT' ? 'ReportAccepted' : 'ReportRejected', ...ofReport(data) })),
  deed(ReportAppealed, ofReport),
  deed(AppealDecided, (data) => ({ as: data.decision === 'ACCEPT' ? 'AppealAccepted' : 'AppealRejected', ...ofReport(data) })),
  deed(ConfigSet, ({ configType }) => (configType in CONFIGS ? { as: CONFIGS[configType]! } : null)),
  deed(PenaltyServed, ({ userId, sessionId }) => ({ session: sessionId, person: userId })),
  deed(PenaltyForgiven, ({ userId, sessionId, reason }) => ({ session: sessionId, person: userId, reason })),
  deed(PenaltyReopened, ({ userId, sessionId, reason }) => ({ session: sessionId, person: userId, reason })),
  deed(PenaltyCarriedOver, ({ userId, sessionId }) => ({ session: sessionId, person: userId })),
]
