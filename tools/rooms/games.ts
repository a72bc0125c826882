import { GAME_IDS, type GameId } from '#games/game.ts'

/** Tests, what they are made of, measurements and the demo world name games: they say what is played, not how a game is. */
const NAMES_THEM = /\.(test|fixture)\.tsx?$|^(games|testing|e2e|bench|server\/roles|server\/fuzz|tools\/rooms)\/|^server\/demo\.ts$/
/** iRacing is a place to sign in too: who may prove an account there is not a matter of the game. */
const SIGNS_IN = /^server\/(config\.ts|http\/login\/|outside\/proof\/)/

const IDS = GAME_IDS.filter((id) => id !== ('manual' satisfies GameId)).join('|')
/** `manual` is a word of other things too: of those only what is compared with, or chosen for, a game. */
const LITERAL = new RegExp(`'(${IDS})'|\\b(${IDS}): ['{[]|\\bgame\\b[^,;&|]{0,20}[!=]== '(manual)'|\\bgame: '(manual)'|\\? '(manual)'`)

/** The game a file outside `games/` names by its id; `null` for one that names none. */
export function namedGame(file: string, text: string): string | null {
  if (NAMES_THEM.test(file) || SIGNS_IN.test(file)) return null
  const [, ...found] = LITERAL.exec(text) ?? []
  return found.find((id) => id !== undefined) ?? null
}
