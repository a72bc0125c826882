import { GAME_FACTS } from '#games/facts/facts.ts'
import type { GameFacts } from '#games/facts/game-facts.ts'
import type { GameId } from '#games/game.ts'

/** A server that asks spectators for a password of their own has places for them beside the grid; elsewhere they take those of drivers. */
export const spectatorsTakeSeats = ({ passwords }: Pick<GameFacts, 'passwords'>): boolean => !passwords.includes('spectator')

type Filled = { readonly game: GameId; readonly spectators: number; readonly splitCount: number }

/** Places of the grid that spectators hold: one on every server of the event (product.md §5 "Available max entries"). */
export const heldBySpectators = ({ game, spectators, splitCount }: Filled): number =>
  spectatorsTakeSeats(GAME_FACTS[game]) ? spectators * splitCount : 0

/** How many may drive. */
export const seatsOf = (event: Filled & { readonly maxEntries: number }): number => Math.max(0, event.maxEntries - heldBySpectators(event))
