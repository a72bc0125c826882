import type { z } from 'zod'
import { cleanTexts } from '#core/text.ts'

/** Formats of zod's own that name every sign they take. */
const FORMATS = new Set(['uuid', 'datetime', 'date'])

type Def = { readonly type: string; readonly [key: string]: unknown }

/** Where a schema takes a text that nobody has cleaned, or anything at all: paths of fields. */
export function bareTexts(schema: z.ZodType, path = ''): readonly string[] {
  const def = schema.def as unknown as Def
  const within = (inner: unknown, name: string): readonly string[] => bareTexts(inner as z.ZodType, name)
  const at = path === '' ? 'itself' : path
  const join = (name: string): string => (path === '' ? name : `${path}.${name}`)
  switch (def.type) {
    case 'string':
      return cleanTexts.get(schema) || FORMATS.has(String(def['format'])) ? [] : [at]
    case 'unknown':
    case 'any':
    case 'custom':
      return [at]
    case 'object':
      return Object.entries(def['shape'] as object).flatMap(([name, inner]) => within(inner, join(name)))
    case 'array':
      return within(def['element'], `${path}[]`)
    case 'tuple':
      return (def['items'] as unknown[]).flatMap((inner, index) => within(inner, `${path}[${index}]`))
    case 'record':
    case 'map':
      return [...within(def['keyType'], `${path}{key}`), ...within(def['valueType'], `${path}{}`)]
    case 'set':
      return within(def['valueType'], `${path}[]`)
    case 'union':
      return (def['options'] as unknown[]).flatMap((inner) => within(inner, path))
    case 'intersection':
      return [...within(def['left'], path), ...within(def['right'], path)]
    case 'pipe':
      // what a transform makes of a clean text is the server's own
      return within(def['in'], path)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return within(def['innerType'], path)
    case 'number':
    case 'boolean':
    case 'literal':
    case 'enum':
    case 'null':
    case 'never':
      return []
    default:
      return [`${at} (${def.type}, which this walk does not know)`]
  }
}
