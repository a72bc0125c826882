import { seatsFreeAt } from '#modules/sessions/rules.ts'

type Left = {
  readonly startsAt: string
  readonly seatsLeft: number
  readonly checkIn: { readonly offered: number } | null
}
/** Seats for somebody who comes now: none of those that are offered to who waited, until that ends. */
export function seatsForComer({ startsAt, seatsLeft, checkIn }: Left, nowMs: number): number {
  const seatsKept = Math.min(seatsLeft, checkIn?.offered ?? 0)
  return seatsFreeAt({ startsAt, seatsFree: seatsLeft - seatsKept, seatsKept }, nowMs)
}
