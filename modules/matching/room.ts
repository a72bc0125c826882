import type { Room } from '#server/room.ts'
import { matchingCommands } from './commands.ts'
import { matchingContract } from './contract.ts'
import { matchingDeeds } from './contract/deeds.ts'
import { matchingInvariants } from './invariants.ts'
import { matchingListeners } from './jobs.ts'
import { matchingQueries } from './queries.ts'
import { matchingPersonal } from './queries/personal.ts'

export const matchingRoom: Room = {
  name: 'matching',
  owns: ['driver_matches'],
  stays: ['driver_matches'],
  joins: { queries: ['entries', 'entry_drivers', 'leagues', 'memberships', 'sessions', 'users'] },
  contracts: matchingContract,
  commands: matchingCommands,
  queries: matchingQueries,
  deeds: matchingDeeds,
  personal: matchingPersonal,
  invariants: matchingInvariants,
  on: matchingListeners,
}
