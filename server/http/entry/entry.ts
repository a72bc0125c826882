import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Contract } from '#core/contract.ts'
import { refuse, type Verdict } from '#core/result.ts'
import type { Actor } from '#server/room.ts'
import { BODY_SLOTS } from './large.ts'
import { answerUnread } from './unread.ts'

declare module 'fastify' {
  // only an interface adds to one of theirs
  // oxlint-disable-next-line consistent-type-definitions
  interface FastifyRequest {
    /** Who asks, as the door found out before the body was read. */
    actor: Actor | null
  }
  // oxlint-disable-next-line consistent-type-definitions
  interface FastifyContextConfig {
    /** The body carries a file: one that is too large is told so. */
    takesFile?: boolean
  }
}

/** Bodies below are read for anybody who may call at all. */
export const BODY_LIMIT = 1_048_576

/** What every door needs to look at a caller before the body is read. */
export function entry(app: FastifyInstance): void {
  app.decorateRequest('actor', null)
  answerUnread(app)
}

/** How a door's route tells of its body. */
export const bodyOf = (contract: Contract) => ({
  bodyLimit: contract.bodyLimit,
  config: { call: contract.path, takesFile: contract.refusals.includes('FILE_TOO_LARGE') },
})

/** Whether a body is to be read: who sends it is known by now. Refuses one that announces too much, and a large one where too many are read. */
export function mayRead(contract: Contract, actor: Actor, request: FastifyRequest, reply: FastifyReply): Verdict {
  const announced = announcedBytes(request)
  const limit = contract.bodyLimit ?? BODY_LIMIT
  if (announced > limit && announced < Infinity) return tooLarge(request)
  if (limit <= BODY_LIMIT || announced <= BODY_LIMIT || actor.kind === 'visitor') return true
  return actor.kind === 'host' ? BODY_SLOTS.host.take(actor.hostId, reply) : BODY_SLOTS.user.take(actor.userId, reply)
}

/** Infinity: it is sent in pieces, and counted as they come. */
export const announcedBytes = ({ headers }: FastifyRequest): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity

export const tooLarge = ({ routeOptions }: FastifyRequest): ReturnType<typeof refuse> =>
  routeOptions.config?.takesFile ? refuse('FILE_TOO_LARGE') : refuse('MALFORMED', { reason: 'large' })
