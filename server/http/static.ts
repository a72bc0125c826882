import { existsSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { asFile } from './front/headers.ts'

export const WEB = path.resolve(import.meta.dirname, '../../dist/web')
/** For what has a hash of its content in its name. */
export const YEAR_SECONDS = 31_536_000

/** Built files. Those below /assets/ carry a hash in their names, so browsers may keep them for a year. */
export async function staticDoor(app: FastifyInstance): Promise<void> {
  if (!existsSync(WEB)) return
  await app.register(fastifyStatic, {
    root: WEB,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    acceptRanges: false,
    lastModified: false,
    setHeaders: (reply, file) => {
      const hashed = path.dirname(file) === path.join(WEB, 'assets')
      asFile(reply).header('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=3600')
    },
  })
}
