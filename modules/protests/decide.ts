import { HOUR_MS, SECOND_MS } from '#core/duration.ts'
import { ok, refuse, type Result, type Verdict } from '#core/result.ts'
import { isInRace, isOffered, NEXT_RACE, penaltiesOf, type Catalogue, type IN_RACE, type Penalty } from './rules/penalty.ts'
import { decisionOf, isOpen, stageOf, statusAfter, type Decision, type ProtestRules, type ProtestStatus, type Stage } from './rules.ts'

export type ReportState = {
  readonly status: ProtestStatus
  readonly requiredReviews: number
  readonly appealUntil: Date | null
  readonly appealedAt: Date | null
  readonly answeredAt: Date | null
  /** Of the report itself. */
  readonly verdict: Decision | null
}
/**
 * The car of the reportee that a report is about; null where there was one. Refuses PROTEST_CAR where it has to be said which, and of one that they did
 * not drive there.
 */
export function carMeant<Car extends { readonly participantId: string }>(
  cars: readonly Car[],
  participantId: string | undefined,
): Result<Car | null> {
  if (participantId === undefined && cars.length < 2) return ok(null)
  const car = cars.find((one) => one.participantId === participantId)
  return car ? ok(car) : refuse('PROTEST_CAR', { field: 'participantId' })
}

export type Vote = { readonly decision: Decision; readonly penalties: readonly Penalty[] }

export type Voted = {
  readonly stage: Stage
  readonly status: ProtestStatus
  /** `null` while votes are missing. */
  readonly decided: {
    readonly decision: Decision
    readonly appealUntil: Date | null
    /** What the reportee gets by it. */
    readonly penalties: readonly Penalty[]
    /** Whether what the first verdict gave is undone. */
    readonly revokes: boolean
  } | null
}

/** One more vote, and what follows. Refuses WRONG_STATE once it is decided, CONFIG_INVALID for a penalty that the community does not offer. */
export function vote(
  report: ReportState,
  votes: readonly Vote[],
  next: Vote,
  { rules, catalogue, now }: { readonly rules: Pick<ProtestRules, 'allowAppeals' | 'appealHrs'>; readonly catalogue: Catalogue; readonly now: Date },
): Result<Voted> {
  if (!isOpen(report.status)) return refuse('WRONG_STATE', { status: report.status })
  const stage = stageOf(report.status)
  const fit = mayGive(catalogue, next, stage)
  if (fit !== true) return fit
  const all = [...votes, next]
  const decisions = all.map(({ decision }) => decision)
  const status = statusAfter(stage, decisions, report.requiredReviews)
  const decision = decisionOf(decisions, report.requiredReviews)
  if (decision === null) return ok({ stage, status, decided: null })
  const carried = all.filter((one) => one.decision === decision).map(({ penalties }) => penalties)
  return ok({
    stage,
    status,
    decided: {
      decision,
      appealUntil: stage === 1 && rules.allowAppeals ? new Date(now.getTime() + rules.appealHrs * HOUR_MS) : null,
      penalties: stage === 1 && decision === 'ACCEPT' ? penaltiesOf(carried) : [],
      revokes: stage === 2 && decision === 'ACCEPT' && report.verdict === 'ACCEPT',
    },
  })
}

/** Penalties belong to a vote that accepts the report itself: of an appeal is asked only whether the verdict stays. */
function mayGive(catalogue: Catalogue, { decision, penalties }: Vote, stage: Stage): Verdict {
  const belongs = penalties.length === 0 || (decision === 'ACCEPT' && stage === 1)
  const kinds = new Set(penalties.map(({ kind }) => kind))
  return (
    (belongs && kinds.size === penalties.length && penalties.every((penalty) => isOffered(catalogue, penalty))) ||
    refuse('CONFIG_INVALID', { field: 'penalties' })
  )
}

/** Refuses APPEAL_ONCE, WRONG_STATE before a decision, APPEALS_DISABLED, and protest_window_ended once its time is over. */
export function appeal({ status, appealedAt, appealUntil }: ReportState, now: Date): Verdict {
  if (appealedAt) return refuse('APPEAL_ONCE')
  if (status !== 'ACCEPTED' && status !== 'REJECTED') return refuse('WRONG_STATE', { status })
  if (!appealUntil) return refuse('APPEALS_DISABLED')
  return now < appealUntil || refuse('protest_window_ended')
}

/** Withdrawing excludes voting: whoever has seen that stewards are at it cannot take it back (security.md I8). */
export const withdraw = ({ status }: ReportState): Verdict => status === 'PENDING' || refuse('WITHDRAW_ONLY_PENDING')

export const answer = ({ status, answeredAt }: ReportState): Verdict => (isOpen(status) && !answeredAt) || refuse('WRONG_STATE', { status })

/** How a penalty begins: one of this race stands, one of the next waits. */
export const stateOf = ({ kind }: Penalty): 'STANDS' | 'DUE' => (NEXT_RACE.includes(kind) ? 'DUE' : 'STANDS')
export const racesOf = ({ kind, amount }: Penalty): number => (kind === 'SUSPENSION' ? (amount ?? 1) : NEXT_RACE.includes(kind) ? 1 : 0)

/** What of it corrects the results of a race: milliseconds, points, places down; `null` for the rest. */
export function correctionOf({ kind, amount }: Penalty): { readonly kind: (typeof IN_RACE)[number]; readonly value: number | null } | null {
  if (!isInRace(kind)) return null
  return { kind, value: kind === 'TIME' ? (amount ?? 0) * SECOND_MS : amount }
}

export const PENALTY_STATES = ['STANDS', 'DUE', 'SERVED', 'FORGIVEN', 'REVOKED'] as const
export type PenaltyState = {
  readonly state: (typeof PENALTY_STATES)[number]
  readonly racesLeft: number
  readonly carriedOver: number
  /** An appeal has turned the verdict it came from. */
  readonly isTurned: boolean
}

/** An admin lets it go; refuses WRONG_STATE unless it is due. */
export const forgive = ({ state }: PenaltyState): Verdict => state === 'DUE' || refuse('WRONG_STATE', { status: state })
/** What somebody saw of it; where nothing was said, it is as it was. */
type AsRead = { readonly racesLeft?: number | undefined; readonly carriedOver?: number | undefined }
/**
 * Its driver was not there. One race is counted once, whoever saw it first, its results, one admin or another: refuses WRONG_STATE unless it is due,
 * VERSION_CONFLICT where a race was counted since it was read.
 */
export function carryOver({ state, racesLeft, carriedOver }: PenaltyState, asRead: AsRead = {}): Verdict {
  if (state !== 'DUE') return refuse('WRONG_STATE', { status: state })
  const isAsRead = (asRead.racesLeft ?? racesLeft) === racesLeft && (asRead.carriedOver ?? carriedOver) === carriedOver
  return isAsRead || refuse('VERSION_CONFLICT')
}
/** It was not served after all; refuses WRONG_STATE unless it was noted as served, and where an appeal has taken it back since. */
export const reopen = ({ state, isTurned }: PenaltyState): Verdict =>
  (state === 'SERVED' && !isTurned) || refuse('WRONG_STATE', { status: isTurned ? 'REVOKED' : state })

/** A race of it was served: what is left of a suspension stays due. Refuses as `carryOver` does. */
export function serve(penalty: PenaltyState, asRead?: AsRead): Result<{ state: 'DUE' | 'SERVED'; racesLeft: number }> {
  const may = carryOver(penalty, asRead)
  if (may !== true) return may
  const { racesLeft } = penalty
  return ok(racesLeft > 1 ? { state: 'DUE', racesLeft: racesLeft - 1 } : { state: 'SERVED', racesLeft: 0 })
}
