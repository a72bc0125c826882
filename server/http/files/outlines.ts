import type { FastifyInstance } from 'fastify'
import { refuse } from '#core/result.ts'
import { outlineFile, OUTLINES_URL } from '#games/outlines/outlines.ts'
import type { Machine } from '#server/machine.ts'
import { refused } from '../command-door.ts'
import { asFile } from '../front/headers.ts'
import { YEAR_SECONDS } from '../static.ts'

/** Outlines of tracks, small files under names that change with what is in them. */
export function outlinesDoor(app: FastifyInstance, machine: Machine): void {
  app.get<{ Params: { file: string } }>(`${OUTLINES_URL}/:file`, { config: { call: `${OUTLINES_URL}/{file}` } }, (request, reply) => {
    const svg = outlineFile(request.params.file)
    if (svg === null) return refused(machine, request, reply, refuse('NOT_FOUND'))
    return asFile(reply).header('content-type', 'image/svg+xml').header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`).send(svg)
  })
}
