import type { GameFacts } from '#games/facts/game-facts.ts'

export const facts = {
  id: 'assetto_corsa',
  name: 'Assetto Corsa',
  shortName: 'AC',
  platform: 'steam',
  hosting: 'AUTOMATIC',
  passwords: ['server', 'admin'],
  join: { by: 'CONTENT_MANAGER', port: 'http' },
  resultFiles: 'EACH',
  reverseOption: 'reversePositions',
} as const satisfies GameFacts
