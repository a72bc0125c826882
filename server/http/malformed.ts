import type { z } from 'zod'
import type { RefusalParams } from '#core/refusal.ts'
import { refuse } from '#core/result.ts'

type Issue = z.core.$ZodIssue
/** What is wrong, with its bounds: each word has a sentence in every language (`MALFORMED.short` of refusals.json). */
type Wrong = { readonly reason: string; readonly min?: number; readonly max?: number }

/** A body or query that does not fit its contract: the first fault, at its field, in people's words. */
export function malformed(error: z.ZodError): ReturnType<typeof refuse> {
  const [issue] = error.issues
  if (!issue) return refuse('MALFORMED')
  const { inner, path } = within(issue, issue.path)
  const unknown = inner.code === 'unrecognized_keys' ? inner.keys[0] : undefined
  return refuse('MALFORMED', { field: [...path, ...(unknown ? [unknown] : [])].join('.'), ...wrongIn(inner) } as RefusalParams)
}

/** Of several shapes of which none fits, the one that came the furthest says what is wrong. */
function within(issue: Issue, path: readonly PropertyKey[]): { readonly inner: Issue; readonly path: readonly PropertyKey[] } {
  if (issue.code !== 'invalid_union') return { inner: issue, path }
  const furthest = issue.errors.map((issues) => issues[0]).find((one) => one && one.code !== 'invalid_type' && one.code !== 'invalid_value')
  return furthest ? within(furthest, [...path, ...furthest.path]) : { inner: issue, path }
}

function wrongIn(issue: Issue): Wrong {
  const own = faultOf(issue.message)
  if (own) return own
  switch (issue.code) {
    case 'too_small':
      return { reason: LEAST[issue.origin] ?? 'least', min: Number(issue.minimum) }
    case 'too_big':
      return { reason: MOST[issue.origin] ?? 'most', max: Number(issue.maximum) }
    case 'invalid_type':
      return { reason: issue.input === undefined ? 'empty' : 'value' }
    case 'invalid_value':
      return { reason: 'choice' }
    case 'unrecognized_keys':
      return { reason: 'field' }
    case 'invalid_format':
      return { reason: issue.format === 'url' ? 'link' : 'value' }
    default:
      return { reason: 'value' }
  }
}

const LEAST: Readonly<Record<string, string>> = { string: 'short', array: 'few', set: 'few' }
const MOST: Readonly<Record<string, string>> = { string: 'long', array: 'many', set: 'many' }

/** A contract's own words: `letters 2 12`, `short 2`, `long 40`; the schemas' are sentences. */
function faultOf(message: string): Wrong | null {
  const [, reason, first, second] = /^([a-z]+)(?: (\d+))?(?: (\d+))?$/.exec(message) ?? []
  if (!reason) return null
  if (second !== undefined) return { reason, min: Number(first), max: Number(second) }
  return first === undefined ? { reason } : reason === 'short' ? { reason, min: Number(first) } : { reason, max: Number(first) }
}
