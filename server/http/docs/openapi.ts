import { refusalStatus, type RefusalCode } from '#core/refusal.ts'

/** As much of OpenAPI 3.1 as is written here. */
export type OpenApi = {
  readonly openapi: string
  readonly info: { readonly title: string; readonly description: string; readonly version: string }
  readonly tags: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: object
}

type Parameter = { readonly name: string; readonly in: 'path' | 'query' | 'header'; readonly required: boolean; readonly schema: object }
export type Operation = {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly parameters: readonly (Parameter & { readonly description?: string })[]
  readonly requestBody?: object
  readonly responses: Readonly<Record<string, { readonly description: string; readonly [more: string]: unknown }>>
  readonly [more: string]: unknown
}

/** Codes by their status. */
export function refusalResponses(codes: readonly RefusalCode[]): Operation['responses'] {
  const statuses = Map.groupBy(codes, (code) => refusalStatus(code))
  return Object.fromEntries([...statuses].map(([status, of]) => [status, { description: of.toSorted().join(', '), content: REFUSAL }]))
}

const REFUSAL = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } }
