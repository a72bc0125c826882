import { ok, refuse, type Result, type Verdict } from '#core/result.ts'
import type { Role } from '#modules/leagues/rules.ts'

/** What somebody says to the terms: whether they are ticked, and of which version, where that is told: others may stand there by now. */
export type Ticked = { readonly tos?: boolean | undefined; readonly tosVersion?: number | undefined }

/** The terms of now are ticked when there are any; refuses TERMS_NOT_ACCEPTED. Gives the version agreed to. */
export function agree(
  terms: { readonly exist: boolean; readonly version: number },
  { tos, tosVersion = terms.version }: Ticked,
): Result<number | null> {
  if (!terms.exist) return ok(null)
  return tos === true && tosVersion === terms.version ? ok(terms.version) : refuse('TERMS_NOT_ACCEPTED', { field: 'tos' })
}

export type RoleChange = 'AddAdmin' | 'RemoveAdmin' | 'AddSteward' | 'RemoveSteward'
const CHANGES: Readonly<Record<RoleChange, { readonly from: readonly Role[]; readonly to: Role }>> = {
  AddAdmin: { from: ['member', 'steward'], to: 'admin' },
  RemoveAdmin: { from: ['admin'], to: 'member' },
  AddSteward: { from: ['member'], to: 'steward' },
  RemoveSteward: { from: ['steward'], to: 'member' },
}

/** `count` admins beside the owner, `max` of the plan, `null` for no limit. */
export type AdminSeats = { readonly count: number; readonly max: number | null }
const isFull = ({ count, max }: AdminSeats): boolean => max !== null && count >= max

/** The role somebody has afterwards; refuses NOT_A_MEMBER, WRONG_STATE, LIMIT_ADMINS. */
export function changeRole(change: RoleChange, target: Role | null, seats: AdminSeats): Result<Role> {
  const { from, to } = CHANGES[change]
  if (target === null) return refuse('NOT_A_MEMBER')
  if (!from.includes(target)) return refuse('WRONG_STATE')
  if (to === 'admin' && isFull(seats)) return refuse('LIMIT_ADMINS', { max: seats.max })
  return ok(to)
}

/** What the owner is after handing over; refuses NOT_A_MEMBER, WRONG_STATE. The seat of an admin who becomes the owner is free for the old one. */
export function handOver(target: Role | null, seats: AdminSeats): Result<Role> {
  if (target === null) return refuse('NOT_A_MEMBER')
  if (target === 'owner') return refuse('WRONG_STATE')
  return ok(isFull({ ...seats, count: seats.count - (target === 'admin' ? 1 : 0) }) ? 'member' : 'admin')
}

/** An application is decided or taken back once; refuses WRONG_STATE. */
export const onPending = (status: string): Verdict => status === 'PENDING' || refuse('WRONG_STATE')
