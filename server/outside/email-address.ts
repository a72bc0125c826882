import { createRequire } from 'node:module'
import { refuse, type Result } from '#core/result.ts'

const load = createRequire(import.meta.url)
const exact = new Set(load('disposable-email-domains') as string[])
const withSubdomains = new Set(load('disposable-email-domains/wildcard.json') as string[])

const ADDRESS = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/

/** The address in the one form we store: NFKC first, so that look-alike signs become what they are, then lower case. */
export function checkEmail(typed: string): Result<string> {
  const email = typed.normalize('NFKC').trim().toLowerCase()
  const local = email.slice(0, email.lastIndexOf('@'))
  const sound = email.length <= 254 && ADDRESS.test(email) && !/^\.|\.\.|\.$/.test(local)
  if (!sound || email.endsWith('.invalid')) return refuse('EMAIL_INVALID', { field: 'email' })
  const labels = email.slice(email.lastIndexOf('@') + 1).split('.')
  const domains = labels.map((_, index) => labels.slice(index).join('.'))
  const disposable = exact.has(domains[0]!) || domains.some((domain) => withSubdomains.has(domain))
  return disposable ? refuse('EMAIL_DISPOSABLE', { field: 'email' }) : { ok: true, value: email }
}
