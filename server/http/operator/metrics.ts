import type { FastifyInstance } from 'fastify'
import { refuse } from '#core/result.ts'
import type { Machine } from '#server/machine.ts'
import { sendText } from '../answer.ts'
import { refused } from '../command-door.ts'
import { isOperator } from './guard.ts'

/** `/metrics` for the operator; for everybody else there is no such page. */
export function metricsDoor(app: FastifyInstance, machine: Machine): void {
  const { registry } = machine.metrics
  app.get('/metrics', async (request, reply) =>
    isOperator(machine.config, request)
      ? sendText(request, reply, 200, registry.contentType, await registry.metrics())
      : refused(machine, request, reply, refuse('NOT_FOUND')),
  )
}
