import type { Room } from '#server/room.ts'
import { modsCommands } from './commands.ts'
import { modsContract } from './contract.ts'
import { modsDeeds } from './contract/deeds.ts'
import { modsQueries } from './queries.ts'

export const modsRoom: Room = {
  name: 'mods',
  owns: ['mods'],
  stays: ['mods'],
  // an event needs what its cars and its track are of
  joins: { queries: ['leagues', 'sessions'] },
  contracts: modsContract,
  commands: modsCommands,
  queries: modsQueries,
  deeds: modsDeeds,
}
