import type { UserId } from '#core/ids.ts'
import { all, refuse, type Verdict } from '#core/result.ts'
import { atLeast, type Role } from '#modules/leagues/rules.ts'
import type { SessionStatus } from '#modules/sessions/rules.ts'
import { maySeeEvent, maySeeLeague, type Sight } from '#modules/visibility/rules.ts'
import type { ProtestConfig } from './contract/config.ts'
import { conflictOf, type Relation } from './rules/conflict.ts'
import { freeAgainAt, isLimitReached, isOpen, windowOf, windowState, type ProtestRules, type ProtestStatus } from './rules.ts'

type Community = Sight & { readonly closed: boolean }

/** How somebody stands to an event whose drivers they would report. */
export type EventFacts = Community & {
  readonly status: SessionStatus
  /** `null`: it has not ended. */
  readonly endedAt: Date | null
  /** `null`: nobody has ever said any. */
  readonly rules: ProtestRules | null
  readonly tournamentFinished: boolean
  /** Splits in which they drive, or drove. */
  readonly splits: readonly number[]
  /** When their reports in this community were rejected, as far back as it counts, the latest first. */
  readonly rejectedAt: readonly Date[]
}
const isSteward = (role: Role | null): boolean => atLeast(role, 'steward')

/** Whether somebody may report anybody here now; `splitNo` is left out where any of theirs will do. */
export function maySubmit(event: EventFacts, now: Date, splitNo?: number): Verdict {
  const seen = all(maySeeEvent(event, event.status), !event.closed || refuse('COMMUNITY_CLOSED'))
  if (seen !== true) return seen
  const { rules, role, splits, endedAt } = event
  if (rules && !rules.isEnabled) return refuse('PROTESTS_DISABLED')
  // product.md §6: admin, steward or participant (multi-split: same split)
  if (!(splitNo === undefined ? isSteward(role) || splits.length > 0 : namesIn(event, splitNo)))
    return refuse('PROTEST_NOT_ALLOWED', { field: 'splitNo' })
  if (event.tournamentFinished) return refuse('protest_reports_not_allowed_ended_tournament')
  if (event.status !== 'ENDED' || !endedAt) return refuse('WRONG_STATE', { status: event.status })
  return all(inWindow(rules, endedAt, now), underLimit(rules, event.rejectedAt, now))
}

function inWindow(rules: ProtestRules | null, endedAt: Date, now: Date): Verdict {
  if (!rules) return true
  const window = windowOf(rules, endedAt.getTime())
  const state = windowState(window, now.getTime())
  if (state === 'not_started') return refuse('protest_window_not_started', { TIME: new Date(window.opensAtMs).toISOString() })
  return state === 'open' || refuse('protest_window_ended')
}

function underLimit(rules: ProtestRules | null, rejectedAt: readonly Date[], now: Date): Verdict {
  if (!isLimitReached(rules, rejectedAt.length)) return true
  const times = rejectedAt.map((at) => at.getTime())
  const freeMs = rules?.rejections ? freeAgainAt(rules.rejections, times) : null
  return refuse('protest_rejection_limit', { TIME: new Date(freeMs ?? now.getTime()).toISOString() })
}

/** Whom and what of the event a report is about. */
export type Named = {
  readonly isSelf: boolean
  readonly isTeamMate: boolean
  /** Whether they drive, or drove, in that split. */
  readonly drovesThere: boolean
  readonly isReportable: boolean
}
/** Whoever judges names drivers of every split, everybody else those of their own. */
export const namesIn = ({ role, splits }: Pick<EventFacts, 'role' | 'splits'>, splitNo: number): boolean =>
  isSteward(role) || splits.includes(splitNo)
export const mayName = ({ isSelf, isTeamMate, drovesThere, isReportable }: Named): Verdict =>
  all(
    isReportable || refuse('PROTEST_SEGMENT_INVALID', { field: 'segmentIndex' }),
    (!isSelf && !isTeamMate && drovesThere) || refuse('PROTEST_NOT_ALLOWED', { field: 'reporteeId' }),
  )

/** How somebody stands to a report. */
export type CaseFacts = Community & {
  readonly asker: UserId
  readonly reporterId: UserId
  readonly reporteeId: UserId
  readonly isTeamMate: boolean
  /** Drives in the event, or drove, as a guest of the community for example. */
  readonly isDriver: boolean
  readonly status: ProtestStatus
}
export const isParty = ({ asker, reporterId, reporteeId, isTeamMate }: CaseFacts): boolean =>
  asker === reporterId || asker === reporteeId || isTeamMate

/** That there is a report, whom it names and how it stands: the community knows, and whoever drove. One that was taken back is gone for the rest. */
export const maySeeReport = (report: CaseFacts): Verdict =>
  all(
    isParty(report) || maySeeLeague(report),
    isParty(report) || (report.status === 'WITHDRAWN' ? isSteward(report.role) : report.role !== null || report.isDriver) || refuse('NOT_FOUND'),
  )

/** What was said in it: its parties and stewards, and the community once it is decided. */
export const seesStatements = (report: CaseFacts, isDecided: boolean): boolean =>
  isParty(report) || isSteward(report.role) || (report.role !== null && isDecided)

/** What helps to decide a case: stewards who are not named in it. */
export const mayJudgeCase = (report: CaseFacts): Verdict =>
  all(maySeeReport(report), mayJudge(report), !isParty(report) || refuse('PROTEST_OWN_CASE'))

/** Who has voted: stewards who are not named themselves. */
export const seesVoters = (report: CaseFacts): boolean => isSteward(report.role) && !isParty(report) && isOpen(report.status)

/** `others`: stewards who are neither named nor have voted first. */
export function mayReview(report: CaseFacts, relation: Relation, others: number, required: number): Verdict {
  const seen = all(maySeeReport(report), !report.closed || refuse('COMMUNITY_CLOSED'))
  if (seen !== true) return seen
  switch (conflictOf(relation, others, required)) {
    case 'STEWARD_REQUIRED':
      return refuse('STEWARD_REQUIRED')
    case 'PROTEST_OWN_CASE':
      return refuse('PROTEST_OWN_CASE')
    case 'PROTEST_ALREADY_REVIEWED':
      return refuse('PROTEST_ALREADY_REVIEWED')
    default:
      return true
  }
}

/** product.md §6: only the reporter may withdraw. */
export const mayWithdraw = (report: CaseFacts): Verdict => partOf(report, report.reporterId)
/** product.md §6: only the reportee may appeal, and answer. */
export const mayAnswer = (report: CaseFacts): Verdict => partOf(report, report.reporteeId)

const partOf = (report: CaseFacts, who: UserId): Verdict =>
  all(maySeeReport(report), !report.closed || refuse('COMMUNITY_CLOSED'), report.asker === who || refuse('PROTEST_NOT_ALLOWED'))

/** decisions.md §2: of an odd number one side has the majority. */
export const mayRuleBy = ({ reviewer_count: count }: Pick<ProtestConfig, 'reviewer_count'>): Verdict =>
  count % 2 === 1 || refuse('REVIEWER_COUNT_ODD', { field: 'config.reviewer_count' })

export const mayJudge = (sight: Sight): Verdict => all(maySeeLeague(sight), isSteward(sight.role) || refuse('STEWARD_REQUIRED'))
/** What was decided: the community, which may read each of its cases then, and everybody where it publishes that. */
export const mayReadDecisions = (sight: Sight, isPublished: boolean): Verdict =>
  all(maySeeLeague(sight), sight.role !== null || isPublished || refuse('NOT_FOUND'))
export const mayReadNumbers = (sight: Sight): Verdict => all(maySeeLeague(sight), sight.role !== null || refuse('MEMBER_REQUIRED'))
export const maySettle = (sight: Community): Verdict =>
  all(maySeeLeague(sight), !sight.closed || refuse('COMMUNITY_CLOSED'), atLeast(sight.role, 'admin') || refuse('ADMIN_REQUIRED'))
