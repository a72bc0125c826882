import type { Room } from '#server/room.ts'
import { lapsContract } from './contract.ts'
import { lapsWork } from './contract/jobs.ts'
import { lapsInvariants } from './invariants.ts'
import { CATCH_UP_MS, lapsJobs, lapsWithin } from './jobs.ts'
import { lapsQueries } from './queries.ts'
import { lapsPersonal } from './queries/personal.ts'

export const lapsRoom: Room = {
  name: 'laps',
  owns: ['lap_backlog', 'lap_bests'],
  stays: ['lap_backlog', 'lap_bests'],
  // laps are what results hold; who may see the event of each is asked as its lap is read
  joins: {
    queries: ['entries', 'entry_drivers', 'leagues', 'result_laps', 'result_rows', 'results', 'sessions', 'users'],
  },
  contracts: lapsContract,
  commands: {},
  queries: lapsQueries,
  personal: lapsPersonal,
  invariants: lapsInvariants,
  within: lapsWithin,
  jobs: lapsJobs,
  every: [[lapsWork.catchUp, CATCH_UP_MS]],
}
