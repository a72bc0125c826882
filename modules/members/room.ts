import type { Room } from '#server/room.ts'
import { membersCommands } from './commands.ts'
import { membersContract } from './contract.ts'
import { membersDeeds } from './contract/deeds.ts'
import { membersInvariants } from './invariants.ts'
import { membersListeners } from './jobs.ts'
import { membersQueries } from './queries.ts'
import { membersPersonal } from './queries/personal.ts'

export const membersRoom: Room = {
  name: 'members',
  owns: ['applications', 'bans'],
  stays: ['applications', 'bans'],
  joins: {
    store: ['memberships'],
    // the history names whom and what its deeds were about
    queries: ['events', 'memberships', 'sessions', 'users'],
  },
  contracts: membersContract,
  commands: membersCommands,
  queries: membersQueries,
  deeds: membersDeeds,
  personal: membersPersonal,
  invariants: membersInvariants,
  on: membersListeners,
}
