import { existsSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { asFile } from './front/headers.ts'

export const WEB = path.resolve(import.meta.dirname, '../../dist/web')
/** For what has a hash of its content in its name. */
export const YEAR_SECONDS = 31_536_000

type SetHeaders = Pick<FastifyStaticOptions, 'setHeaders'>

/**
 * Built files. Those below /assets/, a thousand, carry a hash in their names, so browsers may keep them for a year; they are looked for when they
 * are asked for. Each of the few others has a route of its own.
 */
export async function staticDoor(app: FastifyInstance): Promise<void> {
  if (!existsSync(WEB)) return
  const files = { index: false, preCompressed: true, cacheControl: false, acceptRanges: false, lastModified: false } as const
  const keptFor = (how: string): SetHeaders => ({
    setHeaders: (reply) => void asFile(reply).header('cache-control', how),
  })
  await app.register(fastifyStatic, { root: WEB, wildcard: false, globIgnore: ['assets/**'], ...files, ...keptFor('public, max-age=3600') })
  await app.register(fastifyStatic, {
    root: path.join(WEB, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    ...files,
    ...keptFor(`public, max-age=${YEAR_SECONDS}, immutable`),
  })
}
