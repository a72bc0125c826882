import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Contract } from '#core/contract.ts'
import { REFUSALS, refusalStatus, type RefusalCode } from '#core/refusal.ts'
import type { Machine } from '../machine.ts'
import { escapeHtml } from './plain-page.ts'
import { sendJson, sendText } from './answer.ts'

type Operation = { readonly summary: string; readonly tags: readonly string[]; readonly [more: string]: unknown }
export type OpenApi = {
  readonly openapi: string
  readonly info: object
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: object
}

/** The OpenAPI 3.1 document, made from the same contracts the doors run on, at `/openapi.json`, and a page to browse it at `/docs`. */
export function openApiDoor(app: FastifyInstance, machine: Machine): void {
  const document = openApi(machine)
  app.get('/openapi.json', async (request, reply) => sendJson(request, reply, 200, document))
  app.get('/docs', async (request, reply) => sendText(request, reply, 200, 'text/html; charset=utf-8', page(document, machine.config.productName)))
}

function openApi(machine: Machine): OpenApi {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const room of machine.rooms) {
    for (const contract of Object.values(room.contracts))
      (paths[contract.path] ??= {})[contract.method.toLowerCase()] = operation(room.name, contract)
  }
  ;(paths['/live'] ??= {})['get'] = {
    summary: 'Server-sent events naming the topics that changed',
    tags: ['live'],
    parameters: [{ name: 'topics', in: 'query', schema: { type: 'string' }, description: 'session:ID,league:ID,user:ID' }],
    responses: { 200: { description: 'events', content: { 'text/event-stream': {} } } },
  }
  const refusal = {
    type: 'object',
    required: ['code', 'params', 'message'],
    properties: { code: { enum: Object.keys(REFUSALS) }, params: { type: 'object' }, message: { type: 'string' } },
  }
  return {
    openapi: '3.1.0',
    info: {
      title: machine.config.productName,
      version: '1',
      description: 'Every call of the platform. A refusal answers with its status and {code, params, message}.',
    },
    paths,
    components: {
      schemas: { Refusal: refusal },
      securitySchemes: { login: { type: 'apiKey', in: 'cookie', name: 'paddock.session_token' }, host: { type: 'http', scheme: 'bearer' } },
    },
  }
}

function operation(room: string, contract: Contract): Operation {
  const names = [...contract.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const shape = json(contract.kind === 'command' ? contract.body : contract.params) as { properties?: Record<string, object> }
  const inPath = names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: shape.properties?.[name] ?? { type: name === 'v' ? 'integer' : 'string' },
  }))
  const inQuery = Object.entries(shape.properties ?? {}).filter(([name]) => !names.includes(name))
  const byBody = contract.method === 'POST'
  const statuses = Map.groupBy(contract.refusals, (code: RefusalCode) => refusalStatus(code))
  const refusals = [...statuses].map(([status, codes]) => [
    status,
    { description: codes.join(', '), content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } },
  ])
  const type = contract.kind === 'query' && contract.produces ? contract.produces.split(';')[0]! : 'application/json'
  return {
    summary: contract.summary,
    tags: [room],
    security: contract.actor === 'user' ? [{ login: [] }] : contract.actor === 'host' ? [{ host: [] }] : [],
    parameters: [...inPath, ...(byBody ? [] : inQuery.map(([name, schema]) => ({ name, in: 'query', schema })))],
    ...(byBody ? { requestBody: { content: { 'application/json': { schema: shape } } } } : {}),
    responses: { 200: { description: 'done', content: { [type]: { schema: json(contract.reply, 'output') } } }, ...Object.fromEntries(refusals) },
  }
}

const json = (schema: z.ZodType, io: 'input' | 'output' = 'input'): object => z.toJSONSchema(schema, { io, unrepresentable: 'any' })

function page(document: OpenApi, productName: string): string {
  const rows = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, call]) =>
        `<details><summary><b>${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code> ${escapeHtml(call.summary)}</summary><pre>${escapeHtml(JSON.stringify(call, null, 2))}</pre></details>`,
    ),
  )
  const style =
    'body{font:16px/1.5 system-ui;margin:2rem auto;max-width:70rem;padding:0 1rem}summary{cursor:pointer;padding:.4rem 0}pre{overflow:auto;background:#8882;padding:1rem;border-radius:6px}'
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(productName)} calls</title><style>${style}</style></head><body><main><h1>${escapeHtml(productName)} calls</h1><p><a href="/openapi.json">OpenAPI 3.1 document</a></p>${rows.join('')}</main></body></html>`
}
