import { ok, refuse, type Result } from '#core/result.ts'
import type { SessionId, UserId } from '#core/ids.ts'
import { PICKS_AT_MOST, type PICK_TARGETS } from './rules.ts'

export type Target = { readonly type: (typeof PICK_TARGETS)[number]; readonly id: string; readonly isSwapList: boolean }
export type Pick = { readonly userId: UserId; readonly carId: string | null }
export type PickList = {
  readonly v: number
  readonly active: boolean
  readonly sessionId: SessionId | null
  readonly isSwap: boolean
  readonly picks: readonly Pick[]
}

/** As it is before anybody has picked. */
export const NO_LIST: PickList = { v: 0, active: false, sessionId: null, isSwap: false, picks: [] }

type Changed = {
  readonly target?: Target | null | undefined
  readonly entries?: readonly { userId: UserId; carId?: string | null | undefined }[] | undefined
}

/** What is left out stays. Refuses WRONG_STATE for a list that is not active, NOT_FOUND for a target that is none of the community's coming events. */
export function setEntries(list: PickList, { target, entries }: Changed, hasEvent: boolean): Result<PickList> {
  if (!list.active) return refuse('WRONG_STATE')
  // no tournament exists that could be found
  if (target && (target.type !== 'EVENT' || !hasEvent)) return refuse('NOT_FOUND', { field: 'target' })
  const picks = new Map((entries ?? list.picks).map(({ userId, carId = null }) => [userId, { userId, carId }]))
  if (picks.size > PICKS_AT_MOST) return refuse('CONFIG_INVALID', { field: 'entries', reason: 'most', max: PICKS_AT_MOST })
  const aim = target === undefined ? { sessionId: list.sessionId, isSwap: list.isSwap } : aimOf(target)
  return ok({ ...list, ...aim, picks: [...picks.values()] })
}

const aimOf = (target: Target | null) => ({ sessionId: (target?.id ?? null) as SessionId | null, isSwap: target?.isSwapList ?? false })

/** What is left of a list that was applied: who did not fit, or nothing. */
export function afterApply(list: PickList, missed: readonly UserId[]): PickList {
  const picks = list.picks.filter(({ userId }) => missed.includes(userId))
  return picks.length === 0 ? { ...NO_LIST, v: list.v } : { ...list, isSwap: false, picks }
}
