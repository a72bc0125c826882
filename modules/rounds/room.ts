import type { Room } from '#server/room.ts'
import { roundsCommands } from './commands.ts'
import { roundsContract } from './contract.ts'
import { roundsDeeds } from './contract/deeds.ts'
import { roundsListeners } from './jobs.ts'
import { roundsInvariants } from './invariants.ts'
import { roundsQueries } from './queries.ts'
import { roundsPersonal } from './queries/personal.ts'

export const roundsRoom: Room = {
  name: 'rounds',
  owns: ['rounds'],
  stays: ['rounds'],
  // results of a round are worked out of those of its events, when they are asked for
  joins: {
    store: ['invited_drivers', 'memberships', 'result_rows', 'results', 'sessions', 'tournament_sessions', 'tournaments'],
    queries: ['invited_drivers', 'leagues', 'result_rows', 'results', 'sessions', 'users'],
  },
  contracts: roundsContract,
  commands: roundsCommands,
  queries: roundsQueries,
  deeds: roundsDeeds,
  invariants: roundsInvariants,
  personal: roundsPersonal,
  on: roundsListeners,
}
