import type { Room } from '#server/room.ts'
import { raceLogContract } from './contract.ts'
import { raceLogWork } from './contract/jobs.ts'
import { CATCH_UP_MS, raceLogJobs, raceLogWithin } from './jobs.ts'
import { raceLogQueries } from './queries.ts'

export const raceLogRoom: Room = {
  name: 'race-log',
  owns: ['race_log_backlog', 'race_log_entries', 'race_logs'],
  stays: ['race_log_backlog', 'race_log_entries', 'race_logs'],
  // a log is of what results hold
  joins: { store: ['result_laps', 'result_rows', 'results'], queries: ['results'], door: ['result_rows', 'results'] },
  contracts: raceLogContract,
  commands: {},
  queries: raceLogQueries,
  within: raceLogWithin,
  jobs: raceLogJobs,
  every: [[raceLogWork.catchUp, CATCH_UP_MS]],
}
