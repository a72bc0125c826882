import { GAME_FACTS } from '#games/facts/facts.ts'
import type { GameFacts } from '#games/facts/game-facts.ts'
import type { GameId } from '#games/game.ts'

/** A server that asks spectators for a password of their own has places for them beside the grid; elsewhere they take those of drivers. */
export const spectatorsTakeSeats = ({ passwords }: Pick<GameFacts, 'passwords'>): boolean => !passwords.includes('spectator')

type Watched = { readonly game: GameId; readonly spectators: number }

/** Places of a server that spectators hold: each of them one on every server of the event (product.md §5 "Available max entries"). */
export const heldBySpectators = ({ game, spectators }: Watched): number => (spectatorsTakeSeats(GAME_FACTS[game]) ? spectators : 0)

/** Of an event's row. Automated splits have `split_seats` and `split_least`, the most and the fewest of one. */
export type Filled = Watched & {
  readonly max_entries: number
  readonly taken: number
  readonly split_count: number
  readonly split_seats: number | null
  readonly split_least: number | null
  readonly splits_frozen_at: Date | null
}

/**
 * How many may drive. Spectators hold places of a server: those of an event with automated splits, whose number is open until they are frozen,
 * leave less room in each split, and all splits together have what is chosen.
 */
export function seatsOf(row: Filled): number {
  const held = heldBySpectators(row)
  if (row.split_seats === null) return Math.max(0, row.max_entries - held)
  return row.splits_frozen_at ? Math.max(0, Math.min(row.max_entries, row.split_count * (row.split_seats - held))) : row.max_entries
}

/** Once the check-in has closed seats may be free that are offered to those who wait. */
type Wanted = Filled & { readonly waiting: number; readonly check_in_closed_at: Date | null }
const wantedSeats = (row: Wanted): number => row.taken + (row.check_in_closed_at ? row.waiting : 0)

/** Whether one more may watch: no split is left with room for fewer than may drive in one, nor a seat taken that is offered to somebody. */
export function hasPlaceToWatch(row: Wanted): boolean {
  if (!spectatorsTakeSeats(GAME_FACTS[row.game])) return true
  if (row.split_seats === null) return wantedSeats(row) < seatsOf(row)
  const left = row.split_seats - row.spectators - 1
  return left >= (row.split_least ?? 0) && (!row.splits_frozen_at || wantedSeats(row) <= row.split_count * left)
}

export type ClassSeats = { readonly maxEntries: number | null; readonly taken: number }
/** Whether one more of a class may drive. */
export const hasRoom = ({ maxEntries, taken }: ClassSeats): boolean => maxEntries === null || taken < maxEntries

type Free = { readonly taken: number; readonly seats: number; readonly classes: readonly ClassSeats[] }
/** Seats that are left to choose: no more than the grid has, and where everybody drives in a class, no more than these have room for. */
export function freeSeats({ taken, seats, classes }: Free): number {
  const left = Math.max(0, seats - taken)
  if (classes.length === 0 || classes.some(({ maxEntries }) => maxEntries === null)) return left
  return Math.min(
    left,
    classes.filter(hasRoom).reduce((sum, one) => sum + one.maxEntries! - one.taken, 0),
  )
}

/** As `freeSeats`, for somebody who comes now, and how many more are kept for those who wait: what the check-in has left is offered to them. */
export function seatsToOffer(row: Wanted, classes: readonly ClassSeats[]): { readonly seatsFree: number; readonly seatsKept: number } {
  const seats = seatsOf(row)
  const seatsFree = freeSeats({ taken: wantedSeats(row), seats, classes })
  return { seatsFree, seatsKept: freeSeats({ taken: row.taken, seats, classes }) - seatsFree }
}

type Grid = {
  readonly taken: number
  readonly config: { readonly seats: number; readonly maxSplitEntries: number | null }
  readonly ofPlan?: { readonly grid: number | null } | null
}

/** How many may drive: as many as there are seats, and on one server no more than the community's plan carries, where that is told. */
export const mostDrivers = ({ config, ofPlan }: Grid): number =>
  config.maxSplitEntries === null ? Math.min(config.seats, ofPlan?.grid ?? Infinity) : config.seats

/** More are in than may drive: the plan is not what it was (product.md §2: the participants' tab warns). */
export const overMaximum = (event: Grid): boolean => event.taken > mostDrivers(event)
