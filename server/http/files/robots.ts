import type { FastifyInstance } from 'fastify'
import type { Machine } from '#server/machine.ts'

/** What is behind a login or answers programs; pictures of links stay open to whoever shows a preview. */
const CLOSED = ['/command/', '/query/', '/settings', '/notifications', '/welcome', '/login', '/communities/new', '/dev/', '/docs']

/** Tells search engines what is for them. */
export function robotsDoor(app: FastifyInstance, { config }: Machine): void {
  const lines = ['User-agent: *', ...CLOSED.map((path) => `Disallow: ${path}`), '', `Sitemap: ${new URL('/sitemap.xml', config.publicUrl).href}`, '']
  app.get('/robots.txt', { config: { call: '/robots.txt' } }, (_, reply) =>
    reply.header('content-type', 'text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(lines.join('\n')),
  )
}
