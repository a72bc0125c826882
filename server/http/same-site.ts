import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/**
 * Whether a changing request comes from elsewhere: `Sec-Fetch-Site` must say same-origin; a browser without it, and every other
 * program, must name our own origin in `Origin`. Only JSON is taken, so that a form of another site cannot send one.
 */
export function crossSite(config: Config, request: FastifyRequest): boolean {
  const type = String(request.headers['content-type'] ?? '')
  if (!/^application\/json(;|$)/.test(type)) return true
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin'
  return !ownOrigin(config, request.headers.origin)
}

/** Outside production any loopback name of this server is its own. */
export function ownOrigin(config: Config, origin: string | undefined): boolean {
  if (!origin || !URL.canParse(origin)) return false
  if (origin === new URL(config.publicUrl).origin) return true
  return !config.production && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname)
}
