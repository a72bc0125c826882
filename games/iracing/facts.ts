import type { GameFacts } from '#games/facts/game-facts.ts'

export const facts = {
  id: 'iracing',
  name: 'iRacing',
  shortName: 'iRacing',
  platform: 'iracing',
  hosting: null,
  passwords: [],
  join: null,
  resultFiles: 'WHOLE',
} as const satisfies GameFacts
