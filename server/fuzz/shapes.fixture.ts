import fc from 'fast-check'
import { z } from 'zod'
import { hostile, hostileNumber, hostileText } from './values.fixture.ts'

type Shape = {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Shape
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** Values of the right shape, out of a contract's own schema: with ids that exist and texts nobody expects. */
export const fitting = (schema: z.ZodType, ids: fc.Arbitrary<string>): fc.Arbitrary<unknown> =>
  ofShape(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape, ids)

function ofShape(shape: Shape, ids: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const choices = shape.anyOf ?? shape.oneOf
  if (choices) return fc.oneof(...choices.map((one) => ofShape(one, ids)))
  if (shape.enum) return fc.constantFrom(...shape.enum)
  if ('const' in shape) return fc.constant(shape.const)
  switch (shape.type) {
    case 'object':
      return ofObject(shape, ids)
    case 'array': {
      const { minItems: minLength = 0, maxItems = 12 } = shape
      return fc.array(ofShape(shape.items ?? {}, ids), { minLength, maxLength: Math.max(minLength, Math.min(maxItems, 12)) })
    }
    case 'string':
      return ofText(shape, ids)
    case 'integer':
      return ofInteger(shape)
    case 'number':
      return fc.oneof(ofInteger(shape), fc.double({ min: shape.minimum ?? -1e9, max: shape.maximum ?? 1e9, noNaN: true }), hostileNumber)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return hostile
  }
}

function ofObject(shape: Shape, ids: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties: more } = shape
  const keys = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, ofShape(one, ids)]))
  const known = fc.record(keys, { requiredKeys: required.filter((name) => name in keys) })
  if (typeof more !== 'object') return known
  const others = fc.dictionary(fc.oneof(fc.string({ maxLength: 12 }), hostileText), ofShape(more, ids), { maxKeys: 5 })
  return fc.tuple(known, others).map(([one, other]) => ({ ...other, ...one }))
}

function ofText(shape: Shape, ids: fc.Arbitrary<string>): fc.Arbitrary<string> {
  if (shape.format === 'uuid') return ids
  if (shape.format === 'date-time')
    return fc.date({ noInvalidDate: true, min: new Date('1900-01-01'), max: new Date('2200-01-01') }).map((at) => {
      const step = 300_000
      return new Date(Math.round(at.getTime() / step) * step).toISOString()
    })
  const { minLength = 0, maxLength = 200 } = shape
  const cut = (text: string): string => text.slice(0, maxLength).padEnd(minLength, 'x')
  const any = fc.oneof(hostileText.map(cut), fc.string({ minLength, maxLength: Math.min(maxLength, 60) }), ids.map(cut))
  return shape.pattern ? fc.oneof({ weight: 3, arbitrary: matching(shape.pattern) }, { weight: 1, arbitrary: any }) : any
}

function matching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'))
  } catch {
    return hostileText
  }
}

function ofInteger({ minimum = -1000, maximum = 1e6 }: Shape): fc.Arbitrary<unknown> {
  const within = fc.integer({ min: Math.max(Math.ceil(minimum), -2_147_483_648), max: Math.min(Math.floor(maximum), 2_147_483_647) })
  return fc.oneof({ weight: 4, arbitrary: within }, fc.constantFrom(minimum, maximum))
}
