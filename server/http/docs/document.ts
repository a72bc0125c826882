import { z } from 'zod'
import { refusalsOf, type Contract } from '#core/contract.ts'
import { REFUSALS } from '#core/refusal.ts'
import type { Machine } from '#server/machine.ts'
import { exampleOf, type Schema } from './example.ts'
import { refusalResponses, type OpenApi, type Operation } from './openapi.ts'
import { otherPaths } from './other-paths.ts'

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 200 },
} as const
const ABOUT = `Every call of the platform.

**Refusals** have a status and \`{code, params, message}\`; the code is for programs, the message for people, in the language of the \`locale\` cookie or Accept-Language.

**Who asks** is told by the cookie of a login (see \`/auth\`), race hosts by \`Authorization: Bearer\`.

**Origin**: a POST by a browser must come from the platform's own pages; programs send the platform's address as \`Origin\`, or CROSS_SITE is answered.

**Idempotency-Key**: a command sent again with the same key and body answers as the first time and does nothing more; with another body it is refused.

**Versions**: \`{v}\` in a command's path is the version its caller has seen; where the thing has moved on, VERSION_CONFLICT is answered and nothing is done.`

/** The OpenAPI 3.1 document, made from the same contracts the doors run on. */
export function openApi(machine: Machine): OpenApi {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const room of machine.rooms) {
    for (const [call, contract] of Object.entries(room.contracts))
      (paths[contract.path] ??= {})[contract.method.toLowerCase()] = described(room.name, call, contract)
  }
  return {
    openapi: '3.1.0',
    info: { title: `${machine.config.productName} calls`, version: '1', description: ABOUT },
    tags: [...machine.rooms.map(({ name }) => ({ name })), { name: 'login' }, { name: 'files' }, { name: 'live' }, { name: 'operation' }],
    paths: { ...paths, ...otherPaths() },
    components: {
      schemas: {
        Refusal: {
          type: 'object',
          required: ['code', 'params', 'message'],
          properties: { code: { enum: Object.keys(REFUSALS) }, params: { type: 'object' }, message: { type: 'string' } },
        },
      },
      securitySchemes: {
        login: {
          type: 'apiKey',
          in: 'cookie',
          name: 'paddock.session_token',
          description: 'Set by the login; __Host-paddock.session_token over https.',
        },
        host: { type: 'http', scheme: 'bearer', description: 'The token a race host was registered with.' },
      },
    },
  }
}

/** What is said of a contract is said once in a process, however many platforms are started in it. */
const said = new WeakMap<Contract, Operation>()
const described: typeof operation = (room, call, contract) => {
  const known = said.get(contract) ?? operation(room, call, contract)
  said.set(contract, known)
  return known
}

function operation(room: string, call: string, contract: Contract): Operation {
  const names = [...contract.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const shape = json(contract.kind === 'command' ? contract.body : contract.params) as Schema
  const own = Object.fromEntries(Object.entries(shape.properties ?? {}).filter(([name]) => !names.includes(name)))
  const required = (shape.required ?? []).filter((name) => !names.includes(name))
  const byBody = contract.method === 'POST'
  const body: Schema = shape.properties ? { ...shape, properties: own, required } : shape
  const inPath = names.map(
    (name) => ({ name, in: 'path', required: true, schema: shape.properties?.[name] ?? { type: name === 'v' ? 'integer' : 'string' } }) as const,
  )
  const inQuery = Object.entries(own).map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }) as const)
  const isCommand = contract.kind === 'command'
  return {
    operationId: `${room}.${call}`,
    summary: contract.summary,
    tags: [room],
    security: contract.actor === 'user' ? [{ login: [] }] : contract.actor === 'host' ? [{ host: [] }] : [],
    parameters: [...inPath, ...(byBody ? [] : inQuery), ...(isCommand && contract.actor === 'user' ? [IDEMPOTENCY_KEY] : [])],
    ...(byBody ? { requestBody: { required: true, content: { 'application/json': { schema: body, example: exampleOf(body) } } } } : {}),
    responses: { ...answered(contract), ...refusalResponses(refusalsOf(contract)) },
  }
}

function answered(contract: Contract): Operation['responses'] {
  const type = contract.kind === 'query' && contract.produces ? contract.produces.split(';')[0]! : 'application/json'
  const schema = json(contract.reply, 'output') as Schema
  const done = { description: 'done', content: { [type]: type === 'application/json' ? { schema, example: exampleOf(schema) } : { schema } } }
  return contract.kind === 'query' && contract.actor === 'anyone'
    ? { 200: done, 304: { description: 'unchanged since the answer whose ETag came as If-None-Match' } }
    : { 200: done }
}

function json(schema: z.ZodType, io: 'input' | 'output' = 'input'): object {
  // the dialect is that of the whole document (OpenAPI 3.1 "Schema Object")
  const { $schema, ...said } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: ({ jsonSchema }) => sayOnce(jsonSchema) })
  return said
}

/** A format says what its pattern says, and integers are as large as integers are: a third of the document was that. */
function sayOnce(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format) delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
}
