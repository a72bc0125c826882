import { fact } from '#core/joint.ts'
import type { LeagueId, PenaltyId, ProtestId, SessionId, UserId } from '#core/ids.ts'
import type { Penalty } from '../rules/penalty.ts'
import type { Decision } from '../rules.ts'

export type AtReport = {
  readonly reportId: ProtestId
  readonly leagueId: LeagueId
  readonly sessionId: SessionId
  readonly reportNo: number
  readonly reporterId: UserId
  readonly reporteeId: UserId
}
type Decided = AtReport & { readonly decision: Decision; readonly penalties: readonly Penalty[] }
type Pooled = {
  readonly penaltyId: PenaltyId
  readonly leagueId: LeagueId
  readonly sessionId: SessionId
  readonly userId: UserId
  readonly kind: string
}

const about = ({ reportId, leagueId, sessionId, reporterId, reporteeId }: AtReport) => ({
  id: reportId,
  leagueId,
  topics: [`session:${sessionId}`, `league:${leagueId}`, `user:${reporterId}`, `user:${reporteeId}`],
})
const ofPenalty = ({ penaltyId, leagueId, userId }: Pooled) => ({ id: penaltyId, leagueId, topics: [`league:${leagueId}`, `user:${userId}`] })

export const ReportSubmitted = fact('ReportSubmitted', 'protest', about)
/** Somebody voted, and nothing is decided yet: how is told to nobody. `round`: 1 of the report, 2 of its appeal. */
export const ReportReviewed = fact('ReportReviewed', 'protest', (data: AtReport & { readonly round: number }) => about(data))
export const ReportAnswered = fact('ReportAnswered', 'protest', about)
export const ReportWithdrawn = fact('ReportWithdrawn', 'protest', about)
/** With the last vote that it took; the penalties are those that the reportee got. */
export const ReportDecided = fact('ReportDecided', 'protest', (data: Decided) => about(data))
export const ReportAppealed = fact('ReportAppealed', 'protest', about)
/** An appeal that was accepted has turned the verdict: its penalties are gone. */
export const AppealDecided = fact('AppealDecided', 'protest', (data: Decided) => about(data))

type OfResults = Pick<AtReport, 'sessionId' | 'leagueId'>
const ofResults = ({ sessionId, leagueId }: OfResults) => ({ id: sessionId, leagueId, topics: [`session:${sessionId}`, `league:${leagueId}`] })
/** The time for protests is over and none is open: what stands in the results counts. */
export const ResultsConfirmed = fact('ResultsConfirmed', 'session', (data: OfResults & { readonly confirmedAt: string }) => ofResults(data))
/** They were final, and something is decided about them again. */
export const ResultsDisputed = fact('ResultsDisputed', 'session', ofResults)

export const PenaltyServed = fact('PenaltyServed', 'penalty', (data: Pooled & { readonly racesLeft: number }) => ofPenalty(data))
export const PenaltyForgiven = fact('PenaltyForgiven', 'penalty', (data: Pooled & { readonly reason: string }) => ofPenalty(data))
export const PenaltyCarriedOver = fact('PenaltyCarriedOver', 'penalty', (data: Pooled & { readonly times: number }) => ofPenalty(data))
/** It was not served after all: due again. */
export const PenaltyReopened = fact('PenaltyReopened', 'penalty', (data: Pooled & { readonly reason: string }) => ofPenalty(data))
