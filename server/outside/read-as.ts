import { z } from 'zod'

/**
 * What somebody sent as its schema has it. A schema asks for the length of what is none of its kind as well, and falls over an object there that
 * says nothing of its value (`{ "length": { "valueOf": null, "toString": 1 } }`): that fits no schema, and is told as what fits none.
 */
export function readAs<S extends z.ZodType>(schema: S, given: unknown): z.ZodSafeParseResult<z.output<S>> {
  try {
    return schema.safeParse(given)
  } catch (fault) {
    if (!(fault instanceof TypeError) || fault.message !== 'Cannot convert object to primitive value') throw fault
    return { success: false, error: new z.ZodError([]) as z.ZodError<never> }
  }
}
