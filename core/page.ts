import { z } from 'zod'

/** Page sizes of the platform; any `limit` above the cap is refused. */
export const PAGE = { SMALL: 10, STANDARD: 12, MEDIUM: 20, LARGE: 50, CAP: 100 } as const

/** `limit` and `offset` of a list, from a query string or a body. */
export const paging = (size: number) => ({
  limit: z.coerce.number().int().min(1).max(PAGE.CAP).default(size),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
})
