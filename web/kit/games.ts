import { GAME_FACTS } from '#games/facts/facts.ts'
import type { GameId } from '#games/game.ts'

// names of products are the same in every language
export const gameShort = (game: string): string => GAME_FACTS[game as GameId]?.shortName ?? game
export const gameName = (game: string): string => GAME_FACTS[game as GameId]?.name ?? game
