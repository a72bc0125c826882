import type { Room } from '#server/room.ts'
import { resultsContract } from './contract.ts'
import { resultsInvariants } from './invariants.ts'
import { resultsWork } from './contract/jobs.ts'
import { RATE_PAST_MS, resultsJobs, resultsListeners, resultsWithin } from './jobs.ts'
import { resultsApart, resultsQueries } from './queries.ts'
import { resultsPersonal } from './queries/personal.ts'

export const resultsRoom: Room = {
  name: 'results',
  owns: ['rating_backlog', 'result_confirmations', 'result_laps', 'result_rows', 'results'],
  stays: ['rating_backlog', 'result_confirmations', 'result_laps', 'result_rows', 'results'],
  // which of its laps are somebody's own best is marked in the same statement
  joins: { queries: ['lap_bests', 'leagues', 'session_classes', 'sessions', 'users'] },
  contracts: resultsContract,
  commands: {},
  queries: resultsQueries,
  apart: resultsApart,
  personal: resultsPersonal,
  invariants: resultsInvariants,
  jobs: resultsJobs,
  on: resultsListeners,
  within: resultsWithin,
  every: [[resultsWork.ratePast, RATE_PAST_MS]],
}
