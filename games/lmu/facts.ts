import type { GameFacts } from '#games/facts/game-facts.ts'

export const facts = {
  id: 'lmu',
  name: 'Le Mans Ultimate',
  shortName: 'LMU',
  platform: 'none',
  // its servers are rented (decisions.md §3 "Hosting per game")
  hosting: 'ELSEWHERE',
  passwords: ['server', 'admin'],
  join: null,
  roundsLengths: true,
  resultFiles: 'EACH',
} as const satisfies GameFacts
