import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { CommandContract } from '#core/contract.ts'
import { refuse, type Result, type Verdict } from '#core/result.ts'
import { readClock } from '#core/time-zone.ts'
import { proofsOf } from '../config.ts'
import { auditRefusal, change, type Cause } from '../db/change.ts'
import type { Machine } from '../machine.ts'
import type { Actor, ChangeContext, Room } from '../room.ts'
import { actorOf, clockOf, localeOf } from './actor.ts'
import { sendJson, sendRefusal } from './answer.ts'
import { leaving } from './entry/leaving.ts'
import { bodyOf, mayRead } from './entry/entry.ts'
import { refusalMessage } from './messages.ts'
import { malformed } from './malformed.ts'
import { crossSite } from './same-site.ts'
import { readAs } from '#server/outside/read-as.ts'

type Handler = Room['commands'][string]
type Act = (context: never) => Promise<Result<unknown>>
type Path = Readonly<Record<string, string>>

const version = z.coerce.number().int().min(0).max(2_000_000_000)
const uuid = z.uuid()

/** One door for every command: find the actor, read and parse the body, open the transaction, call one function, map the outcome. */
export function commandDoor(app: FastifyInstance, machine: Machine): void {
  for (const room of machine.rooms) {
    for (const [key, contract] of Object.entries(room.contracts)) {
      if (contract.kind !== 'command') continue
      const handle = room.commands[key] as Handler | undefined
      if (!handle) throw new Error(`room ${room.name} has no handler for ${key}`)
      app.route({
        method: 'POST',
        url: contract.path.replaceAll(/\{(\w+)\}/g, ':$1'),
        ...bodyOf(contract),
        onRequest: async (request, reply) => {
          const may = await mayEnter(machine, contract, request, reply)
          if (may !== true) return refused(machine, request, reply, may)
        },
        handler: async (request, reply) => {
          const result = await answer(machine, contract, handle, request, reply)
          if (result.ok) return sendJson(request, reply, 200, result.value)
          return refused(machine, request, reply, result)
        },
      })
    }
  }
}

export function refused(
  machine: Machine,
  request: FastifyRequest,
  reply: FastifyReply,
  result: Extract<Result<unknown>, { ok: false }>,
): Promise<FastifyReply> {
  machine.metrics.refusals.inc({ code: result.refusal.code })
  return sendRefusal(request, reply, result.refusal, refusalMessage(result.refusal, localeOf(request), readClock(clockOf(request))))
}

/** Looked at before the body is read: a stranger's is not, nor one that is too large. */
async function mayEnter(machine: Machine, contract: CommandContract, request: FastifyRequest, reply: FastifyReply): Promise<Verdict> {
  if (contract.actor !== 'host' && crossSite(machine.config, request)) return refuse('CROSS_SITE')
  const path = readPath(contract, request.params as Path)
  if (!path) return refuse('NOT_FOUND')
  const actor = await actorOf(machine, request)
  request.actor = actor
  const may = atTheDoor(contract, actor) ?? mayRead(contract, actor, request, reply)
  // a stranger leaves no row: there is nobody to name, and a flood of them would bury the others
  if (may !== true && actor.kind !== 'visitor') await auditRefusal(machine.db, causeOf(contract, request, path.id), machine.clock(), may)
  return may
}

async function answer(
  machine: Machine,
  contract: CommandContract,
  handle: Handler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Result<unknown>> {
  const path = readPath(contract, request.params as Path)!
  const actor = request.actor!
  const cause = causeOf(contract, request, path.id)
  const body = readAs(contract.body, request.body ?? {})
  const input = { ...path, body: body.data }
  const act = body.success ? await aheadOf(machine, handle, input, request, reply) : malformed(body.error)
  if (!act.ok) {
    if (actor.kind !== 'visitor') await auditRefusal(machine.db, cause, machine.clock(), act)
    return act
  }
  const key = request.headers['idempotency-key']
  return change({ ...machine, now: machine.clock(), publicUrl: machine.config.publicUrl }, cause, (context) => {
    const run = (): Promise<Result<unknown>> =>
      act.value({ ...context, actor, requestId: request.id, locale: localeOf(request), proofs: proofsOf(machine.config) } as never)
    return typeof key === 'string' && cause.actorId ? once(context, cause.actorId, key, `${request.url} ${JSON.stringify(request.body)}`, run) : run()
  })
}

/** What runs in the transaction; a command with work ahead of it does that now. */
async function aheadOf(machine: Machine, handle: Handler, input: object, request: FastifyRequest, reply: FastifyReply): Promise<Result<Act>> {
  if (typeof handle === 'function') return { ok: true, value: (context) => handle(context, input as never) }
  const context = { db: machine.db, now: machine.clock(), actor: request.actor, left: leaving(reply) }
  return handle.ahead(context as never, input as never) as Promise<Result<Act>>
}

const causeOf = (contract: CommandContract, request: FastifyRequest, id: string): Cause => ({
  requestId: request.id,
  actorId: request.actor?.kind === 'user' ? request.actor.userId : null,
  command: contract.name,
  objectId: id === '0' ? null : id,
  ...(contract.actor === 'host' && { byItself: true }),
})

function atTheDoor(contract: CommandContract, actor: Actor): ReturnType<typeof refuse> | null {
  if (contract.actor === 'host') return actor.kind === 'host' ? null : refuse('HOST_TOKEN_INVALID')
  if (contract.actor === 'anyone') return null
  if (actor.kind !== 'user') return refuse('LOGIN_REQUIRED')
  return actor.onboarded || contract.name === 'AcceptTerms' ? null : refuse('ONBOARDING_REQUIRED')
}

/** `id` is the first parameter, whatever the contract calls it; ids are UUIDs, or 0 where the path says /0. */
function readPath(contract: CommandContract, params: Path): { id: string; v: number; path: Path } | null {
  const names = [...contract.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const idName = names.find((name) => name !== 'v')
  const id = idName ? params[idName]! : '0'
  if (idName && !uuid.safeParse(id).success) return null
  const v = version.safeParse(params['v'] ?? 0)
  return v.success ? { id: id.toLowerCase(), v: v.data, path: params } : null
}

/** The same key twice is one effect and one answer; a second caller waits for the first one's commit. */
async function once(
  context: ChangeContext,
  userId: string,
  key: string,
  request: string,
  act: () => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  if (!/^[\w-]{8,100}$/.test(key)) return refuse('MALFORMED', { field: 'Idempotency-Key' })
  const hash = createHash('sha256').update(request).digest('hex')
  const row = { user_id: userId as never, key, request_hash: hash, created_at: context.now, reply: null }
  const mine = await context.tx
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (mine.numInsertedOrUpdatedRows === 1n) {
    const result = await act()
    if (!result.ok) {
      // a refusal is no effect: the key may be used again even where the refusal keeps what it counted
      if (result.keeps) await context.tx.deleteFrom('idempotency_keys').where('user_id', '=', row.user_id).where('key', '=', key).execute()
      return result
    }
    await context.tx
      .updateTable('idempotency_keys')
      .set({ reply: JSON.stringify(result.value) })
      .where('user_id', '=', userId as never)
      .where('key', '=', key)
      .execute()
    return result
  }
  const earlier = await context.tx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('user_id', '=', userId as never)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return earlier.request_hash === hash ? { ok: true, value: earlier.reply } : refuse('IDEMPOTENCY_MISMATCH')
}
