import type { Room } from '#server/room.ts'
import { membersCommands } from './commands.ts'
import { membersContract } from './contract.ts'
import { membersDeeds } from './contract/deeds.ts'
import { membersInvariants } from './invariants.ts'
import { membersListeners } from './jobs.ts'
import { membersApart, membersQueries } from './queries.ts'
import { membersPersonal } from './queries/personal.ts'

export const membersRoom: Room = {
  name: 'members',
  owns: ['applications', 'bans'],
  stays: ['applications', 'bans'],
  joins: {
    store: ['memberships'],
    // the history names whom and what its deeds were about; how the reader stands to a community is one statement
    queries: ['events', 'leagues', 'linked_accounts', 'memberships', 'sessions', 'users'],
  },
  contracts: membersContract,
  commands: membersCommands,
  queries: membersQueries,
  apart: membersApart,
  deeds: membersDeeds,
  personal: membersPersonal,
  invariants: membersInvariants,
  on: membersListeners,
}
