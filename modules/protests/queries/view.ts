import type { UserId } from '#core/ids.ts'
import { allowed } from '#core/result.ts'
import { carNameOf } from '#modules/results/rules/car-name.ts'
import { segmentKey } from '#modules/results/rules.ts'
import type { PooledPenalty, ReportView } from '../contract.ts'
import { answer, appeal, withdraw } from '../decide.ts'
import { isParty, mayAnswer, mayReview, mayWithdraw, seesStatements, seesVoters, type CaseFacts } from '../policy.ts'
import { isLeftOut, othersAmong, stewardsMissing, type Relation } from '../rules/conflict.ts'
import { isOpen } from '../rules.ts'
import type { Driver } from './event.ts'
import type { ReportRow } from './rows.ts'

export const factsOf = (row: ReportRow, asker: UserId): CaseFacts => ({
  asker,
  reporterId: row.reporter.id,
  reporteeId: row.reportee.id,
  isTeamMate: row.isTeamMate,
  isDriver: row.isDriver,
  status: row.status,
  hidden: row.hidden,
  closed: row.closed,
  role: row.role,
})

export function relationOf(row: ReportRow, asker: UserId): Relation {
  const own = row.stewards?.find(({ id }) => id === asker)
  return {
    role: row.role,
    isReporter: row.reporter.id === asker,
    isReportee: row.reportee.id === asker,
    isTeamMate: row.isTeamMate,
    hasReviewed: own?.hasVoted ?? false,
    decidedFirst: own?.decidedFirst ?? false,
  }
}

/** A report as somebody sees it: what they may not see is not in it (decisions.md §6). */
export function reportView(row: ReportRow, asker: UserId, now: Date): ReportView {
  const facts = factsOf(row, asker)
  const relation = relationOf(row, asker)
  const others = othersAmong(row.stewards ?? [])
  const panel = panelOf(row, others)
  const toVote = panel.filter(({ hasVoted }) => !hasVoted).length
  const isReviewable = isOpen(row.status) && allowed(mayReview(facts, relation, others, row.requiredReviews))
  return {
    id: row.id,
    leagueId: row.leagueId,
    leagueName: row.leagueName,
    ...(row.tournamentId ? { tournamentId: row.tournamentId } : {}),
    leagueReportNo: row.no,
    reportee: { ...row.reportee, teamName: row.teamName },
    car: row.car,
    reporter: row.reporter,
    sessionId: row.sessionId,
    sessionName: row.sessionName,
    segmentName: segmentName(row),
    segment: segmentKey(row.segmentType, row.segmentNo),
    segmentIndex: row.segmentIndex,
    splitNo: row.splitNo,
    category: row.category,
    lapNumber: row.lapNumber,
    incidentTimeMs: row.incidentMs,
    incident: row.incident,
    submitTimestamp: row.submittedAt.toISOString(),
    status: row.status,
    reviewCount: row.reviewCount,
    requiredReviewCount: row.requiredReviews,
    decidedAt: (row.appealDecidedAt ?? row.decidedAt)?.toISOString() ?? null,
    appealUntil: row.appealUntil?.toISOString() ?? null,
    ...statementsOf(row, facts),
    // who drove as a guest reads that it was decided, and what it gave
    reviews: seesStatements(facts, row.decidedAt !== null) ? row.reviews.map((review) => ({ ...review, penalties: [...review.penalties] })) : [],
    penalties: [...row.penalties],
    stewardsMissing: row.stewards && isOpen(row.status) ? stewardsMissing({ voted: row.reviewCount, toVote, required: row.requiredReviews }) : 0,
    confirmation: row.confirmation,
    ...(seesVoters(facts) ? { voters: panel.map(({ id, name, hasVoted }) => ({ id, name, hasVoted })) } : {}),
    mine: { as: partAs(facts), hasVoted: relation.hasReviewed },
    may: {
      review: isReviewable,
      appeal: allowed(mayAnswer(facts)) && allowed(appeal(row, now)),
      withdraw: allowed(mayWithdraw(facts)) && allowed(withdraw(row)),
      answer: allowed(mayAnswer(facts)) && allowed(answer(row)),
    },
  }
}

/** Whom a report may name; where one car leaves no choice, none is told. */
export function nameableView({ isTeamMate: _, cars, ...one }: Driver, game: string) {
  const several = cars.filter((car) => cars.some((other) => other !== car && other.segmentIndex === car.segmentIndex))
  return { ...one, cars: several.map(({ keys: _keys, carId, carName, ...car }) => ({ ...car, name: carNameOf(game, carId, carName) })) }
}

type Statements = Pick<ReportView, 'description' | 'videoURL' | 'answer' | 'appeal'>

function statementsOf(row: ReportRow, facts: CaseFacts): Statements {
  if (!seesStatements(facts, row.decidedAt !== null)) return {}
  const { answeredAt, appealedAt, description, videoURL } = row
  const isAppealShown = appealedAt !== null && seesStatements(facts, row.appealDecidedAt !== null)
  return {
    description,
    videoURL,
    answer: answeredAt ? { text: row.answer ?? '', timestamp: answeredAt.toISOString() } : null,
    appeal: isAppealShown ? { note: row.appealNote ?? '', videoURL: row.appealVideoURL ?? '', timestamp: appealedAt.toISOString() } : null,
  }
}

/** Who votes, or has. */
const panelOf = ({ stewards, requiredReviews }: ReportRow, others: number) =>
  (stewards ?? []).filter((one) => !one.isNamed && (one.hasVoted || !isLeftOut(one, others, requiredReviews)))

const partAs = (facts: CaseFacts): ReportView['mine']['as'] =>
  facts.asker === facts.reporterId ? 'reporter' : facts.asker === facts.reporteeId ? 'reportee' : isParty(facts) ? 'team' : null

/** As the specification has it: a name, in English, with a number where the event has several of them. */
export function segmentName({
  segments,
  segmentType,
  segmentNo,
}: Pick<ReportRow, 'segmentType' | 'segmentNo'> & { readonly segments: readonly { readonly type: string }[] }): string {
  const name = segmentType === 'RACE' ? 'Race' : 'Qualify'
  return segments.filter(({ type }) => type === segmentType).length > 1 ? `${name} ${segmentNo}` : name
}

export type PoolRow = Omit<PooledPenalty, 'createdAt' | 'settledAt'> & { readonly createdAt: Date; readonly settledAt: Date | null }
export const pooledView = (row: PoolRow): PooledPenalty => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  settledAt: row.settledAt?.toISOString() ?? null,
})
