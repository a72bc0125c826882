import { existsSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

export const WEB = path.resolve(import.meta.dirname, '../../dist/web')

/** Built files: their names carry a hash, so browsers may keep them for a year. */
export async function staticDoor(app: FastifyInstance): Promise<void> {
  if (!existsSync(WEB)) return
  await app.register(fastifyStatic, { root: path.join(WEB, 'assets'), prefix: '/assets/', maxAge: '365d', immutable: true, index: false, preCompressed: true })
}
