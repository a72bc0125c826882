import type { NoticeKind } from '#core/joint.ts'

/**
 * What people are told is one of these (docs/decisions/0071): it asks for an act of theirs, and waits until that is done or can be done no more;
 * it waits until they look at it; or it is news.
 */
export const WEIGHTS = ['asks', 'look', 'news'] as const
export type Weight = (typeof WEIGHTS)[number]

const WEIGHT = {
  'check-in-open': 'asks',
  'late-in-line': 'asks',
  'seat-offered': 'asks',
  'not-seated': 'asks',
  'round-reached': 'asks',
  'account-lacking': 'asks',
  'server-up': 'asks',
  'server-failed': 'asks',
  'later-result': 'asks',
  'application-received': 'asks',
  'protest-filed': 'asks',
  'protest-to-review': 'asks',
  'appeal-to-review': 'asks',

  'results-in': 'look',
  'results-changed': 'look',
  'results-final': 'look',
  'results-final-changed': 'look',
  'result-corrected': 'look',
  'correction-revoked': 'look',
  'round-ended': 'look',

  'account-corrected': 'news',
  'account-lost': 'news',
  'account-removed': 'news',
  'application-accepted': 'news',
  'application-declined': 'news',
  banned: 'news',
  'check-in-missed': 'news',
  'daily-not-made': 'news',
  'entered-in-event': 'news',
  'event-cancelled': 'news',
  'event-declined': 'news',
  'event-moved': 'news',
  'launch-declined': 'news',
  'no-seat-in-split': 'news',
  'out-of-team': 'news',
  'penalty-forgiven': 'news',
  'penalty-reopened': 'news',
  promoted: 'news',
  'protest-accepted': 'news',
  'protest-answered': 'news',
  'protest-appeal-accepted': 'news',
  'protest-appeal-rejected': 'news',
  'protest-appealed': 'news',
  'protest-rejected': 'news',
  'protest-withdrawn': 'news',
  'removed-from-event': 'news',
  'removed-from-league': 'news',
  'role-changed': 'news',
  'season-cancelled': 'news',
  'season-cleared': 'news',
  'season-deleted': 'news',
  'season-deleted-line': 'news',
  'season-disqualified': 'news',
  'season-disqualified-line': 'news',
  'season-ended-line': 'news',
  'season-entered': 'news',
  'season-line-again': 'news',
  'season-off-line': 'news',
  'season-placed': 'news',
  'season-points': 'news',
  'season-points-revoked': 'news',
  'season-reinstated': 'news',
  'season-seated': 'news',
  'season-swapped-out': 'news',
  'season-team-renamed': 'news',
  'spectator-removed': 'news',
  'swapped-out': 'news',
  'team-gone': 'news',
  'team-manager': 'news',
} as const satisfies Readonly<Record<NoticeKind, Weight>>

type KindsOf<Of extends Weight> = { [Kind in NoticeKind]: (typeof WEIGHT)[Kind] extends Of ? Kind : never }[NoticeKind]
export type AskingKind = KindsOf<'asks'>

/** What comes in numbers: as long as several of these are unread, they are one line that says how many. */
const GROUPED = {
  results: ['results-in', 'results-changed', 'results-final', 'results-final-changed'],
  /** One for each community: the page that they lead to is there. */
  applications: ['application-received'],
  votes: ['protest-to-review', 'appeal-to-review'],
  laterResults: ['later-result'],
  moved: ['event-moved'],
  cancelled: ['event-cancelled'],
  notMade: ['daily-not-made'],
} as const satisfies Readonly<Record<string, readonly NoticeKind[]>>
export type Group = keyof typeof GROUPED
export const GROUPS: readonly (readonly [Group, readonly NoticeKind[]])[] = Object.entries(GROUPED) as never
export const GROUP_NAMES = Object.keys(GROUPED) as [Group, ...Group[]]

const kindsThat = (...weights: readonly Weight[]): readonly NoticeKind[] =>
  (Object.keys(WEIGHT) as NoticeKind[]).filter((kind) => weights.includes(WEIGHT[kind]))

export const ASKING = kindsThat('asks') as readonly AskingKind[]
/** What is unread of these waits for its reader; what is not, is news. */
export const WAITING = kindsThat('asks', 'look')

/** A kind that is told no more is news. */
export const weightOf = (kind: string): Weight => (kind in WEIGHT ? WEIGHT[kind as NoticeKind] : 'news')
export const groupOf = (kind: string): Group | null => GROUPS.find(([, kinds]) => kinds.includes(kind as NoticeKind))?.[0] ?? null
