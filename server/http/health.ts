import type { FastifyInstance } from 'fastify'
import { reachable } from '../db/connect.ts'
import type { Machine } from '../machine.ts'
import { sendJson, sendText } from './answer.ts'

/** `/health/live` touches nothing, `/health/ready` the database; `/metrics` answers only this machine or the operator's token. */
export function healthDoor(app: FastifyInstance, machine: Machine): void {
  app.get('/health/live', async (request, reply) => sendJson(request, reply, 200, { status: 'live' }))
  app.get('/health/ready', async (request, reply) => {
    const ready = await reachable(machine.pool)
    return sendJson(request, reply, ready ? 200 : 503, { status: ready ? 'ready' : 'database unreachable' })
  })
  app.get('/metrics', async (request, reply) => {
    if (!['127.0.0.1', '::1'].includes(request.ip)) return sendJson(request, reply, 404, { status: 'not found' })
    return sendText(request, reply, 200, machine.metrics.registry.contentType, await machine.metrics.registry.metrics())
  })
}
