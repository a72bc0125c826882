import { refuse, type Refused, type Result, type Verdict, ok } from '#core/result.ts'
import { type Feature, hasFeature, planFacts, type Plan, type Usage } from '#modules/billing/rules.ts'
import { BOUNDS, isTooSoon, LAUNCH_LEAD_MS, isRestartable, SPLITS_FROZEN_MS, type Hosting, type SessionStatus, type SplitStatus } from './rules.ts'
import type { PlanRefusal } from './rules/daily.ts'

/** What may be ordered of a session as a whole. What its servers do comes through its splits. */
export type SessionOrder = 'publish' | 'edit' | 'delete' | 'setBop' | 'decline' | 'restart' | 'keepByHand' | 'end' | 'schedule' | 'endSchedule'

type Orders = {
  readonly refusal: 'WRONG_STATE' | 'EVENT_STARTED' | 'RESTART_NOT_ALLOWED'
  readonly moves: Partial<Readonly<Record<SessionStatus, SessionStatus>>>
}

/** The session's states (decisions.md §2): where an order leads from each state; everything that does not stand here is refused. */
const SESSION_ORDERS: Readonly<Record<SessionOrder, Orders>> = {
  publish: { refusal: 'WRONG_STATE', moves: { DRAFT: 'WAITING' } },
  edit: { refusal: 'EVENT_STARTED', moves: { DRAFT: 'DRAFT', WAITING: 'WAITING', RECURRING: 'RECURRING' } },
  delete: { refusal: 'EVENT_STARTED', moves: { DRAFT: 'DRAFT', WAITING: 'WAITING', RECURRING: 'RECURRING' } },
  setBop: { refusal: 'EVENT_STARTED', moves: { DRAFT: 'DRAFT', WAITING: 'WAITING' } },
  decline: { refusal: 'WRONG_STATE', moves: { WAITING: 'DECLINED' } },
  restart: { refusal: 'RESTART_NOT_ALLOWED', moves: { FAILED: 'SCHEDULING', STARTED: 'SCHEDULING' } },
  keepByHand: { refusal: 'WRONG_STATE', moves: { IN_PROGRESS: 'IN_PROGRESS' } },
  schedule: { refusal: 'WRONG_STATE', moves: { DRAFT: 'RECURRING', RECURRING: 'RECURRING' } },
  endSchedule: { refusal: 'WRONG_STATE', moves: { RECURRING: 'RECURRING' } },
  end: { refusal: 'WRONG_STATE', moves: { STARTED: 'ENDED', IN_PROGRESS: 'ENDED', FAILED: 'ENDED' } },
}

/** The state after an order, or its refusal: WRONG_STATE, EVENT_STARTED, RESTART_NOT_ALLOWED. */
export function afterOrder(status: SessionStatus, order: SessionOrder): Result<SessionStatus> {
  const { moves, refusal } = SESSION_ORDERS[order]
  const to = moves[status]
  return to ? ok(to) : refuse(refusal, { status })
}

/** The states of a split; one elsewhere goes from WAITING straight to IN_PROGRESS. */
const SPLIT_MOVES: Readonly<Record<SplitStatus, readonly SplitStatus[]>> = {
  WAITING: ['SCHEDULING'],
  SCHEDULING: ['STARTING', 'FAILED'],
  STARTING: ['STARTED', 'FAILED'],
  STARTED: ['IN_PROGRESS', 'ENDED', 'FAILED', 'SCHEDULING'],
  IN_PROGRESS: ['ENDED'],
  FAILED: ['SCHEDULING', 'ENDED'],
  ENDED: [],
}

/** Whether a split may move; refuses WRONG_STATE. */
export const maySplitMove = (from: SplitStatus, to: SplitStatus, hosting: Hosting): Verdict =>
  (hosting === 'ELSEWHERE' && from === 'WAITING' ? to === 'IN_PROGRESS' : SPLIT_MOVES[from].includes(to)) || refuse('WRONG_STATE', { from, to })

const RUNNING_ORDER = ['IN_PROGRESS', 'STARTED', 'STARTING', 'SCHEDULING', 'WAITING'] as const

/** The session's status as the summary of its splits: the furthest of those still alive; over when each has ended or failed. */
export function summaryOf(splits: readonly SplitStatus[]): SessionStatus {
  const alive = splits.filter((status) => status !== 'ENDED' && status !== 'FAILED')
  if (alive.length === 0) return splits.includes('ENDED') ? 'ENDED' : 'FAILED'
  // One split that is over already means that the race as a whole is on.
  if (splits.includes('ENDED')) return 'IN_PROGRESS'
  return RUNNING_ORDER.find((status) => splits.includes(status)) ?? 'WAITING'
}

/** Whether an admin may restart now; refuses RESTART_NOT_ALLOWED, RESTART_WINDOW_OVER. */
export function mayRestartNow(status: SessionStatus, statusAt: Date, now: Date): Verdict {
  const after = afterOrder(status, 'restart')
  if (!after.ok) return after
  return isRestartable(status, statusAt.getTime(), now.getTime()) || refuse('RESTART_WINDOW_OVER', { hours: 24 })
}

/** Refuses EVENT_TOO_SOON, and CONFIG_INVALID for a start more than a year away. */
export function checkStart(startsAt: Date, now: Date): Verdict {
  if (isTooSoon(startsAt.getTime(), now.getTime())) return refuse('EVENT_TOO_SOON', { field: 'startsAt', minutes: LAUNCH_LEAD_MS / 60_000 })
  return startsAt.getTime() - now.getTime() <= BOUNDS.aheadMs || refuse('CONFIG_INVALID', { field: 'startsAt', reason: 'ahead' })
}

/** The start of an event that is edited. A published one whose server is about to be chosen may still be edited as long as its start stays. */
export function checkEditedStart(
  startsAt: Date,
  { moved, isPublished }: { readonly moved: boolean; readonly isPublished: boolean },
  now: Date,
): Verdict {
  const startable = moved || isPublished ? checkStart(startsAt, now) : true
  return startable === true || (!moved && startsAt > now) || startable
}

type Splitting = {
  readonly startsAt: Date
  readonly maxEntries: number
  readonly splits: { readonly most: number; readonly least: number } | null
}

/** Whether splits that are frozen stay so when their event is edited: neither the time to freeze them nor what they hold has changed. */
export const keepsSplits = (before: Splitting, after: Splitting, now: Date): boolean =>
  after.startsAt.getTime() - now.getTime() <= SPLITS_FROZEN_MS &&
  before.maxEntries === after.maxEntries &&
  before.splits?.most === after.splits?.most &&
  before.splits?.least === after.splits?.least

type Nature = { readonly game: string; readonly manual: boolean }

/** Game, and whether it is kept by hand, stay as an event was made with; refuses CONFIG_INVALID. */
export function checkFixed(before: Nature, after: Nature): Verdict {
  if (after.game !== before.game) return refuse('CONFIG_INVALID', { field: 'game', reason: 'fixed' })
  return after.manual === before.manual || refuse('CONFIG_INVALID', { field: 'manualSession', reason: 'fixed' })
}

/** What the plan looks at. `used` is what counts in the event's week and month without this one; `null` for what counts nowhere: a draft. */
export type PlanWish = {
  readonly plan: Plan
  readonly used: Usage | null
  readonly durationMin: number
  /** Of one server. */
  readonly maxEntries: number
  readonly driverSwap: boolean
  readonly serverProtection: boolean
  readonly isMultiSplit: boolean
  /** Whether it asks something of its drivers' records. */
  readonly entryRules: boolean
}

/** Whether the community's plan allows the event (decisions.md §3 "Free community"). */
export function checkPlan(wish: PlanWish): true | Refused<PlanRefusal> {
  const [lacked] = lackedFeatures(wish)
  return lacked ? refuse('FEATURE_NOT_IN_PLAN', { field: FEATURE_FIELDS[lacked] }) : checkLimits(wish)
}

const FEATURE_FIELDS = {
  driverSwap: 'driverSwap',
  serverProtection: 'config.enableServerProtection',
  automatedSplits: 'config.isMultiSplit',
  entryRules: 'joinConditions',
} as const satisfies Partial<Record<Feature, string>>
type Asked = keyof typeof FEATURE_FIELDS

/** What the event uses and the plan does not have. */
export function lackedFeatures(wish: Omit<PlanWish, 'used'>): readonly Asked[] {
  const uses: Readonly<Record<Asked, boolean>> = { ...wish, automatedSplits: wish.isMultiSplit }
  return (Object.keys(FEATURE_FIELDS) as Asked[]).filter((one) => uses[one] && !hasFeature(wish.plan, one))
}

/** Whether the plan has room for the event, whatever it uses. */
export function checkLimits(wish: PlanWish): true | Refused<PlanRefusal> {
  const facts = planFacts(wish.plan)
  if (wish.maxEntries > facts.maxGrid || wish.maxEntries < facts.minGrid)
    return refuse('LIMIT_GRID_SIZE', { field: 'config.maxEntries', min: facts.minGrid, max: facts.maxGrid })
  if (wish.durationMin > facts.minutesPerEvent) return refuse('EVENT_DURATION_TOO_LONG', { field: 'config.segments', max: facts.minutesPerEvent })
  if (wish.used === null) return true
  const { events, minutes } = wish.used
  if (facts.eventsPerWeek !== null && events + 1 > facts.eventsPerWeek) return refuse('LIMIT_EVENTS_PER_WEEK', { max: facts.eventsPerWeek })
  if (facts.minutesPerMonth !== null && minutes + wish.durationMin > facts.minutesPerMonth)
    return refuse('LIMIT_DURATION_PER_MONTH', { max: facts.minutesPerMonth, left: Math.max(0, facts.minutesPerMonth - minutes) })
  return true
}

type Grid = {
  readonly carIds: readonly string[]
  readonly classes: readonly { readonly id: string; readonly carIds: readonly string[]; readonly maxEntries?: number | null }[]
  readonly maxEntries: number
}
type NextGrid = Grid & { readonly splits: { readonly most: number; readonly least: number } | null }
type FilledGrid = Grid & { readonly classes: readonly { readonly id: string; readonly carIds: readonly string[]; readonly taken: number }[] }

type Entered = { readonly taken: number; readonly waiting: number; readonly held: number }

/**
 * While anybody is registered no car or class may go and no limit fall below the entries: a save never destroys what others entered. `held` are
 * the places of every server that spectators have: of an event with splits each keeps room for its fewest beside them.
 */
export function keepsEntries(before: FilledGrid, after: NextGrid, entered: Entered): Verdict {
  const min = entered.taken + (after.splits ? 0 : entered.held)
  if (min > after.maxEntries) return refuse('CONFIG_INVALID', { field: 'config.maxEntries', reason: 'taken', min })
  const ofSplit = (after.splits?.least ?? 0) + entered.held
  if (after.splits && ofSplit > after.splits.most) return refuse('CONFIG_INVALID', { field: 'config.maxSplitEntries', reason: 'taken', min: ofSplit })
  if (entered.taken + entered.waiting === 0) return true
  if (before.carIds.some((id) => !after.carIds.includes(id))) return refuse('CAR_CHANGE_NOT_ALLOWED', { field: 'cars' })
  if (before.classes.length === 0 && after.classes.length > 0) return refuse('CAR_CHANGE_NOT_ALLOWED', { field: 'carClasses' })
  for (const old of before.classes) {
    const kept = after.classes.find(({ id }) => id === old.id)
    if (!kept || old.carIds.some((id) => !kept.carIds.includes(id))) return refuse('CAR_CHANGE_NOT_ALLOWED', { field: 'carClasses' })
    if (kept.maxEntries != null && kept.maxEntries < old.taken)
      return refuse('CONFIG_INVALID', { field: 'carClasses', reason: 'taken', min: old.taken })
  }
  return true
}
