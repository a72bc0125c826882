import type { GameFacts } from '#games/facts/game-facts.ts'

export const facts = {
  id: 'r3e',
  name: 'RaceRoom Racing Experience',
  shortName: 'R3E',
  platform: 'r3e',
  // set up in its server's own web page (decisions.md §3 "Hosting per game"), where the admin signs in too
  hosting: 'ELSEWHERE',
  oneDriver: true,
  passwords: ['server'],
  join: null,
  resultFiles: 'WHOLE',
} as const satisfies GameFacts
