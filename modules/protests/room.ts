import type { Room } from '#server/room.ts'
import { protestsCommands } from './commands.ts'
import { protestsContract } from './contract.ts'
import { protestsDeeds } from './contract/deeds.ts'
import { protestsInvariants } from './invariants.ts'
import { protestsJobs, protestsListeners } from './jobs.ts'
import { correctListeners, correctWithin } from './jobs/correct.ts'
import { confirmListeners, confirmWithin } from './jobs/confirm.ts'
import { drivenWithin, nextRaceFollows, nextRaceListeners } from './jobs/next-race.ts'
import { protestsQueries } from './queries.ts'
import { protestsPersonal } from './queries/personal.ts'

export const protestsRoom: Room = {
  name: 'protests',
  owns: ['protest_numbers', 'protest_penalties', 'protest_penalty_races', 'protest_reports', 'protest_reviews'],
  stays: ['protest_numbers', 'protest_penalties', 'protest_penalty_races', 'protest_reports', 'protest_reviews'],
  // who drove, who shares a car and who judges is read with the report: one statement for a list of them
  joins: {
    queries: [
      'entries',
      'entry_drivers',
      // whether a community publishes what is decided, for a list across communities
      'league_configs',
      'leagues',
      'memberships',
      'race_burdens',
      'result_confirmations',
      'result_rows',
      'results',
      'sessions',
      'tournament_sessions',
      'tournaments',
      'users',
    ],
  },
  contracts: protestsContract,
  commands: protestsCommands,
  queries: protestsQueries,
  deeds: protestsDeeds,
  personal: protestsPersonal,
  invariants: protestsInvariants,
  jobs: protestsJobs,
  within: [...confirmWithin, ...correctWithin, ...drivenWithin],
  follows: nextRaceFollows,
  on: [...protestsListeners, ...nextRaceListeners, ...confirmListeners, ...correctListeners],
}
