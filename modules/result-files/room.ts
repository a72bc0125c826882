import type { Room } from '#server/room.ts'
import { resultFilesCommands } from './commands.ts'
import { resultFilesContract } from './contract.ts'
import { resultFilesDeeds } from './contract/deeds.ts'
import { resultFilesInvariants } from './invariants.ts'
import { resultFilesJobs, resultFilesKeeps } from './jobs.ts'
import { resultFilesHears, resultFilesQueries } from './queries.ts'
import { resultFilesPersonal } from './queries/personal.ts'

export const resultFilesRoom: Room = {
  name: 'result-files',
  owns: ['result_choices', 'result_files', 'result_withdrawals'],
  stays: ['result_choices', 'result_withdrawals'],
  // whose accounts a file names, and what other events show of it, is looked at as the file is placed
  joins: {
    store: ['linked_accounts', 'memberships', 'results', 'servers', 'sessions', 'users'],
    queries: ['results'],
  },
  contracts: resultFilesContract,
  commands: resultFilesCommands,
  queries: resultFilesQueries,
  hears: resultFilesHears,
  deeds: resultFilesDeeds,
  personal: resultFilesPersonal,
  invariants: resultFilesInvariants,
  jobs: resultFilesJobs,
  keeps: resultFilesKeeps,
}
