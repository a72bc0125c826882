import type { GameFacts } from '#games/facts/game-facts.ts'

export const facts = {
  id: 'ams2',
  name: 'Automobilista 2',
  shortName: 'AMS2',
  platform: 'steam',
  hosting: 'AUTOMATIC',
  oneDriver: true,
  passwords: ['server', 'admin'],
  join: { by: 'STEAM', app: 1_066_890, port: 'host' },
  resultFiles: 'WHOLE',
} as const satisfies GameFacts
