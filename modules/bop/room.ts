import type { Room } from '#server/room.ts'
import { bopCommands } from './commands.ts'
import { bopContract } from './contract.ts'
import { bopDeeds } from './contract/deeds.ts'
import { bopInvariants } from './invariants.ts'
import { bopQueries } from './queries.ts'

export const bopRoom: Room = {
  name: 'bop',
  owns: ['balance_of_performance', 'bop_templates'],
  stays: ['balance_of_performance', 'bop_templates'],
  contracts: bopContract,
  commands: bopCommands,
  queries: bopQueries,
  deeds: bopDeeds,
  invariants: bopInvariants,
}
