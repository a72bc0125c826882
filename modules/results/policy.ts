import { refuse, type Verdict } from '#core/result.ts'
import type { UserId } from '#core/ids.ts'
import { atLeast, type Role } from '#modules/leagues/rules.ts'
import { seesAllLaps } from './rules.ts'

/** Where the event belongs and how the asker stands there; `role` is null for a visitor or a stranger. */
export type Standing = { readonly isPublic: boolean; readonly isDraft: boolean; readonly role: Role | null }

/** A hidden community's results are missing to everybody outside it, a draft's to all but admins. */
export const maySee = ({ isPublic, isDraft, role }: Standing): Verdict =>
  ((isPublic || role !== null) && (!isDraft || atLeast(role, 'admin'))) || refuse('NOT_FOUND')

export const mayManageFiles = (standing: Standing): Verdict => {
  const seen = maySee(standing)
  return seen === true ? atLeast(standing.role, 'admin') || refuse('ADMIN_REQUIRED') : seen
}

/** Own laps are everybody's own; others' belong to a plan. */
export const maySeeLaps = (asker: { readonly userId: UserId; readonly plan: string }, drivers: readonly string[]): boolean =>
  seesAllLaps(asker.plan) || drivers.includes(asker.userId)
