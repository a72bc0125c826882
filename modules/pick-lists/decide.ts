import { ok, refuse, type Result } from '#core/result.ts'
import type { UserId } from '#core/ids.ts'
import { PICKS_AT_MOST, type PICK_TARGETS } from './rules.ts'

export type Target = { readonly type: (typeof PICK_TARGETS)[number]; readonly id: string; readonly isSwapList: boolean }
export type Pick = { readonly userId: UserId; readonly carId: string | null; readonly classId: string | null }
export type PickList = {
  readonly v: number
  readonly active: boolean
  readonly target: Target | null
  readonly picks: readonly Pick[]
}

/** As it is before anybody has picked. */
export const NO_LIST: PickList = { v: 0, active: false, target: null, picks: [] }

type Changed = {
  readonly target?: Target | null | undefined
  readonly entries?: readonly { userId: UserId; carId?: string | null | undefined; carClassId?: string | null | undefined }[] | undefined
}

/** What is left out stays. Refuses WRONG_STATE for a list that is not active, NOT_FOUND for a target that is none of the community's events and championships. */
export function setEntries(list: PickList, { target = list.target, entries }: Changed, isThere: boolean): Result<PickList> {
  if (!list.active) return refuse('WRONG_STATE')
  if (target && target !== list.target && !isThere) return refuse('NOT_FOUND', { field: 'target' })
  const given = entries?.map(({ userId, carId = null, carClassId = null }) => ({ userId, carId, classId: carClassId }))
  const picks = new Map((given ?? list.picks).map((pick) => [pick.userId, pick]))
  if (picks.size > PICKS_AT_MOST) return refuse('CONFIG_INVALID', { field: 'entries', reason: 'most', max: PICKS_AT_MOST })
  return ok({ ...list, target, picks: [...picks.values()] })
}

/** What is left of a list that was applied: who did not fit, or nothing. */
export function afterApply(list: PickList, missed: readonly UserId[]): PickList {
  const picks = list.picks.filter(({ userId }) => missed.includes(userId))
  return picks.length === 0 ? { ...NO_LIST, v: list.v } : { ...list, target: list.target && { ...list.target, isSwapList: false }, picks }
}
