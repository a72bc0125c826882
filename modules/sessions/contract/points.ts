import { z } from 'zod'
import { inSteps } from '#core/contract.ts'
import { BOUNDS } from '../rules.ts'

const bonusPoints = inSteps(0.01).min(0).max(BOUNDS.bonusPoints)
/** Left out: the defaults of results. */
export const pointsFields = z.strictObject({
  /** Of the first, the second … */
  table: z.array(z.number().min(0).max(BOUNDS.points)).min(1).max(BOUNDS.pointsPlaces),
  minimumDistancePercent: z.number().int().min(0).max(100).optional(),
  /** Whether the place in the class or in the whole field earns the points. */
  scope: z.enum(['OVERALL', 'CLASS']).optional(),
  gridSize: z
    .strictObject({
      base: z.number().min(2).max(100),
      multiplier: z.number().min(0).max(5),
    })
    .nullish(),
  /** Besides those of the place: for the first of the qualifying, and for the fastest lap of the race. */
  bonus: z.strictObject({ pole: bonusPoints, fastestLap: bonusPoints }).nullish(),
})
export type PointsFields = z.infer<typeof pointsFields>
