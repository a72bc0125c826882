import type { GameFacts } from '#games/facts/game-facts.ts'

export const facts = {
  id: 'acc',
  name: 'Assetto Corsa Competizione',
  shortName: 'ACC',
  platform: 'steam',
  hosting: 'AUTOMATIC',
  // spectators have a password of their own here alone
  passwords: ['server', 'admin', 'spectator'],
  join: { by: 'SERVER_LIST' },
  raceNumbers: true,
  entryListFile: 'entrylist.json',
  resultFiles: 'COUNTED',
} as const satisfies GameFacts
