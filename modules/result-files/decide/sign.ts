import type { ReadableGame } from '../rules.ts'

/** What only a game's own result files hold: keys, or how the file begins. */
const SIGNS: readonly (readonly [game: ReadableGame, keys: readonly string[]])[] = [
  ['iracing', ['"session_results"']],
  ['acc', ['"sessionResult"', '"sessionType"']],
  ['assetto_corsa', ['"Result"', '"TrackName"']],
  ['r3e', ['"Sessions"', '"Players"']],
  ['ams2', ['"history"', '"stats"']],
]

/** Which game wrote a file, by its looks alone: one reader is asked, not one after another. The event's `own` where it could be. */
export function gameBySign(text: string, own: ReadableGame | undefined): ReadableGame | undefined {
  const start = text.slice(0, 200).replaceAll(/[\ufeff\s]/g, '')
  if (start.startsWith('<')) return 'lmu'
  if (start.startsWith('//')) return 'ams2'
  const looks = ([, keys]: (typeof SIGNS)[number]): boolean => keys.every((key) => text.includes(key))
  const ownSign = SIGNS.find(([game]) => game === own)
  return (ownSign && looks(ownSign) ? ownSign : SIGNS.find(looks))?.[0]
}
