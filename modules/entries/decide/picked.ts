import type { Refusal } from '#core/refusal.ts'
import { refuse, type Verdict } from '#core/result.ts'
import type { EntryId, UserId } from '#core/ids.ts'
import { hasRoom } from '#modules/sessions/rules/seats.ts'
import { chooseCar, type CarOfEntry, type Offer } from '../decide.ts'

/** Somebody whom an admin has picked for an event; `carId` is `null` where no car was chosen. */
export type Pick = { readonly userId: UserId; readonly carId: string | null; readonly classId?: string | null }
export type Candidate = Pick & { readonly may: Verdict }

/** An entry that is in, or waits. */
export type Present = { readonly id: EntryId; readonly isIn: boolean; readonly classId: string | null; readonly drivers: readonly UserId[] }

export type Field = {
  readonly offer: Offer
  /** Free ones. */
  readonly seats: number
  readonly present: readonly Present[]
  /** The picked replace those who are in. */
  readonly isSwap: boolean
  /** Whether who waits may be moved in: not once the check-in has closed. */
  readonly mayMoveUp: boolean
}

export type Coming = { readonly userId: UserId; readonly car: CarOfEntry } | { readonly userId: UserId; readonly waits: Present }
export type Plan = {
  readonly comes: readonly Coming[]
  /** In a swap: who is in and picked. */
  readonly stays: readonly UserId[]
  readonly misses: readonly { readonly userId: UserId; readonly refusal: Refusal }[]
  readonly goes: readonly Present[]
}

/** Who of the picked gets in, in their order, and in a swap who goes out for them. */
export function planPicked(candidates: readonly Candidate[], { offer, present, isSwap, mayMoveUp, ...field }: Field): Plan {
  const picked = new Set(candidates.map(({ userId }) => userId))
  const goes = isSwap ? present.filter(({ isIn, drivers }) => isIn && !drivers.some((one) => picked.has(one))) : []
  let seats = field.seats + goes.length
  const taken = new Map(offer.classes.map(({ classId, taken: before }) => [classId, before - goes.filter((one) => one.classId === classId).length]))
  const [comes, stays, misses]: [Coming[], UserId[], Plan['misses'][number][]] = [[], [], []]
  const seen = new Set<UserId>()
  for (const candidate of candidates) {
    if (seen.has(candidate.userId)) continue
    seen.add(candidate.userId)
    const one = fit(candidate)
    if (one === 'stays') stays.push(candidate.userId)
    else if ('ok' in one) misses.push({ userId: candidate.userId, refusal: one.refusal })
    else {
      comes.push(one)
      seats -= 1
      const classId = 'car' in one ? one.car.classId : one.waits.classId
      if (classId !== null) taken.set(classId, (taken.get(classId) ?? 0) + 1)
    }
  }
  return { comes, stays, misses, goes }

  function fit({ userId, carId, classId = null, may }: Candidate): Coming | 'stays' | ReturnType<typeof refuse> {
    const there = present.find(({ drivers }) => drivers.includes(userId))
    if (there?.isIn && isSwap) return 'stays'
    if (there && (there.isIn || !mayMoveUp)) return refuse('ALREADY_REGISTERED')
    const classes = offer.classes.map((one) => ({ ...one, taken: taken.get(one.classId) ?? 0 }))
    const isFull = (classId: string | null) => classes.some((one) => one.classId === classId && !hasRoom(one))
    // who waits was asked when they came: a seat that comes free is theirs without a question (docs/decisions/0052)
    if (there) {
      if (seats <= 0) return refuse('REGISTRATION_FULL')
      return isFull(there.classId) ? refuse('CLASS_LIMIT_REACHED', { field: 'car' }) : { userId, waits: there }
    }
    if (may !== true) return may
    const car = chooseCar({ ...offer, classes }, { model: carId ?? (offer.carIds.length === 1 ? offer.carIds[0]! : ''), carClassId: classId })
    if (!car.ok) return car
    if (seats <= 0) return refuse('REGISTRATION_FULL')
    return isFull(car.value.classId) ? refuse('CLASS_LIMIT_REACHED', { field: 'car' }) : { userId, car: car.value }
  }
}
