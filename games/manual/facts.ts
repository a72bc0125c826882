import type { GameFacts } from '#games/facts/game-facts.ts'

export const facts = {
  id: 'manual',
  name: 'Another game',
  shortName: 'Manual',
  platform: 'none',
  isAnother: true,
  hosting: null,
  passwords: [],
  join: null,
  resultFiles: null,
} as const satisfies GameFacts
