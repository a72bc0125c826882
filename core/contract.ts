import { z } from 'zod'
import type { RefusalCode } from './refusal.ts'

/**
 * A contract is plain data: what crosses the wall between page and server. The server's doors, the OpenAPI document and the
 * page's `ask` and `send` are all driven by it.
 */
export type CommandContract<Body extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType, Who extends CommandActor = CommandActor> = {
  readonly kind: 'command'
  readonly method: 'POST'
  /** With `{name}` for parameters; `{v}` is the version the caller has seen. */
  readonly path: string
  readonly name: string
  readonly summary: string
  readonly body: Body
  readonly reply: Reply
  readonly refusals: readonly RefusalCode[]
  /** Who gets past the door at all; the room's policy decides the rest. */
  readonly actor: Who
  /** Bytes of the largest body, where the usual limit is too small. */
  readonly bodyLimit?: number
}

export type CommandActor = 'user' | 'anyone' | 'host'

export type QueryContract<Params extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> = {
  readonly kind: 'query'
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly summary: string
  /** Path parameters and query string (GET) or body (POST) in one shape. */
  readonly params: Params
  readonly reply: Reply
  readonly refusals: readonly RefusalCode[]
  /** `anyone`: the same answer for everybody, kept in memory and dropped by `topics`. `user`, `host`: never kept. */
  readonly actor: 'anyone' | 'user' | 'host'
  /** Media type of an answer that is not JSON: its value is the text, or its bytes as they are. */
  readonly produces?: string
  /** The name under which a browser keeps the answer. */
  readonly fileName?: string
  /** Bytes of the largest body (POST), where the usual limit is too small. */
  readonly bodyLimit?: number
}

export type Contract = CommandContract | QueryContract
export type Contracts = Readonly<Record<string, Contract>>

/** A command off the pattern says its own `path`; otherwise `target` gives its last two segments. */
type CommandOptions<Body extends z.ZodType, Reply extends z.ZodType, Who extends CommandActor> = {
  readonly summary: string
  /** `new` → /0/0, `version` → /{id}/{v}, `id` → /{id}/0 */
  readonly target?: 'new' | 'version' | 'id'
  readonly path?: string
  readonly body?: Body
  readonly reply?: Reply
  readonly refusals?: readonly RefusalCode[]
  readonly actor?: Who
  readonly bodyLimit?: number
}

const TARGET = { new: '/0/0', version: '/{id}/{v}', id: '/{id}/0' } as const

export const noBody = z.strictObject({})
/** Reply of a command on a thing with a version. */
export const versionReply = z.object({ v: z.number().int() })
/** Reply of a command that creates. */
export const createdReply = z.object({ aggregateId: z.string(), v: z.number().int() })

export function command<
  Body extends z.ZodType = typeof noBody,
  Reply extends z.ZodType = typeof versionReply,
  const Who extends CommandActor = 'user',
>(aggregate: string, name: string, options: CommandOptions<Body, Reply, Who>): CommandContract<Body, Reply, Who> {
  return {
    kind: 'command',
    method: 'POST',
    path: options.path ?? `/command/${aggregate}/${name}${TARGET[options.target ?? 'version']}`,
    name,
    summary: options.summary,
    body: options.body ?? (noBody as unknown as Body),
    reply: options.reply ?? (versionReply as unknown as Reply),
    refusals: options.refusals ?? [],
    actor: options.actor ?? ('user' as Who),
    bodyLimit: options.bodyLimit,
  }
}

export function query<Params extends z.ZodType, Reply extends z.ZodType>(
  path: string,
  options: {
    readonly summary: string
    readonly params: Params
    readonly reply: Reply
    readonly method?: 'GET' | 'POST'
    readonly refusals?: readonly RefusalCode[]
    readonly actor?: QueryContract['actor']
    readonly produces?: string
    readonly fileName?: string
    readonly bodyLimit?: number
  },
): QueryContract<Params, Reply> {
  return {
    kind: 'query',
    method: options.method ?? 'GET',
    path,
    summary: options.summary,
    params: options.params,
    reply: options.reply,
    refusals: options.refusals ?? [],
    actor: options.actor ?? (path.startsWith('/public/') ? 'anyone' : 'user'),
    produces: options.produces,
    fileName: options.fileName,
    bodyLimit: options.bodyLimit,
  }
}

/** What the doors refuse before a room hears of a call, and what may befall any: these stand in no room's list. */
export function doorRefusals(contract: Contract): readonly RefusalCode[] {
  const { kind, method, actor, path } = contract
  const asUser = actor === 'user'
  const byCommand = kind === 'command'
  const codes: readonly (readonly [RefusalCode, boolean])[] = [
    ['MALFORMED', true],
    ['LOGIN_REQUIRED', asUser],
    ['ONBOARDING_REQUIRED', asUser && byCommand],
    ['HOST_TOKEN_INVALID', actor === 'host'],
    ['CROSS_SITE', method === 'POST' && actor !== 'host'],
    ['NOT_FOUND', path.includes('{')],
    ['VERSION_CONFLICT', byCommand && path.includes('{v}')],
    ['IDEMPOTENCY_MISMATCH', asUser && byCommand],
    ['RATE_LIMIT_EXCEEDED', true],
    ['UNAVAILABLE', true],
    ['FAULT', true],
  ]
  return codes.filter(([, may]) => may).map(([code]) => code)
}

/** Every code a call may be refused with. */
export const refusalsOf = (contract: Contract): readonly RefusalCode[] => [...new Set([...contract.refusals, ...doorRefusals(contract)])]

export type BodyOf<C> = C extends CommandContract<infer Body> ? z.infer<Body> : never
export type ParamsOf<C> = C extends QueryContract<infer Params> ? z.infer<Params> : never
export type SentOf<C> = C extends CommandContract<infer Body> ? z.input<Body> : C extends QueryContract<infer Params> ? z.input<Params> : never
export type ReplyOf<C> =
  C extends CommandContract<z.ZodType, infer Reply> ? z.infer<Reply> : C extends QueryContract<z.ZodType, infer Reply> ? z.infer<Reply> : never

/** A number in steps of a whole one, a tenth, a hundredth or a thousandth: one just beside a step, however near to it, is none. */
export const inSteps = (step: number) =>
  z
    .number()
    .multipleOf(step)
    .refine((value) => Number(value.toFixed(3)) === value)

/** Fills `{name}` of a path; what the path does not name comes back as `rest`. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>>): { path: string; rest: Record<string, unknown> } {
  const rest = { ...params }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value ?? '0'))
  })
  return { path: filled, rest }
}
