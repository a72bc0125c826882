import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '#core/result.ts'
import type { Machine } from '#server/machine.ts'
import { isSameSecret } from '#server/outside/same-secret.ts'
import { sendText } from '../answer.ts'
import { refused } from '../command-door.ts'

/** Whatever comes through somebody else says so in one of these. */
const FORWARDING = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'via', 'x-real-ip'] as const

/** `/metrics` for the bearer of the operator's token; where there is none, for this machine itself. For everybody else there is no such page. */
export function metricsDoor(app: FastifyInstance, machine: Machine): void {
  const { registry } = machine.metrics
  app.get('/metrics', async (request, reply) =>
    mayRead(machine.config.metricsToken, request)
      ? sendText(request, reply, 200, registry.contentType, await registry.metrics())
      : refused(machine, request, reply, refuse('NOT_FOUND')),
  )
}

function mayRead(token: string | null, { headers, raw }: FastifyRequest): boolean {
  if (token !== null) return isSameSecret(/^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '', token)
  return isLoopback(raw.socket.remoteAddress) && FORWARDING.every((name) => headers[name] === undefined)
}

const isLoopback = (address: string | undefined): boolean => address === '::1' || /^(::ffff:)?127\./.test(address ?? '')
