import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'

/** What a login's cookie carries: 256 bits of chance. The database knows only its hash, so a copy of it opens no login. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Whether the login of that hash holds, in a statement of `users` and their `login_sessions`. */
export const loginHolds = (hash: unknown, now: unknown) =>
  sql<boolean>`(login_sessions.token_hash = ${hash} and login_sessions.expires_at > ${now} and users.removed_at is null)`

/** `__Host-` where there is https: no sub-domain can set it for us. */
export const sessionCookie = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? '__Host-paddock.session_token' : 'paddock.session_token'

/** The cookie's value: the signature spares the database every forged one. */
export const cookieValue = (secret: string, token: string): string => `${token}.${createHmac('sha256', secret).update(token).digest('base64')}`

/** The token of a cookie whose signature holds. */
export function tokenOf(secret: string, value: string): string | null {
  const dot = value.lastIndexOf('.')
  if (dot < 1) return null
  const token = value.slice(0, dot)
  const signature = Buffer.from(value.slice(dot + 1), 'base64')
  const wanted = createHmac('sha256', secret).update(token).digest()
  return signature.length === wanted.length && timingSafeEqual(signature, wanted) ? token : null
}
