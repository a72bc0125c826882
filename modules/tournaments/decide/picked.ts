import type { Refusal } from '#core/refusal.ts'
import { ok, refuse, type Result, type Verdict } from '#core/result.ts'
import type { UserId } from '#core/ids.ts'
import { chooseSeasonCar, offeredCars, type SeasonCars } from '../decide.ts'
import { takesEntries, type ParticipantStatus, type TournamentStatus } from '../rules.ts'

/** Somebody whom an admin has picked for a season; `null` where no car, or no class, was chosen. */
export type SeasonPick = { readonly userId: UserId; readonly carId: string | null; readonly classId: string | null }
export type SeasonCandidate = SeasonPick & { readonly isBanned: boolean; readonly isMember: boolean; readonly before: ParticipantStatus | null }

export type SeasonClass = { readonly id: string; readonly carIds: readonly string[]; readonly maxEntries: number | null; readonly taken: number }
export type SeasonField = {
  /** Free seats. */
  readonly seats: number
  readonly cars: Omit<SeasonCars, 'ofClass'>
  readonly classes: readonly SeasonClass[]
  /** Who drives the season, or waits for a seat. */
  readonly present: readonly { readonly userId: UserId; readonly isIn: boolean; readonly classId: string | null }[]
  /** The picked replace those who are in. */
  readonly isSwap: boolean
}

type Seat = { readonly carId: string | null; readonly classId: string | null }
export type SeasonComing = Seat & { readonly userId: UserId; readonly waited: boolean }
export type SeasonPlan = {
  readonly comes: readonly SeasonComing[]
  /** In a swap: who is in and picked. */
  readonly stays: readonly UserId[]
  readonly misses: readonly { readonly userId: UserId; readonly refusal: Refusal }[]
  readonly goes: readonly { readonly userId: UserId; readonly classId: string | null }[]
}

/** What keeps all of them out. Whoever goes out for others has driven nothing yet: points are not taken from anybody. */
export function takesPicked(season: { readonly status: TournamentStatus; readonly joinAfterStart: boolean }, isSwap: boolean): Verdict {
  if (!takesEntries(season)) return refuse('REGISTRATION_CLOSED')
  return !isSwap || season.status === 'REGISTRATION' || refuse('WRONG_STATE', { status: season.status, reason: 'swapStarted' })
}

/** Who of the picked gets into the season, in their order, and in a swap who goes out for them. */
export function planSeason(candidates: readonly SeasonCandidate[], { cars, classes, present, isSwap, ...field }: SeasonField): SeasonPlan {
  const picked = new Set(candidates.map(({ userId }) => userId))
  const goes = isSwap ? present.filter(({ isIn, userId }) => isIn && !picked.has(userId)) : []
  let seats = field.seats + goes.length
  const taken = new Map(classes.map(({ id, taken: before }) => [id, before - goes.filter(({ classId }) => classId === id).length]))
  const [comes, stays, misses]: [SeasonComing[], UserId[], SeasonPlan['misses'][number][]] = [[], [], []]
  for (const candidate of new Map(candidates.map((one) => [one.userId, one])).values()) {
    const { userId } = candidate
    if (candidate.before === 'ACTIVE' && isSwap) {
      stays.push(userId)
      continue
    }
    const seat = seatOf(candidate)
    if (!seat.ok) {
      misses.push({ userId, refusal: seat.refusal })
      continue
    }
    seats -= 1
    const { classId } = seat.value
    if (classId !== null) taken.set(classId, (taken.get(classId) ?? 0) + 1)
    comes.push({ ...seat.value, userId, waited: candidate.before === 'WAITING_LIST' })
  }
  return { comes, stays, misses, goes }

  function seatOf({ userId, carId, classId, ...candidate }: SeasonCandidate): Result<Seat> {
    const may = mayBePicked(candidate)
    if (may !== true) return may
    // who waits has said what they drive
    const waiting = candidate.before === 'WAITING_LIST' ? present.find((one) => one.userId === userId) : undefined
    const seat = waiting ? ok({ carId: null, classId: waiting.classId }) : chooseSeat({ carId, classId })
    if (!seat.ok) return seat
    if (seats <= 0) return refuse('REGISTRATION_FULL')
    const full = classes.find((one) => one.id === seat.value.classId && one.maxEntries !== null && (taken.get(one.id) ?? 0) >= one.maxEntries)
    return full ? refuse('CLASS_LIMIT_REACHED', { field: 'car' }) : seat
  }

  /** The car says the class where one class alone has it. Refuses CAR_NOT_IN_EVENT where a car, or a class, is still to be chosen. */
  function chooseSeat({ carId, classId }: Seat): Result<Seat> {
    const missing = refuse('CAR_NOT_IN_EVENT', { field: 'car' })
    if (classes.length > 0) {
      const fitting = classes.filter((one) => (classId === null || one.id === classId) && (carId === null || one.carIds.includes(carId)))
      const [only] = fitting
      if (fitting.length !== 1 || !only) return missing
      const car = chooseSeasonCar({ ...cars, ofClass: only.carIds }, carId)
      return car.ok ? ok({ carId: car.value, classId: only.id }) : missing
    }
    if (classId !== null) return missing
    const of = { ...cars, ofClass: null }
    // a season that names no car and has no events yet leaves it to them
    const car = chooseSeasonCar(of, offeredCars(of).length === 0 ? null : carId)
    return car.ok ? ok({ carId: car.value, classId: null }) : missing
  }
}

/** product.md §4: "participant LEFT or DISQUALIFIED blocks registration", by whomever. */
function mayBePicked({ isBanned, isMember, before }: Pick<SeasonCandidate, 'isBanned' | 'isMember' | 'before'>): Verdict {
  if (before === 'ACTIVE') return refuse('ALREADY_REGISTERED')
  if (before === 'LEFT' || before === 'DISQUALIFIED') return refuse('REJOIN_NOT_ALLOWED', { reason: before === 'LEFT' ? 'left' : 'disqualified' })
  if (isBanned) return refuse('MEMBER_BANNED')
  return isMember || refuse('MEMBER_REQUIRED')
}
