import helmet from '@fastify/helmet'
import fastify, { type FastifyReply } from 'fastify'

export type Headers = readonly (readonly [name: string, value: string])[]

/** The headers every answer carries; files and kept data fewer. They are the same for all, so helmet is asked once, at the start. */
export async function headersOfAll(https: boolean, scripts: readonly string[]): Promise<Headers> {
  const asked = fastify()
  await asked.register(helmet, settings(https, scripts))
  asked.get('/', (_, reply) => reply.send())
  const { headers } = await asked.inject('/')
  await asked.close()
  const own = Object.entries(headers).filter(([name]) => !['content-length', 'date', 'connection'].includes(name))
  return [
    ...own.map(([name, value]) => [name, String(value)] as const),
    ['permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(self)'],
  ]
}

const settings = (https: boolean, scripts: readonly string[]): object => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'", ...scripts],
      // style attributes carry positions and colours of data; no script can come of them
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'"],
      'manifest-src': ["'self'"],
      // videos of incidents, once somebody presses play
      'frame-src': ['https://www.youtube-nocookie.com', 'https://player.twitch.tv', 'https://clips.twitch.tv'],
      'form-action': ["'self'"],
      'base-uri': ["'none'"],
      'object-src': ["'none'"],
      'frame-ancestors': ["'none'"],
    },
  },
  strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  // what does not read frame-ancestors is told the same
  frameguard: { action: 'deny' },
  crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
})

/** What says something of pages alone. */
const OF_PAGES = ['origin-agent-cluster', 'x-dns-prefetch-control', 'x-download-options', 'x-permitted-cross-domain-policies', 'x-xss-protection']
/** And of how much an address may ask. */
const NOT_OF_FILES = [...OF_PAGES, 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']
const POLICY = 'content-security-policy'
/** What is opened alone may do nothing. */
const NO_PAGE = "default-src 'none';base-uri 'none';object-src 'none';frame-ancestors 'none'"

/** Those of them that kept data carries: what none needs is half a kilobyte, of an answer that goes out tens of thousands of times. */
export const ofData = (headers: Headers): Headers =>
  headers.flatMap(([name, value]) => (OF_PAGES.includes(name) ? [] : [[name, name === POLICY ? NO_PAGE : value] as const]))

/** The same of an answer that has them all. */
export function asData(reply: FastifyReply): FastifyReply {
  for (const name of OF_PAGES) reply.removeHeader(name)
  return reply.header(POLICY, NO_PAGE)
}

/** A file of the build runs in a page, under that page's policy; opened alone it may do nothing. A first visit takes a dozen: what none needs is half a kilobyte each. */
export function asFile(reply: FastifyReply): FastifyReply {
  for (const name of NOT_OF_FILES) reply.removeHeader(name)
  return reply.header(POLICY, NO_PAGE)
}
