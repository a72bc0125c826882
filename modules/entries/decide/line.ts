/** Somebody who waits, in the order of registration. */
export type Waiting<Id extends string = string> = {
  readonly id: Id
  readonly classId: string | null
  /** Has checked in. */
  readonly isReady: boolean
  /** Lost a seat by not checking in, or came when the check-in had closed. */
  readonly isLate: boolean
}

/** Seats that are free: of the event, and of each class that has a limit. */
export type Room = { readonly seats: number; readonly classes: ReadonlyMap<string, number> }

/** Who has a seat by right while one is free: everybody in turn; whoever has checked in; as those, while seats are offered to the rest who waited. */
export type Turn = 'everybody' | 'ready' | 'offered'

/** Whose turn it is: who gets a free seat now, and to whom one is offered. */
export type Served<Id extends string = string> = { readonly seated: readonly Id[]; readonly offered: readonly Id[] }

/**
 * Serves those who wait, in the order of the line (docs/decisions/0015). Once the check-in has closed a seat goes to who is there: first those
 * who waited, then, as far as no seat is offered to somebody who waited, who is late.
 */
export function serve<Id extends string>(line: readonly Waiting<Id>[], room: Room, turn: Turn): Served<Id> {
  const [seated, offered]: [Id[], Id[]] = [[], []]
  let { seats } = room
  const classes = new Map(room.classes)
  const take = ({ classId }: Waiting<Id>): boolean => {
    const left = classId === null ? Infinity : (classes.get(classId) ?? Infinity)
    if (seats <= 0 || left <= 0) return false
    seats -= 1
    if (classId !== null && classes.has(classId)) classes.set(classId, left - 1)
    return true
  }
  if (turn === 'everybody') return { seated: line.filter(take).map(({ id }) => id), offered }
  const [waited, late] = [line.filter((one) => !one.isLate), line.filter((one) => one.isLate)]
  seated.push(...waited.filter((one) => one.isReady && take(one)).map(({ id }) => id))
  if (turn === 'offered') offered.push(...waited.filter((one) => !one.isReady && take(one)).map(({ id }) => id))
  seated.push(...late.filter((one) => one.isReady && take(one)).map(({ id }) => id))
  return { seated, offered }
}

/** The line as it is shown and served: who is late stands behind everybody else. */
export const inLine = <One extends { readonly isLate: boolean }>(line: readonly One[]): readonly One[] =>
  line.toSorted((a, b) => Number(a.isLate) - Number(b.isLate))
