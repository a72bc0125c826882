import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '#core/result.ts'
import type { Machine } from '#server/machine.ts'
import { refused } from '../command-door.ts'
import type { Pages } from '../head.ts'
import { wantsPage } from './front-door.ts'
import type { KnownPaths } from './known-paths.ts'

/** What no route has answered: a known path asked in another way, a page, or nothing. */
export function notFoundDoor(app: FastifyInstance, machine: Machine, known: KnownPaths, pages: Pages | null): void {
  const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'
  const takes = (url: string): readonly string[] => {
    const methods = known.methodsOf(url.split('?', 1)[0]!)
    return methods.length === 0 && pages?.isPage(url) ? ['GET', 'HEAD'] : methods
  }
  // before a body is read: nobody wants it
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return
    const methods = takes(request.url)
    if (methods.length === 0 || methods.includes(request.method))
      return isRead(request) ? undefined : refused(machine, request, reply, refuse('NOT_FOUND'))
    const allow = [...methods, 'OPTIONS'].sort().join(', ')
    reply.header('allow', allow)
    if (request.method === 'OPTIONS') return reply.code(204).header('cache-control', 'no-store').send()
    return refused(machine, request, reply, refuse('METHOD_NOT_ALLOWED', { allow }))
  })
  app.setNotFoundHandler((request, reply) => {
    const isShown = pages !== null && wantsPage(request.headers.accept) && !known.isForPrograms(request.url.split('?', 1)[0]!)
    return isShown ? pages.answer(request, reply) : refused(machine, request, reply, refuse('NOT_FOUND'))
  })
}
