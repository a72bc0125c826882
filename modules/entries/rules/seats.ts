type Left = {
  readonly seatsLeft: number
  readonly checkIn: { readonly closedAt: string | null; readonly offersEndAt: string; readonly offered: number } | null
}
/** Seats for somebody who comes now: none of those that are offered to who waited, until that ends. */
export const seatsForComer = ({ seatsLeft, checkIn }: Left, nowMs: number): number =>
  checkIn?.closedAt && nowMs < Date.parse(checkIn.offersEndAt) ? Math.max(0, seatsLeft - checkIn.offered) : seatsLeft
