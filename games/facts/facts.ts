import { facts as ac } from '#games/ac/facts.ts'
import { facts as acc } from '#games/acc/facts.ts'
import { facts as ams2 } from '#games/ams2/facts.ts'
import { facts as iracing } from '#games/iracing/facts.ts'
import { facts as lmu } from '#games/lmu/facts.ts'
import { facts as manual } from '#games/manual/facts.ts'
import { facts as r3e } from '#games/r3e/facts.ts'
import { GAME_IDS, type GameFacts, type GameId } from './game-facts.ts'

/** What pages and rules know of the games, without their tables; all there is of one is `gameOf` of games/index.ts. */
export const GAME_FACTS: Readonly<Record<GameId, GameFacts>> = { assetto_corsa: ac, acc, r3e, ams2, lmu, iracing, manual }

/** Games of which something holds. */
export const gamesWith = (holds: (facts: GameFacts) => boolean): readonly GameId[] => GAME_IDS.filter((id) => holds(GAME_FACTS[id]))
