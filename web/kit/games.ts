import type { GameId } from '#games/game.ts'

/** Games as drivers say them; names of products are the same in every language. */
export const GAME_SHORT: Readonly<Record<GameId, string>> = {
  assetto_corsa: 'AC',
  acc: 'ACC',
  r3e: 'R3E',
  ams2: 'AMS2',
  lmu: 'LMU',
  iracing: 'iRacing',
  manual: 'Manual',
}
export const GAME_NAME: Readonly<Record<GameId, string>> = {
  assetto_corsa: 'Assetto Corsa',
  acc: 'Assetto Corsa Competizione',
  r3e: 'RaceRoom',
  ams2: 'Automobilista 2',
  lmu: 'Le Mans Ultimate',
  iracing: 'iRacing',
  manual: 'Manual',
}
export const gameShort = (game: string): string => GAME_SHORT[game as GameId] ?? game
export const gameName = (game: string): string => GAME_NAME[game as GameId] ?? game
