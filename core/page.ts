import { z } from 'zod'

/** Page sizes of the platform; any `limit` above the cap is the cap. */
export const PAGE = { SMALL: 10, STANDARD: 12, MEDIUM: 20, LARGE: 50, CAP: 100 } as const

/** How many of a list are wanted, `size` where nobody says. */
export const limit = (size: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .overwrite((wanted) => Math.min(wanted, PAGE.CAP))
    .default(size)
    .describe(`A larger one counts as ${PAGE.CAP}.`)

/** `limit` and `offset` of a list, from a query string or a body. */
export const paging = (size: number) => ({
  limit: limit(size),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
})
