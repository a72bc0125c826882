import { ALERTS } from '#modules/entries/contract/shapes.ts'

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
type Why = (typeof WHY)[keyof typeof WHY] | 'account' | 'other'

const isKnown = (code: string): code is keyof typeof WHY => Object.hasOwn(WHY, code)

/** The words for why somebody does not come in, by the code of the refusal. */
export const whyOf = (code: string): Why => (isKnown(code) ? WHY[code] : ALERTS.some((alert) => alert === code) ? 'account' : 'other')
