/**
 * ranking: what drivers have reached by their races. Rank for each game and over all, one licence across games, and what each race did to them.
 * Specification: decisions.md §4; product.md §3 "Result row", §4 "License change".
 */
import { z } from 'zod'
import { query } from '#core/contract.ts'
import { userId } from '#core/ids.ts'
import { GAME_IDS } from '#games/game.ts'
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
/** Why a race says UNRANKED: the event is not ranked, no class had enough starters, it was too short, or nobody knows how long. */
export const UNRANKED_REASONS = ['EVENT', 'STARTERS', 'SHORT', 'UNTIMED'] as const
export type UnrankedReason = (typeof UNRANKED_REASONS)[number]

const rank = z.object({
  rank: z.number().int(),
  races: z.number().int(),
  /** Among everybody who was rated there: one more than have a higher rank. */
  place: z.number().int(),
  of: z.number().int(),
})
const gameId = z.enum(GAME_IDS)
export const driverRanks = z.object({
  /** "Rank per game, and one overall (mean weighted by races)"; null: they have never driven a ranked race. */
  overall: rank.nullable(),
  /** One across games; `risesAt` is the level of the next, after so many more races in this one; null at the top. */
  license: level.extend({ risesAt: z.number().nullable(), racesToRise: z.number().int() }).nullable(),
  /** Most races first. */
  games: z.array(
    rank.extend({
      game: gameId,
      isProvisional: z.boolean(),
      /** Gained or lost in the last thirty days. */
      trend: z.number().int(),
      /** The highest so far. */
      peak: z.number().int(),
      /** Before the first of the latest races and after each of them; null: none in twelve months. */
      line: z.object({ since: z.string(), ranks: z.array(z.number().int()) }).nullable(),
      /** Whether the game's files tell of contacts; where they do not, its races leave the licence as it is. */
      measuresContacts: z.boolean(),
    }),
  ),
})
export type DriverRanksView = z.infer<typeof driverRanks>

export const rankingContract = {
  driverRanks: query('/public/users/{id}/ranks', {
    summary: 'A driver’s rank in each game and over all, and the licence with its safety level; of no event',
    params: z.object({ id: userId }),
    reply: driverRanks,
    actor: 'anyone',
  }),
  rankHistory: query('/public/users/{id}/ranks/{game}', {
    summary: 'How a driver’s rank in a game went, race by race, the oldest first; of no event',
    params: z.object({ id: userId, game: gameId }),
    reply: z.object({ points: z.array(z.object({ at: z.string(), rank: z.number().int() })) }),
    actor: 'anyone',
  }),
}
