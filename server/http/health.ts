import type { FastifyInstance } from 'fastify'
import { reachable } from '../db/connect.ts'
import type { Machine } from '../machine.ts'
import { sendJson } from './answer.ts'

/** `/health/live` touches nothing, `/health/ready` the database. */
export function healthDoor(app: FastifyInstance, machine: Machine): void {
  app.get('/health/live', async (request, reply) => sendJson(request, reply, 200, { status: 'live' }))
  app.get('/health/ready', async (request, reply) => {
    const ready = await reachable(machine.pool)
    return sendJson(request, reply, ready ? 200 : 503, { status: ready ? 'ready' : 'database unreachable' })
  })
}
