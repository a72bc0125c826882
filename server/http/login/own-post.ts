import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#core/result.ts'
import type { Machine } from '#server/machine.ts'
import { refused } from '../command-door.ts'
import { crossSite } from '../same-site.ts'

/** Looked at before the body of a login is read: it comes from here, and is no longer than an address and a code. */
export const ownPost = (machine: Machine) => ({
  bodyLimit: 4096,
  onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
    if (crossSite(machine.config, request)) return refused(machine, request, reply, refuse('CROSS_SITE'))
  },
})
