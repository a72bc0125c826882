import type { Game, GameId } from '#games/game.ts'
import { PLAYABLE } from '#games/index.ts'

/** Which game wrote a file, by its looks alone: one reader is asked, not one after another. The event's `own` where it could be. */
export function gameBySign(text: string, own: GameId | undefined): GameId | undefined {
  const start = text.slice(0, 200).replaceAll(/[\ufeff\s]/g, '')
  const begins = ({ looks }: Game): boolean => looks?.begins !== undefined && start.startsWith(looks.begins)
  const holds = ({ looks }: Game): boolean => looks?.keys?.every((key) => text.includes(key)) === true
  const fitting = PLAYABLE.filter(holds)
  return (PLAYABLE.find(begins) ?? fitting.find(({ id }) => id === own) ?? fitting[0])?.id
}
