import type { Room } from '#server/room.ts'
import { rankingContract } from './contract.ts'
import { rankingInvariants } from './invariants.ts'
import { rankingQueries } from './queries.ts'
import { rankingPersonal } from './queries/personal.ts'

/** Before the rooms whose results it rates: they bring it races, in their own changes. */
export const rankingRoom: Room = {
  name: 'ranking',
  owns: ['ranked_races', 'rating_changes', 'driver_ratings', 'rated_drivers'],
  stays: ['ranked_races', 'rating_changes', 'driver_ratings', 'rated_drivers'],
  // who erased the account has no ranks to show
  joins: { queries: ['users'] },
  contracts: rankingContract,
  commands: {},
  queries: rankingQueries,
  personal: rankingPersonal,
  invariants: rankingInvariants,
}
