import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Provable } from '#games/facts/platform.ts'

/** What for: to sign in, or to link the account to the user who is signed in. */
export type Purpose = 'login' | 'link'

/** Chance that names this one trip; the caller stores it, so that the trip ends once. */
export type Trip = { readonly purpose: Purpose; readonly nonce: string }

export const STATE_SECONDS = 600

/** State of a trip to a platform, sealed with both, its purpose and, for linking, the login session it was begun in: it is good nowhere else. */
export function newState(secret: string, platform: Provable, purpose: Purpose, loginSessionId: string | null, now: Date): string {
  const open = `${randomBytes(18).toString('base64url')}.${now.getTime().toString(36)}.${purpose}`
  return `${open}.${seal(secret, platform, open, purpose === 'link' ? loginSessionId : null)}`
}

/** The trip a state belongs to; `null` for one that is not ours, to another platform, too old, or of another session. */
export function tripOf(secret: string, platform: Provable, state: string, loginSessionId: string | null, now: Date): Trip | null {
  const [nonce = '', at = '', purpose = '', mac = '', ...more] = state.split('.')
  if (more.length > 0 || (purpose !== 'login' && purpose !== 'link')) return null
  const wanted = Buffer.from(seal(secret, platform, `${nonce}.${at}.${purpose}`, purpose === 'link' ? loginSessionId : null))
  const given = Buffer.from(mac)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null
  if (purpose === 'link' && !loginSessionId) return null
  const ageMs = now.getTime() - Number.parseInt(at, 36)
  return ageMs >= 0 && ageMs < STATE_SECONDS * 1000 ? { purpose, nonce } : null
}

const seal = (secret: string, platform: Provable, open: string, loginSessionId: string | null): string =>
  createHmac('sha256', secret)
    .update(`${platform} ${open} ${loginSessionId ?? ''}`)
    .digest('base64url')
