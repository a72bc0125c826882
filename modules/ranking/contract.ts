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

/** What a race did to somebody's rank: "+72: beat 23 cars, expected 11.5". */
export const rankingChange = z.object({
  delta: z.number().int(),
  won: z.number(),
  expected: z.number(),
  /** They came into it with few ranked races: it counts double. */
  isProvisional: z.boolean(),
})
export type RankingChange = z.infer<typeof rankingChange>

const level = z.object({ license: licence, safetyLevel: z.number() })
/** Upgraded where `delta` is above zero and the licence differs, downgraded where it is below; else the level alone moved. */
export const licenseChange = z.object({ delta: z.number(), from: level, to: level })
export type LicenseChange = z.infer<typeof licenseChange>

/** What a driver of a result has beside the name; null where the race was not ranked, or they were not rated in it. */
export const ratedDriver = { rating: rating.nullable(), rankingChange: rankingChange.nullable(), licenseChange: licenseChange.nullable() }

export const RANKING_STATUSES = ['UNRANKED', 'PENDING', 'COMPLETED', 'REVERTED'] as const
export type RankingStatus = (typeof RANKING_STATUSES)[number]
/** Why a race says UNRANKED: the event is not ranked, no class had enough starters, or it was too short. */
export const UNRANKED_REASONS = ['EVENT', 'STARTERS', 'SHORT'] as const
export type UnrankedReason = (typeof UNRANKED_REASONS)[number]

/** What it keeps is shown by other rooms. */
export const rankingContract = {}
