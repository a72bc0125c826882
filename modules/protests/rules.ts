import { DAY_MS, HOUR_MS } from '#core/duration.ts'
import type { LogKind } from '#games/log/log.ts'

export const PROTEST_STATUSES = [
  'PENDING',
  'IN_PROGRESS',
  'ACCEPTED',
  'REJECTED',
  'APPEALED',
  'APPEAL_ACCEPTED',
  'APPEAL_REJECTED',
  'WITHDRAWN',
] as const
export type ProtestStatus = (typeof PROTEST_STATUSES)[number]
/** decisions.md §2: these wait for stewards. */
export const OPEN_STATUSES: readonly ProtestStatus[] = ['PENDING', 'IN_PROGRESS', 'APPEALED']
export const DECIDED_STATUSES: readonly ProtestStatus[] = ['ACCEPTED', 'REJECTED', 'APPEAL_ACCEPTED', 'APPEAL_REJECTED']
export const isOpen = (status: ProtestStatus): boolean => OPEN_STATUSES.includes(status)

export const DECISIONS = ['ACCEPT', 'REJECT'] as const
export type Decision = (typeof DECISIONS)[number]

/** What is voted on: the report (1), and the appeal of it (2), each by itself. */
export type Stage = 1 | 2
/** Which votes count towards what a report waits for, or was decided by last. */
export const stageOf = (status: ProtestStatus): Stage => (['APPEALED', 'APPEAL_ACCEPTED', 'APPEAL_REJECTED'].includes(status) ? 2 : 1)

/** What people saw on the track, in the words of rule books. */
export const CATEGORIES = [
  'CONTACT',
  'COLLISION',
  'BLOCKING',
  'TRACK_LIMITS',
  'JUMP_START',
  'BLUE_FLAGS',
  'REJOIN',
  'UNSPORTING',
  'CHAT',
  'OTHER',
] as const
export type Category = (typeof CATEGORIES)[number]

/** What of a race's log a report can be about, and what it most likely is then. */
export const INCIDENT_CATEGORY = {
  CONTACT_CAR: 'CONTACT',
  CONTACT_ENV: 'OTHER',
  OFF_TRACK: 'TRACK_LIMITS',
  SPIN: 'OTHER',
  INVALID_LAP: 'TRACK_LIMITS',
  PENALTY: 'OTHER',
  WRONG_WAY: 'REJOIN',
  STATIONARY: 'OTHER',
  MISSED_START: 'JUMP_START',
} as const satisfies Partial<Record<LogKind, Category>>
export const INCIDENT_KINDS = Object.keys(INCIDENT_CATEGORY) as readonly (keyof typeof INCIDENT_CATEGORY)[]
export const isIncident = (kind: LogKind): kind is keyof typeof INCIDENT_CATEGORY => kind in INCIDENT_CATEGORY
/** Laps before and after its own that belong to a case. */
export const LAPS_AROUND = 1

/** decisions.md §3 "Protest texts": descriptions, notes of reviews and appeals, answers, in characters. */
export const PROTEST_TEXT = { min: 20, max: 500 } as const

/** The configuration of a community, and of a tournament of its own. */
export const PROTEST_RULES = 'PROTEST_RULES'
export type ProtestRules = {
  readonly isEnabled: boolean
  readonly startDelayHrs: number
  readonly durationDays: number
  readonly reviewerCount: number
  readonly allowAppeals: boolean
  readonly appealHrs: number
  /** Of one reporter; `null`: as many rejected ones as they like. */
  readonly rejections: { readonly most: number; readonly days: number } | null
  /** Everybody may read what was decided, and why. */
  readonly publicDecisions: boolean
}

/** decisions.md §3 "Protest rules defaults". */
export const DEFAULT_RULES: ProtestRules = {
  isEnabled: true,
  startDelayHrs: 1,
  durationDays: 2,
  reviewerCount: 3,
  allowAppeals: true,
  appealHrs: 24,
  rejections: { most: 3, days: 30 },
  publicDecisions: false,
}
export const RULE_BOUNDS = {
  startDelayHrs: { min: 0, max: 72 },
  durationDays: { min: 1, max: 14 },
  reviewerCount: { min: 1, max: 9 },
  rejections: { min: 1, max: 20 },
  rejectionDays: { min: 1, max: 365 },
  appealHrs: { min: 1, max: 168 },
} as const

/** When an event ended, from which its window counts; `null`: it has not. */
export const endOf = ({
  status,
  endedAt,
  statusAt,
}: {
  readonly status: string
  readonly endedAt: Date | null
  readonly statusAt: Date
}): Date | null => (status === 'ENDED' ? (endedAt ?? statusAt) : null)

/** No window lasts longer. */
export const WINDOW_MOST_MS = RULE_BOUNDS.startDelayHrs.max * HOUR_MS + RULE_BOUNDS.durationDays.max * DAY_MS

export type Window = { readonly opensAtMs: number; readonly closesAtMs: number }
/** product.md §4 "Protest window": so many hours after the event's end for so many days. */
export function windowOf({ startDelayHrs, durationDays }: Pick<ProtestRules, 'startDelayHrs' | 'durationDays'>, endedAtMs: number): Window {
  const opensAtMs = endedAtMs + startDelayHrs * HOUR_MS
  return { opensAtMs, closesAtMs: opensAtMs + durationDays * DAY_MS }
}

export const WINDOW_STATES = ['not_started', 'open', 'ended'] as const
export type WindowState = (typeof WINDOW_STATES)[number]
/** Half open: its first millisecond is in it, the one it ends at is not. */
export const windowState = ({ opensAtMs, closesAtMs }: Window, nowMs: number): WindowState =>
  nowMs < opensAtMs ? 'not_started' : nowMs < closesAtMs ? 'open' : 'ended'

/** Since when the rejected reports of somebody count. */
export const countedSince = ({ days }: NonNullable<ProtestRules['rejections']>, nowMs: number): number => nowMs - days * DAY_MS

/** product.md §5: a count above the limit blocks, and missing rules count as limit reached. */
export const isLimitReached = (rules: Pick<ProtestRules, 'rejections'> | null, rejected: number): boolean =>
  rules === null || (rules.rejections !== null && rejected > rules.rejections.most)

/** When somebody who has reached the limit may report again: their counted rejections, the latest first. `null`: they have not reached it. */
export function freeAgainAt(limit: NonNullable<ProtestRules['rejections']>, rejectedAtMs: readonly number[]): number | null {
  const leaving = rejectedAtMs[limit.most]
  return leaving === undefined ? null : leaving + limit.days * DAY_MS
}

/** decisions.md §2: one side has it with so many votes of an odd number. */
export const majorityOf = (required: number): number => (required + 1) / 2

/** The decision of these votes; `null` while no side has the majority. */
export function decisionOf(votes: readonly Decision[], required: number): Decision | null {
  const needed = majorityOf(required)
  return DECISIONS.find((decision) => votes.filter((vote) => vote === decision).length >= needed) ?? null
}

/** What a report becomes by the votes of a stage. */
export function statusAfter(stage: Stage, votes: readonly Decision[], required: number): ProtestStatus {
  const decision = decisionOf(votes, required)
  if (stage === 2) return decision === null ? 'APPEALED' : decision === 'ACCEPT' ? 'APPEAL_ACCEPTED' : 'APPEAL_REJECTED'
  if (decision !== null) return decision === 'ACCEPT' ? 'ACCEPTED' : 'REJECTED'
  return votes.length === 0 ? 'PENDING' : 'IN_PROGRESS'
}

/** The split of a report that names none: of those the reporter drove in the one with the reportee; of who judges, the reportee's. */
export const splitOf = (own: readonly number[], reportees: readonly number[]): number =>
  own.find((no) => reportees.includes(no)) ?? own[0] ?? reportees[0] ?? 1

/** Reports of one person in a community (security.md C10). */
export const REPORT_BUDGET = { most: 30, windowMs: DAY_MS } as const

/** A report is of a qualifying or a race (product.md §2 "one entry per non-practice segment"). */
export const isReportable = (type: string): type is 'QUALIFY' | 'RACE' => type === 'QUALIFY' || type === 'RACE'

/** The segments of an event that reports may be about, with their numbers among their type. */
export const reportableSegments = (segments: readonly { readonly type: string }[]) =>
  segments.flatMap(({ type }, segmentIndex) =>
    isReportable(type) ? [{ segmentIndex, type, no: segments.slice(0, segmentIndex + 1).filter((one) => one.type === type).length }] : [],
  )
