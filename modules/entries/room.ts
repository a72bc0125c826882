import type { Room } from '#server/room.ts'
import { entriesCommands } from './commands.ts'
import { entriesContract } from './contract.ts'
import { entriesDeeds } from './contract/deeds.ts'
import { entriesInvariants } from './invariants.ts'
import { entriesJobs, entriesListeners, entriesWithin } from './jobs.ts'
import { entriesApart, entriesQueries } from './queries.ts'
import { entriesPersonal } from './queries/personal.ts'

export const entriesRoom: Room = {
  name: 'entries',
  owns: ['entries', 'entry_drivers', 'invited_drivers', 'spectators'],
  stays: ['entries', 'entry_drivers', 'invited_drivers', 'spectators'],
  // a place is taken in one statement, which looks at all that it depends on
  joins: {
    store: [
      'applications',
      'bans',
      'leagues',
      'linked_accounts',
      'memberships',
      'session_classes',
      'sessions',
      'tournament_entries',
      'tournament_skips',
      'users',
    ],
    queries: ['bans', 'leagues', 'linked_accounts', 'memberships', 'result_rows', 'results', 'sessions', 'splits', 'users'],
    door: ['linked_accounts', 'users'],
  },
  contracts: entriesContract,
  commands: entriesCommands,
  queries: entriesQueries,
  apart: entriesApart,
  deeds: entriesDeeds,
  personal: entriesPersonal,
  invariants: entriesInvariants,
  jobs: entriesJobs,
  on: entriesListeners,
  within: entriesWithin,
}
