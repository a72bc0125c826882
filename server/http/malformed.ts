import type { z } from 'zod'
import { refuse } from '#core/result.ts'

/** A body or query that does not fit its contract: the first fault, at its field. */
export function malformed(error: z.ZodError): ReturnType<typeof refuse> {
  const [issue] = error.issues
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  return refuse('MALFORMED', { field: [...(issue?.path ?? []), ...(unknown ? [unknown] : [])].join('.'), reason: issue?.message ?? '' })
}
