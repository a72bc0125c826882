/**
 * ranking: what drivers have reached by their races. Rank for each game and over all, one licence across games, and what each race did to them.
 * Specification: decisions.md §4; product.md §3 "Result row", §4 "License change".
 */
import { z } from 'zod'
import { LICENCES } from './rules/licence.ts'

export const licence = z.enum(LICENCES)

/** What a driver has reached in a game, wherever they are named; null in its place: they have never driven a ranked race. */
export const rating = z.object({
  rank: z.number().int(),
  /** Few ranked races in this game so far. */
  isProvisional: z.boolean(),
  license: licence,
  safetyLevel: z.number(),
})
export type RatingView = z.infer<typeof rating>
