type Seats = {
  readonly taken: number
  readonly config: { readonly seats: number }
  readonly carClasses: readonly { readonly id: string; readonly maxClassEntries: number | null; readonly currentEntries: number }[]
}
/** `classId` null: all together. */
export type SeatBar = { readonly classId: string | null; readonly taken: number; readonly most: number; readonly free: number }

/**
 * How full an event is: each class with a limit of its own, and all together, unless the limits say all there is to say. A class has no more free
 * seats than the grid has.
 */
export function seatBars({ taken, config: { seats }, carClasses }: Seats): readonly SeatBar[] {
  const left = Math.max(0, seats - taken)
  const ofClasses = carClasses.flatMap(({ id, maxClassEntries: most, currentEntries }): SeatBar[] =>
    most === null ? [] : [{ classId: id, taken: currentEntries, most, free: Math.max(0, Math.min(most - currentEntries, left)) }],
  )
  const together = ofClasses.reduce((sum, { most }) => sum + most, 0)
  const isAllSaid = ofClasses.length > 0 && ofClasses.length === carClasses.length && together <= seats
  return isAllSaid ? ofClasses : [{ classId: null, taken, most: seats, free: left }, ...ofClasses]
}
