import type { FastifyReply, FastifyRequest } from 'fastify'
import type { UserId } from '#core/ids.ts'
import type { RefusalCode } from '#core/refusal.ts'
import type { Result } from '#core/result.ts'
import type { Provable } from '#games/facts/platform.ts'
import { change } from '#server/db/change.ts'
import type { Machine } from '#server/machine.ts'
import { AccountLinked, AccountLost } from '#server/outside/proof/facts.ts'
import { linkAccount, type Linked } from '#server/outside/proof/link.ts'
import type { Actor } from '#server/room.ts'

/** Where somebody links accounts, and is brought back to. */
export const LINKED_AT = '/settings#social-settings'
/** Said where accounts are linked, with the way back to whoever came from another page of ours. */
export const linkFailed = (code: RefusalCode, returnTo: string = LINKED_AT): string =>
  `/settings?error=${code}${returnTo === LINKED_AT ? '' : `&returnTo=${encodeURIComponent(returnTo)}`}#social-settings`

export const ownCookie = (machine: Machine) => ({ httpOnly: true, sameSite: 'lax', secure: machine.config.publicUrl.startsWith('https:') }) as const

/** Whoever goes to link an account does so from a page of ours, signed in and past the first login; otherwise they are sent elsewhere. */
export function sentElsewhere(request: FastifyRequest, reply: FastifyReply, actor: Actor): FastifyReply | null {
  if (!['same-origin', 'none', undefined].includes(request.headers['sec-fetch-site'] as string | undefined))
    return reply.redirect(linkFailed('CROSS_SITE'))
  if (actor.kind !== 'user') return reply.redirect(`/login?returnTo=${encodeURIComponent(LINKED_AT)}`)
  return actor.onboarded ? null : reply.redirect(`/welcome?returnTo=${encodeURIComponent(LINKED_AT)}`)
}

/** Whether a thing that is good once comes for the first time. */
export async function isFirst(machine: Machine, nonce: string): Promise<boolean> {
  const fresh = await machine.db
    .insertInto('login_nonces')
    .values({ nonce, at: machine.clock() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return fresh.numInsertedOrUpdatedRows === 1n
}

/** Links an account proven just now; whoever had only said that it is theirs is told. */
export async function link(machine: Machine, request: FastifyRequest, user: UserId, provider: Provable, subject: string): Promise<Result<Linked>> {
  const now = machine.clock()
  const cause = { requestId: request.id, actorId: user, command: 'LinkAccount', objectId: user }
  return change({ ...machine, now, publicUrl: machine.config.publicUrl }, cause, async ({ tx, record }) => {
    const linked = await linkAccount(tx, user, provider, subject, now)
    if (!linked.ok || !linked.value.isNew) return linked
    const { lostBy } = linked.value
    record(AccountLinked, { userId: user, provider })
    if (lostBy) record(AccountLost, { userId: lostBy, provider })
    return linked
  })
}
