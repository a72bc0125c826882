import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { UserId } from '#core/ids.ts'
import { refuse, type Result, type Verdict } from '#core/result.ts'
import { text } from '#core/text.ts'
import { spend } from '#server/db/budget.ts'
import type { Machine } from '#server/machine.ts'
import { checkEmail } from '#server/outside/email-address.ts'
import {
  browserOf,
  browserValue,
  codeKeys,
  isOnItsWay,
  networkOf,
  putCode,
  tryCode,
  withProof,
  type Browser,
  type CodeKeys,
} from '#server/outside/login-code.ts'
import { userOfEmail } from '#server/outside/login.ts'
import { writeMails } from '#server/outside/mail.ts'
import { wordsOf } from '#server/outside/texts.ts'
import { localeOf } from '../actor.ts'
import { sendJson } from '../answer.ts'
import { refused } from '../command-door.ts'
import { malformed } from '../malformed.ts'
import { ownPost } from './own-post.ts'
import { readAs } from '#server/outside/read-as.ts'

const words = wordsOf('accounts')

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const YEAR_SECONDS = 31_536_000
/** Mails in an hour that strangers may cause to one address, all together (docs/decisions/0006). */
const MOST_BY_STRANGERS = 20
const askCode = z.strictObject({ email: text(0, 254), type: z.literal('sign-in').default('sign-in') })
const giveCode = z.strictObject({ email: text(0, 254), otp: text(0, 20), key: text(16, 64).optional() })

/** Opens a session in this browser, of the user that `find` finds or makes; false where there is none. */
export type SignIn = (request: FastifyRequest, reply: FastifyReply, find: () => Promise<UserId | null>) => Promise<boolean>

/** A code by mail, good in the browser that asked for it and nowhere else: what others ask and guess is theirs. */
export function emailDoor(app: FastifyInstance, machine: Machine, signIn: SignIn): void {
  const keys = codeKeys(machine.config.secret)
  const own = ownPost(machine)
  // before anything hangs on it: the answer that brings a browser its mark may be lost
  app.post('/auth/browser', own, async (request, reply) => {
    remember(machine, reply, browserOf(request.cookies[cookieName(machine)]))
    return sendJson(request, reply, 200, { success: true })
  })
  app.post('/auth/email-otp/send-verification-otp', own, async (request, reply) => {
    const result = await askForCode(machine, keys, request, reply)
    return result.ok ? sendJson(request, reply, 200, { success: true }) : refused(machine, request, reply, result)
  })
  app.post('/auth/sign-in/email-otp', own, async (request, reply) => {
    const result = await giveTheCode(machine, keys, request, reply)
    if (!result.ok) return refused(machine, request, reply, result)
    await signIn(request, reply, () => userOfEmail(machine.db, result.value, machine.clock()))
    return sendJson(request, reply, 200, { success: true })
  })
}

async function askForCode(machine: Machine, keys: CodeKeys, request: FastifyRequest, reply: FastifyReply): Promise<Result<null>> {
  const body = readAs(askCode, request.body)
  if (!body.success) return malformed(body.error)
  const email = checkEmail(body.data.email)
  if (!email.ok) return email
  const { db, config, sealer } = machine
  const now = machine.clock()
  const asker = askerOf(machine, keys, request, email.value)
  if (await isOnItsWay(db, asker.address, asker.hash, now)) return { ok: true, value: null }
  const may = await mayAsk(machine, asker, request.ip, now)
  if (may !== true) return may
  const digits = await putCode(db, keys, asker.address, asker.hash, now)
  const { say } = words(localeOf(request))
  const values = { digits, productName: config.productName }
  await writeMails(db, sealer, now, [{ to: email.value, subject: say('mail.subject', values), body: say('mail.body', values) }])
  remember(machine, reply, asker.browser)
  return { ok: true, value: null }
}

type Asker = { readonly email: string; readonly address: string; readonly browser: Browser; readonly hash: string; readonly isKnown: boolean }

function askerOf(machine: Machine, keys: CodeKeys, request: FastifyRequest, email: string): Asker {
  const browser = browserOf(request.cookies[cookieName(machine)])
  const [address, hash] = [keys.address(email), keys.browser(browser)]
  return { email, address, browser, hash, isKnown: browser.proofs.includes(keys.proof(address, hash)) }
}

/**
 * A browser that has signed in with the address has budgets of its own; all others share those of their network, and all strangers
 * together may fill a mailbox only so far. The narrow budgets are spent first: what they refuse takes nothing from the wide ones.
 */
async function mayAsk({ db, config }: Machine, asker: Asker, ip: string, now: Date): Promise<Verdict> {
  const { address, isKnown, hash } = asker
  const network = networkOf(ip)
  const by = isKnown ? hash : network
  const own = await spendAll(db, now, [
    [`code:minute:${address}:${by}`, 1, MINUTE_MS],
    [`code:hour:${address}:${by}`, 5, HOUR_MS],
  ])
  if (own !== true || isKnown) return own
  const shared = await spendAll(db, now, [[`code:network:${network}`, config.production ? 30 : 3000, HOUR_MS]])
  if (shared !== true || (await isSignedInFrom(db, asker.email, network, now))) return shared
  return spendAll(db, now, [[`code:strangers:${address}`, MOST_BY_STRANGERS, HOUR_MS]])
}

async function spendAll(
  db: Machine['db'],
  now: Date,
  budgets: readonly (readonly [key: string, most: number, windowMs: number])[],
): Promise<Verdict> {
  for (const [key, most, windowMs] of budgets) {
    const verdict = await spend(db, now, key, most, windowMs)
    if (verdict !== true) return verdict
  }
  return true
}

/** Whether the address is signed in somewhere in this network: whoever asks from there is hardly a stranger. */
async function isSignedInFrom(db: Machine['db'], email: string, network: string, now: Date): Promise<boolean> {
  const rows = await db
    .selectFrom('login_sessions')
    .innerJoin('logins', 'logins.id', 'login_sessions.user_id')
    .select('login_sessions.ip_address')
    .where('logins.email', '=', email)
    .where('login_sessions.expires_at', '>', now)
    .limit(100)
    .execute()
  return rows.some((row) => row.ip_address !== null && networkOf(row.ip_address) === network)
}

/** The address that is proven by its code. */
async function giveTheCode(machine: Machine, keys: CodeKeys, request: FastifyRequest, reply: FastifyReply): Promise<Result<string>> {
  const body = readAs(giveCode, request.body)
  if (!body.success) return malformed(body.error)
  const email = checkEmail(body.data.email)
  if (!email.ok) return email
  const { db, config } = machine
  const now = machine.clock()
  const { address, browser, hash } = askerOf(machine, keys, request, email.value)
  const given = { address, browser: hash, digits: body.data.otp.replaceAll(/\s/g, ''), key: body.data.key }
  const outcome = await tryCode(db, keys, given, now)
  if (outcome === 'none') {
    // whoever has a code has its tries; only those without one are counted by their network
    const noise = await spend(db, now, `code:try:${networkOf(request.ip)}`, config.production ? 60 : 6000, HOUR_MS)
    return noise === true ? refuse('EMAIL_CODE_EXPIRED', { field: 'otp' }) : noise
  }
  if (outcome === 'wrong') return refuse('EMAIL_CODE_INVALID', { field: 'otp' })
  remember(machine, reply, withProof(browser, keys.proof(address, hash)))
  return email
}

/** `__Host-` where there is https: no sub-domain can plant a browser's mark and then guess at its codes. */
const cookieName = ({ config }: Machine): string => (config.publicUrl.startsWith('https:') ? '__Host-paddock.browser' : 'paddock.browser')

function remember(machine: Machine, reply: FastifyReply, browser: Browser): void {
  const secure = machine.config.publicUrl.startsWith('https:')
  reply.setCookie(cookieName(machine), browserValue(browser), { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: YEAR_SECONDS })
}
