import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { refuse } from '#core/result.ts'
import { isUnavailable } from '../db/unavailable.ts'
import { lines } from '../log.ts'
import type { Machine } from '../machine.ts'
import { localeOf } from './actor.ts'
import { authDoor } from './login/auth.ts'
import { commandDoor, refused } from './command-door.ts'
import { BODY_LIMIT, entry, tooLarge } from './entry/entry.ts'
import { bareAnswers } from './front/bare.ts'
import { guardConnections, SLOWEST } from './front/connections.ts'
import { isReader, sendFaultPage } from './front/fault-page.ts'
import { dateOf, frontDoor, stopExceeding, type Answered } from './front/front-door.ts'
import { headersOfAll } from './front/headers.ts'
import { knownPaths } from './front/known-paths.ts'
import { notFoundDoor } from './front/not-found.ts'
import { pressure, type Pressure } from './front/pressure.ts'
import { healthDoor } from './health.ts'
import { byCall } from './operator/answer-times.ts'
import { metricsDoor } from './operator/metrics.ts'
import { liveDoor } from './live/door.ts'
import { mailboxDoor } from './mailbox.ts'
import { invariantsDoor } from './operator/invariants.ts'
import { docsDoor } from './docs/door.ts'
import { pagesOf } from './head.ts'
import { loadWeb } from './web.ts'
import { outlinesDoor } from './files/outlines.ts'
import { queryDoor } from './query-door.ts'
import { robotsDoor } from './files/robots.ts'
import { staticDoor } from './static.ts'
import { uploadDoor } from './uploads.ts'

declare module 'fastify' {
  // only an interface adds to one of theirs
  // oxlint-disable-next-line consistent-type-definitions
  interface FastifyContextConfig {
    /** The contract's path: what metrics and logs call this route. */
    call?: string
  }
}

/** The HTTP side of one process: every door, every header, every fault in its place. */
export async function buildApp(machine: Machine, busy: Pressure = pressure()): Promise<FastifyInstance> {
  const { config } = machine
  const web = await loadWeb()
  const headers = await headersOfAll(config.publicUrl.startsWith('https:'), web?.render.SCRIPT_HASHES ?? [])
  const bare = bareAnswers(headers, randomUUID, config.productName)
  const app: FastifyInstance = fastify({
    loggerInstance: machine.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // every line of ours names its request; a logger of each request's own would be made for nothing
    childLoggerFactory: (logger) => logger,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    requestTimeout: SLOWEST.requestMs,
    connectionTimeout: SLOWEST.silenceMs,
    keepAliveTimeout: SLOWEST.idleMs,
    routerOptions: { maxParamLength: 120 },
    // who still comes is answered: what is under way ends first, and the last answers close their connections
    return503OnClosing: false,
    // nothing looks at it, and node's own refusal has none of our headers
    http: { requireHostHeader: false, headersTimeout: SLOWEST.headersMs, connectionsCheckingInterval: SLOWEST.lookMs },
    frameworkErrors: bare.address,
    clientErrorHandler: bare.connection,
  })
  guardConnections(app.server, config)
  const known = knownPaths(app)
  const lineOf = byCall((call, status) => lines(machine.log, { call, status, msg: 'answered' }))
  const answered: Answered = ({ id, method, call, status, ms }) => {
    machine.metrics.answered(call, status, ms)
    lineOf(call, status)(id, method, ms)
  }
  frontDoor(app, machine, headers, web?.render.cacheKeyOf ?? (() => null), answered)
  await app.register(cookie)
  stopExceeding(app, busy)
  entry(app)
  app.addHook('onClose', async () => busy.stop())
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id)
    // pages set their countdowns by it
    reply.header('date', dateOf(machine.clock()))
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const call = request.call || (request.routeOptions.config?.call ?? 'other')
    if (request.statements) machine.metrics.statements.observe({ call }, request.statements.count)
    answered({ id: request.id, method: request.method, call, status: reply.statusCode, ms: reply.elapsedTime })
    done()
  })

  /** In words for a reader of a page, as JSON for a call. */
  const told = (request: FastifyRequest, reply: FastifyReply, no: ReturnType<typeof refuse>): Promise<FastifyReply> => {
    if (!isReader(request) || known.isForPrograms(request.url.split('?', 1)[0]!)) return refused(machine, request, reply, no)
    machine.metrics.refusals.inc({ code: no.refusal.code })
    return sendFaultPage(request, reply, no.refusal, config.productName, localeOf(request))
  }
  app.setErrorHandler(async (fault: Error & { statusCode?: number; ttl?: number }, request, reply) => {
    const status = isUnavailable(fault) ? 503 : (fault.statusCode ?? 500)
    if (status === 429) return told(request, reply, refuse('RATE_LIMIT_EXCEEDED', { retryAfterSeconds: Math.ceil((fault.ttl ?? 60_000) / 1000) }))
    if (status === 503) {
      // whether it was the database, the disk or too many at once: the answer says only that it passes
      request.log.warn({ err: fault, requestId: request.id }, 'unavailable')
      return told(request, reply, refuse('UNAVAILABLE', { retryAfterSeconds: 5 }))
    }
    if (status < 500) return told(request, reply, status === 413 ? tooLarge(request) : refuse('MALFORMED', { reason: 'unreadable' }))
    request.log.error({ err: fault, requestId: request.id }, 'fault')
    return told(request, reply, refuse('FAULT', { requestId: request.id }))
  })
  healthDoor(app, machine)
  invariantsDoor(app, machine)
  metricsDoor(app, machine)
  docsDoor(app, machine)
  await authDoor(app, machine)
  mailboxDoor(app, machine)
  liveDoor(app, machine)
  commandDoor(app, machine)
  queryDoor(app, machine)
  await uploadDoor(app, machine)
  outlinesDoor(app, machine)
  robotsDoor(app, machine)
  await staticDoor(app)
  notFoundDoor(app, machine, known, web && pagesOf(machine, web))
  return app
}
