import type { FastifyReply } from 'fastify'
import { refuse, type Verdict } from '#core/result.ts'

/** What is parsed where requests are answered, and kept whole until it is answered: few at a time, so that neither time nor memory is theirs. */
const MOST = 6
const MOST_OF_ONE = 2
const RETRY_S = 5

export type BodySlots = { readonly take: (whom: string, reply: FastifyReply) => Verdict; readonly taken: () => number }

/** Places for large bodies in this process, people's and race hosts' apart: neither keeps out the other. */
export const BODY_SLOTS = { user: bodySlots(), host: bodySlots() } as const

/** A place is held until its request is answered or its sender gone. */
function bodySlots(): BodySlots {
  const held = new Map<string, number>()
  let taken = 0
  return {
    take: (whom, reply) => {
      const own = held.get(whom) ?? 0
      if (taken >= MOST || own >= MOST_OF_ONE) return refuse('RATE_LIMIT_EXCEEDED', { retryAfterSeconds: RETRY_S })
      taken++
      held.set(whom, own + 1)
      reply.raw.once('close', () => {
        taken--
        const left = held.get(whom)! - 1
        if (left > 0) held.set(whom, left)
        else held.delete(whom)
      })
      return true
    },
    taken: () => taken,
  }
}
