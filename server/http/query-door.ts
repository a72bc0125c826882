import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fillPath, type QueryContract } from '#core/contract.ts'
import { refuse, type Result, type Verdict } from '#core/result.ts'
import type { Machine } from '../machine.ts'
import { everythingOf } from '../personal/personal.ts'
import { allQueries, contextOf, type Answer } from '../queries.ts'
import type { Actor, QueryContext, Room, UserActor } from '../room.ts'
import { actorOf, localeOf, VISITOR } from './actor.ts'
import { sendCached, sendJson, sendPacked, sendText } from './answer.ts'
import { refused } from './command-door.ts'
import { bodyOf, mayRead } from './entry/entry.ts'
import { leaving } from './entry/leaving.ts'
import { cacheable, type CachedAnswer, type Worked } from './answer-cache.ts'
import { malformed } from './malformed.ts'
import { dataForMany } from './signed-in/data-for-many.ts'
import { crossSite } from './same-site.ts'
import { readAs } from '#server/outside/read-as.ts'

/** One door for every query. What anyone may ask is worked out once and kept until one of its topics is notified. */
export function queryDoor(app: FastifyInstance, machine: Machine): void {
  for (const named of allQueries(machine)) {
    const { contract, answer } = named
    app.route({
      method: contract.method,
      url: contract.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      ...bodyOf(contract),
      onRequest: async (request, reply) => {
        const may = await mayEnter(machine, contract, request, reply)
        if (may !== true) return refused(machine, request, reply, may)
      },
      handler: async (request, reply) => {
        const params = readAs(contract.params, paramsOf(contract, request))
        if (!params.success) return refused(machine, request, reply, malformed(params.error))
        if (contract.actor === 'anyone') {
          const outcome = await cachedAnswer(machine, contract, answer, params.data, plainUrl(contract, request, params.data))
          return 'etag' in outcome ? sendCached(request, reply, outcome) : refused(machine, request, reply, outcome)
        }
        const packed = request.actor!.kind === 'user' && (await dataForMany(machine, named, request.actor as UserActor, params.data))
        if (packed) return sendPacked(request, reply, 'application/json; charset=utf-8', packed)
        const result = await ask(machine, answer, request.actor!, request, params.data, () => leaving(reply))
        if (!result.ok) return refused(machine, request, reply, result)
        if (contract.fileName) reply.header('content-disposition', `attachment; filename="${contract.fileName}"`)
        return contract.produces
          ? sendText(request, reply, 200, contract.produces, result.value instanceof Uint8Array ? result.value : String(result.value))
          : sendJson(request, reply, 200, result.value)
      },
    })
  }
}

/** Looked at before a body is read and before anything else is told. */
async function mayEnter(machine: Machine, contract: QueryContract, request: FastifyRequest, reply: FastifyReply): Promise<Verdict> {
  if (contract.actor === 'anyone') return mayRead(contract, VISITOR, request, reply)
  if (contract.method === 'POST' && contract.actor === 'user' && crossSite(machine.config, request)) return refuse('CROSS_SITE')
  const actor = await actorOf(machine, request)
  if (actor.kind !== contract.actor) return refuse(contract.actor === 'host' ? 'HOST_TOKEN_INVALID' : 'LOGIN_REQUIRED')
  request.actor = actor
  return mayRead(contract, actor, request, reply)
}

type Outcome = CachedAnswer | Extract<Result<unknown>, { ok: false }>

/** The cached answer of a public query, or the refusal. Faults and refusals are never kept. By a plain address it is found again without any work. */
export async function cachedAnswer(machine: Machine, contract: QueryContract, answer: Answer, params: unknown, url: string | null): Promise<Outcome> {
  const key = `${contract.path} ${JSON.stringify(params)}`
  const cached = machine.answers.get(key)
  machine.metrics.keptHits.inc({ hit: cached ? 'kept' : 'worked-out' })
  const outcome = cached ?? (await machine.answers.ahead(key, () => workOut(machine, contract, answer, params, key)))
  if (url !== null) machine.answers.also(key, `url ${url}`)
  return outcome
}

/**
 * The address where it is the plain one for these parameters: those that were sent, once each, in the contract's order, written as we write
 * them. Any other is found by its parameters, or everybody could make new keys without end. `null`: it is another.
 */
function plainUrl(contract: QueryContract, request: FastifyRequest, params: unknown): string | null {
  if (request.method !== 'GET') return null
  const asked = request.query as Readonly<Record<string, unknown>>
  const { path, rest } = fillPath(contract.path, params as Readonly<Record<string, unknown>>)
  const sent = Object.entries(rest).flatMap(([name, value]) => (name in asked ? [[name, String(value)]] : []))
  const plain = sent.length > 0 ? `${path}?${new URLSearchParams(sent)}` : path
  return plain === request.url ? plain : null
}

async function workOut(machine: Machine, contract: QueryContract, answer: Answer, params: unknown, key: string): Promise<Worked<Outcome>> {
  const begun = machine.answers.begin()
  const topics: string[] = []
  const result = await answer(contextOf(machine, VISITOR, 'en', topics), params as never)
  if (!result.ok) return { value: result, shared: false }
  const made = contract.produces
    ? cacheable(200, contract.produces, result.value instanceof Uint8Array ? result.value : String(result.value), contract.path)
    : cacheable(200, 'application/json; charset=utf-8', JSON.stringify(result.value), contract.path)
  return { value: made, shared: machine.answers.put(key, topics, made, begun) }
}

export const ask = (
  machine: Machine,
  answer: Answer,
  actor: Actor,
  request: FastifyRequest,
  params: unknown,
  left?: () => AbortSignal,
): Promise<Result<unknown>> => {
  const context = contextOf(machine, actor, localeOf(request))
  return answer(
    {
      ...context,
      noticed: (topics, withinMs) => noticed(machine, topics, context.now, withinMs),
      deeds: () => deedsOf(machine.rooms),
      everythingOf: (userId) => everythingOf(machine.rooms, machine.db, userId),
      ...(left ? { left } : {}),
    },
    params as never,
  )
}

async function noticed(machine: Machine, topics: readonly string[], since: Date, withinMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const close = machine.live.open(new Set(topics), since.getTime(), () => resolve())
  const timer = setTimeout(resolve, withinMs)
  await promise
  clearTimeout(timer)
  close()
  // who waited may be gone, and the database with it
  if (machine.live.isClosed()) throw Object.assign(new Error('closing'), { statusCode: 503 })
}

function paramsOf(contract: QueryContract, request: FastifyRequest): unknown {
  const path = request.params as Record<string, string>
  const rest = contract.method === 'GET' ? request.query : request.body
  return { ...(rest as Record<string, unknown>), ...path }
}

const deedsOf = (rooms: readonly Room[]): ReturnType<NonNullable<QueryContext['deeds']>> =>
  new Map(rooms.flatMap(({ name: room, deeds = [] }) => deeds.map(({ fact, tells }) => [fact.name, { room, tells }] as const)))
