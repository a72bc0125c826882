import { findCar } from '#games/catalogue.ts'
import type { GameId } from '#games/game.ts'
import { gameOf } from '#games/index.ts'

/** A car's name in the game's catalogue; an unknown one by what the file calls it, else by its number. */
export function carNameOf(game: string, carId: string | null, written: string | null): string | null {
  const known = carId === null ? undefined : carNameIn(game as GameId, carId)
  return known ?? written ?? (carId !== null && /^-?\d+$/.test(carId) ? `car model ${carId}` : carId)
}

/** A car's name in the game's catalogue; `undefined` for one it does not have. */
export function carNameIn(game: GameId, carId: string): string | undefined {
  const catalogue = gameOf(game)?.catalogue
  return catalogue && findCar(catalogue, carId)?.name
}
