import type { Room } from '#server/room.ts'
import { correctionsCommands } from './commands.ts'
import { correctionsContract } from './contract.ts'
import { correctionsDeeds } from './contract/deeds.ts'
import { correctionsInvariants } from './invariants.ts'
import { correctionsWithin } from './jobs.ts'
import { correctionsQueries } from './queries.ts'
import { correctionsPersonal } from './queries/personal.ts'

export const correctionsRoom: Room = {
  name: 'corrections',
  owns: ['result_corrections'],
  stays: ['result_corrections'],
  joins: { queries: ['result_rows', 'results', 'users'], store: ['result_rows'] },
  contracts: correctionsContract,
  commands: correctionsCommands,
  queries: correctionsQueries,
  deeds: correctionsDeeds,
  personal: correctionsPersonal,
  invariants: correctionsInvariants,
  within: correctionsWithin,
}
