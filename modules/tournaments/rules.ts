import { MINUTE_MS } from '#core/duration.ts'
import { isOver, isRestartable, type SessionStatus } from '#modules/sessions/rules.ts'

export const TOURNAMENT_STATUSES = ['UNPUBLISHED', 'REGISTRATION', 'STARTED', 'FINISHED'] as const
export type TournamentStatus = (typeof TOURNAMENT_STATUSES)[number]
/** Of a list: what is not over, or one of them. Those that are not published are their admins' own affair. */
export const LIST_STATUSES = ['RUNNING', 'ALL', 'REGISTRATION', 'STARTED', 'FINISHED'] as const

export const PARTICIPANT_STATUSES = ['ACTIVE', 'WAITING_LIST', 'LEFT', 'DISQUALIFIED'] as const
export type ParticipantStatus = (typeof PARTICIPANT_STATUSES)[number]

export const TOURNAMENT = {
  name: [3, 128],
  description: 5000,
  className: 30,
  /** product.md §5: "multiclass needs at least 2 classes", "max 10 classes", "Championship needs at least 2 entries". */
  classes: [2, 10],
  cars: 100,
  entries: [2, 900],
  sessions: 100,
  skips: 100,
  teamName: 60,
  points: 1000,
  places: 100,
  multiplier: 10,
  parts: 6,
  /** decisions.md §3: "the 160 bound belongs to ban and removal reasons". */
  reason: [1, 160],
} as const

/** decisions.md §2: "publish, at least 30 min before its first session". */
export const PUBLISH_LEAD_MS = 30 * MINUTE_MS
export const isPublishedTooLate = (firstStartMs: number | null, nowMs: number): boolean =>
  firstStartMs !== null && firstStartMs - nowMs < PUBLISH_LEAD_MS

/** decisions.md §2: "STARTED (first session starts)"; one that never ran, as for want of a plan, starts nothing. */
export const hasBegun = (event: SessionStatus): boolean => event === 'IN_PROGRESS' || event === 'ENDED'

/** Events that came to nothing: nobody stayed away from them. */
export const NOT_DRIVEN: readonly SessionStatus[] = ['DECLINED', 'FAILED']

/** Nothing of it is to be waited for: it is over, or it failed and nobody has started it anew (docs/decisions/0039). */
export const isDone = (event: SessionStatus): boolean => event === 'ENDED' || NOT_DRIVEN.includes(event)

/** Nothing more can be won in it: it is over, or it failed and nobody may start it anew any more (docs/decisions/0056). */
export const isWonOut = (event: SessionStatus, statusAtMs: number, nowMs: number): boolean =>
  isOver(event) || (event === 'FAILED' && !isRestartable(event, statusAtMs, nowMs))

type Skippable = { readonly sessionId: string; readonly status: SessionStatus }
/** How many skips somebody has used: one of an event that was never driven is given back. */
export const skipsUsed = (skipped: readonly string[], events: readonly Skippable[]): number =>
  events.filter(({ sessionId, status }) => skipped.includes(sessionId) && !NOT_DRIVEN.includes(status)).length

/** Events that are still to be driven: a season does not end before them. */
const TO_DRIVE: ReadonlySet<SessionStatus> = new Set<SessionStatus>(['WAITING', 'SCHEDULING', 'STARTING', 'STARTED'])
export const isToDrive = (event: SessionStatus): boolean => TO_DRIVE.has(event)

/** What becomes of the events still to come of a season that ends. */
export const COMING = ['KEEP', 'DELETE'] as const
export type Coming = (typeof COMING)[number]

/** Until when drivers may change the car they drive the season in. */
export const CAR_CHANGES = ['NEVER', 'BEFORE_START', 'ALWAYS'] as const
export type CarChange = (typeof CAR_CHANGES)[number]

/** Whether somebody may come in now: while registration is open, and after the start where the season lets them. */
export const takesEntries = ({ status, joinAfterStart }: { readonly status: TournamentStatus; readonly joinAfterStart: boolean }): boolean =>
  status === 'REGISTRATION' || (status === 'STARTED' && joinAfterStart)
