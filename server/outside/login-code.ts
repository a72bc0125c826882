import { createHmac, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

/** Seconds a code is good for, and guesses at it. */
export const CODE_SECONDS = 600
const CODE_TRIES = 5
const CODE_DIGITS = 8
/** One mail a minute: whoever asks again until then, since the answer was lost, has the code already. */
const SENT_SECONDS = 60
/** How long a code that was right is so once more, for who gave it. */
const GIVEN_SECONDS = 120
/** Addresses a browser remembers to have signed in with. */
const MOST_KNOWN = 5

/** What a browser is known by where people sign in: chance of its own, and proofs of the addresses it has signed in with. */
export type Browser = { readonly nonce: string; readonly proofs: readonly string[] }

/** Hashes with a key that stands in no database: of eight digits all hashes are worked out in a moment. */
export type CodeKeys = {
  readonly address: (email: string) => string
  readonly browser: (browser: Browser) => string
  readonly code: (address: string, browser: string, digits: string) => string
  /** Of what somebody gives a code with, to be known by when they give it again. */
  readonly given: (key: string) => string
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
    given: (key) => hash('given', key),
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
  const fresh = { code_hash: keys.code(address, browser, digits), tries: 0, given_by: null, given_at: null, expires_at: later(now, CODE_SECONDS) }
  await db
    .insertInto('login_codes')
    .values({ address, browser, ...fresh })
    .onConflict((conflict) => conflict.columns(['address', 'browser']).doUpdateSet(fresh))
    .execute()
  return digits
}

/** Whether this browser has asked within the minute and not tried its code: the mail is on its way, whatever became of the answer. */
export async function isOnItsWay(db: Db, address: string, browser: string, now: Date): Promise<boolean> {
  const code = await db
    .selectFrom('login_codes')
    .select('tries')
    .where('address', '=', address)
    .where('browser', '=', browser)
    .where('tries', '=', 0)
    .where('given_by', 'is', null)
    .where('expires_at', '>', later(now, CODE_SECONDS - SENT_SECONDS))
    .executeTakeFirst()
  return code !== undefined
}

/**
 * `none`: no code of this browser that is good for another try. The try is counted before anything is compared, for all processes together.
 * A code is right once; with a `key`, for two minutes once more for who brings the same: the answer may have been lost.
 */
export async function tryCode(
  db: Db,
  keys: CodeKeys,
  {
    address,
    browser,
    digits,
    key,
  }: { readonly address: string; readonly browser: string; readonly digits: string; readonly key?: string | undefined },
  now: Date,
): Promise<'right' | 'wrong' | 'none'> {
  const given = key === undefined ? null : keys.given(key)
  const counted = await db
    .updateTable('login_codes')
    .set({ tries: sql`tries + 1` })
    .where('address', '=', address)
    .where('browser', '=', browser)
    .where('tries', '<', CODE_TRIES)
    .where('expires_at', '>', now)
    .where((code) =>
      code.or([code('given_by', 'is', null), code.and([code('given_by', '=', given), code('given_at', '>', later(now, -GIVEN_SECONDS))])]),
    )
    .returning(['code_hash', 'given_by'])
    .executeTakeFirst()
  if (!counted) return 'none'
  const hash = keys.code(address, browser, digits)
  if (!timingSafeEqual(Buffer.from(counted.code_hash), Buffer.from(hash))) return 'wrong'
  if (counted.given_by !== null) return 'right'
  // of two who bring it at once one is let in
  const used = await db
    .updateTable('login_codes')
    .set({ given_by: given ?? '', given_at: now })
    .where('address', '=', address)
    .where('browser', '=', browser)
    .where('code_hash', '=', hash)
    .where((code) => code.or([code('given_by', 'is', null), code('given_by', '=', given)]))
    .executeTakeFirst()
  return used.numUpdatedRows === 1n ? 'right' : 'none'
}

const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)
