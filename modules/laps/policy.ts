import { refuse, type Verdict } from '#core/result.ts'
import { seesAllBestLaps } from './rules.ts'

/** Refuses FEATURE_NOT_IN_PLAN: the full table is part of a plan (product.md §6). */
export const maySeeAll = (plan: string): Verdict => seesAllBestLaps(plan) || refuse('FEATURE_NOT_IN_PLAN', { reason: 'bestLaps' })
