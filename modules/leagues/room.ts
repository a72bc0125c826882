import type { Room } from '#server/room.ts'
import { leaguesCommands } from './commands.ts'
import { leaguesContract } from './contract.ts'
import { leaguesDeeds } from './contract/deeds.ts'
import { leaguesInvariants } from './invariants.ts'
import { leaguesJobs } from './jobs.ts'
import { leaguesHears, leaguesQueries } from './queries.ts'
import { leaguesPersonal } from './queries/personal.ts'

export const leaguesRoom: Room = {
  name: 'leagues',
  owns: ['image_uploads', 'league_configs', 'leagues', 'memberships'],
  stays: ['image_uploads', 'league_configs', 'leagues', 'memberships'],
  joins: {
    queries: ['sessions'],
    door: ['users'],
  },
  contracts: leaguesContract,
  commands: leaguesCommands,
  queries: leaguesQueries,
  deeds: leaguesDeeds,
  personal: leaguesPersonal,
  invariants: leaguesInvariants,
  jobs: leaguesJobs,
  lists: ['leagues'],
  hears: leaguesHears,
}
