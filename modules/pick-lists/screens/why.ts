import { ALERTS } from '#modules/entries/contract/shapes.ts'
import type { PICK_TARGETS } from '../rules.ts'

const WHY = {
  MEMBER_BANNED: 'banned',
  MEMBER_REQUIRED: 'member',
  SPECTATING: 'watches',
  REJOIN_NOT_ALLOWED: 'rejoin',
  JOIN_CONDITIONS_NOT_MET: 'conditions',
  TERMS_NOT_ACCEPTED: 'terms',
  ALREADY_REGISTERED: 'in',
  CAR_NOT_IN_EVENT: 'car',
  CLASS_LIMIT_REACHED: 'class',
  REGISTRATION_FULL: 'full',
  REGISTRATION_CLOSED: 'closed',
  TEAM_EVENT: 'team',
} as const
/** As a season says the same. */
const OF_SEASON = {
  CAR_NOT_IN_EVENT: 'seasonCar',
  REGISTRATION_FULL: 'seasonFull',
  REGISTRATION_CLOSED: 'seasonClosed',
  WRONG_STATE: 'swapStarted',
} as const
type Why = (typeof WHY)[keyof typeof WHY] | (typeof OF_SEASON)[keyof typeof OF_SEASON] | 'left' | 'disqualified' | 'account' | 'other'

const isOf = <Words extends object>(words: Words, code: PropertyKey): code is keyof Words => Object.hasOwn(words, code)

type Said = { readonly code: string; readonly params?: Readonly<Record<string, unknown>> }

/** The words for why somebody does not come in, or nobody does. */
export function whyOf({ code, params }: Said, into: (typeof PICK_TARGETS)[number] = 'EVENT'): Why {
  if (into === 'TOURNAMENT' && code === 'REJOIN_NOT_ALLOWED') return params?.['reason'] === 'disqualified' ? 'disqualified' : 'left'
  if (into === 'TOURNAMENT' && isOf(OF_SEASON, code)) return OF_SEASON[code]
  if (isOf(WHY, code)) return WHY[code]
  return ALERTS.some((alert) => alert === code) ? 'account' : 'other'
}
