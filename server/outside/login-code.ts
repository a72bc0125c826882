import { createHmac, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

/** Seconds a code is good for, and guesses at it. */
export const CODE_SECONDS = 600
const CODE_TRIES = 5
const CODE_DIGITS = 8
/** Addresses a browser remembers to have signed in with. */
const MOST_KNOWN = 5

/** What a browser is known by where people sign in: chance of its own, and proofs of the addresses it has signed in with. */
export type Browser = { readonly nonce: string; readonly proofs: readonly string[] }

/** Hashes with a key that stands in no database: of eight digits all hashes are worked out in a moment. */
export type CodeKeys = {
  readonly address: (email: string) => string
  readonly browser: (browser: Browser) => string
  readonly code: (address: string, browser: string, digits: string) => string
  /** That a browser has signed in with an address. */
  readonly proof: (address: string, browser: string) => string
}

export function codeKeys(secret: string): CodeKeys {
  const key = Buffer.from(hkdfSync('sha256', secret, 'paddock', 'login codes', 32))
  const hash = (...parts: readonly string[]): string => createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')
  return {
    address: (email) => hash('address', email),
    browser: ({ nonce }) => hash('browser', nonce),
    code: (address, browser, digits) => hash('code', address, browser, digits),
    proof: (address, browser) => hash('proof', address, browser).slice(0, 24),
  }
}

/** The browser of a cookie's value, or a new one. */
export function browserOf(cookie: string | undefined): Browser {
  const [nonce = '', ...proofs] = (cookie ?? '').split('.')
  return /^[\w-]{32}$/.test(nonce) ? { nonce, proofs: proofs.slice(0, MOST_KNOWN) } : { nonce: randomBytes(24).toString('base64url'), proofs: [] }
}

export const browserValue = ({ nonce, proofs }: Browser): string => [nonce, ...proofs].join('.')

/** The browser once it has signed in with another address: the latest first. */
export const withProof = ({ nonce, proofs }: Browser, proof: string): Browser => ({
  nonce,
  proofs: [proof, ...proofs.filter((one) => one !== proof)].slice(0, MOST_KNOWN),
})

/** One subscriber's network: an IPv4 address, the /64 of an IPv6 one. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped || !isIPv6(ip)) return mapped ?? ip
  const [head = '', tail] = ip.toLowerCase().split('%')[0]!.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail ? tail.split(':') : []
  const groups = tail === undefined ? front : [...front, ...Array.from({ length: 8 - front.length - back.length }, () => '0'), ...back]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

/** A new code of a browser for an address, in the place of the one it asked for before. */
export async function putCode(db: Db, keys: CodeKeys, address: string, browser: string, now: Date): Promise<string> {
  const digits = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const fresh = { code_hash: keys.code(address, browser, digits), tries: 0, expires_at: new Date(now.getTime() + CODE_SECONDS * 1000) }
  await db
    .insertInto('login_codes')
    .values({ address, browser, ...fresh })
    .onConflict((conflict) => conflict.columns(['address', 'browser']).doUpdateSet(fresh))
    .execute()
  return digits
}

/** `none`: no code of this browser that is good for another try. The try is counted before anything is compared, for all processes together. */
export async function tryCode(
  db: Db,
  keys: CodeKeys,
  address: string,
  browser: string,
  digits: string,
  now: Date,
): Promise<'right' | 'wrong' | 'none'> {
  const counted = await db
    .updateTable('login_codes')
    .set({ tries: sql`tries + 1` })
    .where('address', '=', address)
    .where('browser', '=', browser)
    .where('tries', '<', CODE_TRIES)
    .where('expires_at', '>', now)
    .returning('code_hash')
    .executeTakeFirst()
  if (!counted) return 'none'
  const hash = keys.code(address, browser, digits)
  if (!timingSafeEqual(Buffer.from(counted.code_hash), Buffer.from(hash))) return 'wrong'
  // of two who bring it at once one is let in
  const used = await db
    .deleteFrom('login_codes')
    .where('address', '=', address)
    .where('browser', '=', browser)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return used.numDeletedRows === 1n ? 'right' : 'none'
}
