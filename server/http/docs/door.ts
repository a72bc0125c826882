import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { text } from '#core/text.ts'
import type { Machine } from '#server/machine.ts'
import { sendJson, sendText } from '../answer.ts'
import { refused } from '../command-door.ts'
import { malformed } from '../malformed.ts'
import { openApi } from './document.ts'
import { docsPage } from './page.ts'

const asked = z.object({ search: text(0, 100).default('') })

/** `/openapi.json`, and a page to read it at `/docs`, by room, with a search. */
export function docsDoor(app: FastifyInstance, machine: Machine): void {
  const document = openApi(machine)
  app.get('/openapi.json', async (request, reply) => sendJson(request, reply, 200, document))
  app.get('/docs', async (request, reply) => {
    const query = asked.safeParse(request.query)
    if (!query.success) return refused(machine, request, reply, malformed(query.error))
    return sendText(request, reply, 200, 'text/html; charset=utf-8', docsPage(document, machine.config.publicUrl, query.data.search))
  })
}
