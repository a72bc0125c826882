import { ac } from './ac/ac.ts'
import { acc } from './acc/acc.ts'
import { ams2 } from './ams2/ams2.ts'
import type { Game, GameId } from './game.ts'
import { iracing } from './iracing/iracing.ts'
import { lmu } from './lmu/lmu.ts'
import { manual } from './manual/manual.ts'
import { r3e } from './r3e/r3e.ts'

const GAMES: Partial<Readonly<Record<GameId, Game>>> = { assetto_corsa: ac, acc, r3e, ams2, lmu, iracing, manual }

/** The game of an id; `undefined` for one that has no code yet. */
export const gameOf = (id: GameId): Game | undefined => GAMES[id]

/** The game that somebody calls by its id or its short name. */
export const gameCalled = (name: string): Game | undefined =>
  PLAYABLE.find(({ id, shortName }) => [id, shortName].some((one) => one.toLowerCase() === name.toLowerCase()))

/** Games that have code. */
export const PLAYABLE: readonly Game[] = Object.values(GAMES)
