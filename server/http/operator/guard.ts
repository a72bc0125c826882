import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { isSameSecret } from '#server/outside/same-secret.ts'

/** Whatever comes through somebody else says so in one of these. */
const FORWARDING = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'via', 'x-real-ip'] as const

/** Who runs the platform: the bearer of the operator's token; where there is none, this machine itself, and nobody behind a proxy. */
export function isOperator({ metricsToken }: Pick<Config, 'metricsToken'>, { headers, raw }: FastifyRequest): boolean {
  if (metricsToken !== null) return isSameSecret(/^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '', metricsToken)
  return isLoopback(raw.socket.remoteAddress) && FORWARDING.every((name) => headers[name] === undefined)
}

const isLoopback = (address: string | undefined): boolean => address === '::1' || /^(::ffff:)?127\./.test(address ?? '')
