/** As much of JSON Schema as zod writes. */
export type Schema = {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly format?: string
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly minLength?: number
  readonly minItems?: number
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
}

const DEEPEST = 8
const TEXT: Readonly<Record<string, string>> = {
  uuid: '01a133a9-63c2-756d-856a-5df9e39a8c0c',
  'date-time': '2026-11-20T20:00:00.000Z',
  date: '2026-11-20',
  email: 'driver@example.org',
  uri: 'https://example.org/',
}

/** A value of a shape, for people to begin from: everything that may stand there, the first of several kinds. Not every rule of a room is in a shape. */
export function exampleOf(schema: Schema, depth = 0, defs: Schema['$defs'] = schema.$defs): unknown {
  if (schema.examples?.length) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  if (depth > DEEPEST) return null
  const next = (one: Schema): unknown => exampleOf(one, depth + 1, defs)
  if (schema.$ref) return next(defs?.[schema.$ref.split('/').at(-1)!] ?? {})
  const kinds = schema.anyOf ?? schema.oneOf
  if (kinds) return next(kinds.find(({ type }) => type !== 'null') ?? {})
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(next)) as unknown
  if (schema.properties) return Object.fromEntries(Object.entries(schema.properties).map(([name, one]) => [name, next(one)]))
  if (schema.prefixItems) return schema.prefixItems.map(next)
  if (schema.items) return Array.from({ length: Math.max(1, Math.min(2, schema.minItems ?? 1)) }, () => next(schema.items!))
  if (schema.type === 'string') return TEXT[schema.format ?? ''] ?? 'text'.padEnd(Math.min(schema.minLength ?? 0, 60), ' text').trim()
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1
  if (schema.type === 'boolean') return true
  return schema.type === 'object' ? {} : null
}
