import type { Room } from '#server/room.ts'
import { manualResultsCommands } from './commands.ts'
import { manualResultsContract } from './contract.ts'
import { manualResultsDeeds } from './contract/deeds.ts'
import { manualResultsListeners } from './jobs.ts'
import { manualResultsQueries } from './queries.ts'

export const manualResultsRoom: Room = {
  name: 'manual-results',
  owns: ['manual_results'],
  stays: ['manual_results'],
  contracts: manualResultsContract,
  commands: manualResultsCommands,
  queries: manualResultsQueries,
  deeds: manualResultsDeeds,
  on: manualResultsListeners,
}
